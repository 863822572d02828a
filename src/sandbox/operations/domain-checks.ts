import { shownName } from '../names.ts';
import { fails, isPremium, isTaken, premiumPrice, transferObstacles } from '../registry.ts';
import { readDomainName, type Tld } from '../tlds.ts';
import { type Checked, fine, given } from './checks.ts';
import { type Call, done, type Operation, operation, type Reply, refused } from './operation.ts';

export type OrderedName = { name: string; tld: Tld };

/** The name that `domain` has, under a TLD of the price list. */
export const orderedName = ({ parameters }: Call): Checked<OrderedName> => {
  const read = readDomainName(given(parameters, 'domain') ?? '');
  return 'code' in read ? refused(read.code, read.why) : fine(read);
};

const shown = ({ name, tld }: OrderedName) => ({ name: shownName(name), punycode: name, tld: tld.tld });

/** What a year of a new domain costs. */
export const createPrice = ({ name, tld }: OrderedName): number => (isPremium(name) ? premiumPrice : tld.create.price);

const checked =
  (answer: (call: Call, ordered: OrderedName) => { price: number; [field: string]: boolean | string[] | number }) =>
  (call: Call): Reply => {
    const ordered = orderedName(call);
    if (!ordered.ok) return ordered;
    if (fails(ordered.value.name, 2004)) return refused(2004, 'The registry does not answer');
    const { currency } = call.world.money;
    return done(call.world, { domains: [{ ...shown(ordered.value), ...answer(call, ordered.value), currency }] });
  };

/** Specification, Module domain: what can be ordered. */
export const domainChecks: readonly Operation[] = [
  operation(
    'domain/check',
    ['domain'],
    checked(({ world }, ordered) => ({
      available: !isTaken(world, ordered.name),
      premium: isPremium(ordered.name),
      price: createPrice(ordered),
    })),
  ),
  operation(
    'domain/checkfortransfer',
    ['domain'],
    checked(({ world }, { name, tld }) => {
      const transfermsg = transferObstacles(world, name, tld.transfer !== undefined);
      return { transferavail: transfermsg.length === 0, transfermsg, price: tld.transfer?.price ?? 0 };
    }),
  ),
];
