import type { Roles } from '../domains.ts';
import { contactOf } from '../owners.ts';
import { choice, given, missing } from './checks.ts';
import type { Call, Only, Refusal } from './operation.ts';

type Order = 'create' | 'transfer';

/** Parameters that a TLD requires beyond the rest, and of whom. */
type Rule = { tlds: string; of: readonly Order[]; names: string; only?: 'individual' | string; version?: Only };

const jobs = 'jobsOwnerWebsite jobsAdminWebsite jobsTechWebsite jobsBillingWebsite';

/** Specification, TLD-specific parameters. The groups whose TLD is not shown are required by none. */
const rules: readonly Rule[] = [
  { tlds: 'aero', of: ['create'], names: 'aeroId aeroPass' },
  { tlds: 'barcelona madrid cat scot eus gal quebec radio', of: ['create'], names: 'domainIntendedUse' },
  { tlds: 'ee fi hk moscow my vn', of: ['create'], names: 'ownerDateOfBirth', only: 'individual' },
  { tlds: 'ru', of: ['create', 'transfer'], names: 'ownerDateOfBirth ruIssuer ruIssuerDate', only: 'individual' },
  { tlds: 'xxx', of: ['create'], names: 'xxxClass' },
  { tlds: 'xxx', of: ['create'], names: 'xxxName xxxEmail', only: 'default' },
  { tlds: 'xxx', of: ['create'], names: 'xxxId', only: 'membership' },
  { tlds: 'jobs', of: ['transfer'], names: jobs },
  { tlds: 'jobs', of: ['create'], names: jobs, version: '1.0.14' },
];

const xxxClasses = ['default', 'membership', 'nonResolver'] as const;

/** Why the TLD does not take the order; undefined where it does. */
export const tldProblem = (
  { world, parameters, version }: Pick<Call, 'world' | 'parameters' | 'version'>,
  { order, tld, roles }: { order: Order; tld: string; roles: Roles },
): Refusal | undefined => {
  const ownerType = contactOf(world, roles.owner)?.contactType;
  const xxxClass = choice(parameters, 'xxxClass', xxxClasses);
  if (tld === 'xxx' && !xxxClass.ok) return xxxClass;
  const isOne = (only: string | undefined): boolean =>
    only === undefined || only === (only === 'individual' ? ownerType : xxxClass.ok && xxxClass.value);
  const absent = rules
    .filter((rule) => rule.of.includes(order) && rule.tlds.split(' ').includes(tld) && isOne(rule.only))
    .filter((rule) => rule.version === undefined || rule.version === version)
    .flatMap((rule) => rule.names.split(' '))
    .filter((name) => given(parameters, name) === undefined);
  return absent.length > 0 ? missing(...absent) : undefined;
};
