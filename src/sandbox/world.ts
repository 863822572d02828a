import { asIPv4, asIPv6 } from './address.ts';
import { type Contact, firstContact } from './contacts.ts';
import { type DeletedDomain, type Domain, newDomain } from './domains.ts';
import { type Hostings, newHosting } from './hosting.ts';
import { type PlanKey, plans } from './hosting-plans.ts';
import { firstMoney, type Money } from './money.ts';
import type { SandboxOptions } from './options.ts';
import { day } from './time.ts';
import type { RecordData, ZoneRecord } from './zone.ts';

/** Specification, Hosting service records: Service. */
export type Service = {
  name: string;
  status: 'init' | 'active' | 'inactive' | 'renewed' | 'renewable';
  type: string;
  productkey: PlanKey;
  tsExpir: string;
  tsCreate: string;
  renewable: boolean;
  renewalMode: 'autorenew' | 'manual';
  /** Since when it has its status, milliseconds since the epoch. */
  since: number;
};

/** Whom the provider knows and what it accepts from them. */
export type Account = {
  user: string;
  key: string;
  keyParameter: SandboxOptions['keyParameter'];
  apiUser: string;
  apiPassword: string;
  /** Addresses that may call the main API; every address where absent. */
  registeredCallers?: readonly string[];
};

/** All that the provider knows. It changes by the functions over it only: a request in, a new world out. */
export type World = {
  account: Account;
  money: Money;
  domains: readonly Domain[];
  deletedDomains: readonly DeletedDomain[];
  contacts: readonly Contact[];
  services: readonly Service[];
  hosting: Hostings;
  records: readonly ZoneRecord[];
  /** Number of the next record; entity ids are never used again. */
  nextEntity: number;
  /** The machine's address on the internet, which callers seem to come from. */
  publicAddress: { ipv4: string; ipv6?: string };
};

/** The public address of the machine until the echo moves it (a documentation address, RFC 5737). */
export const firstPublicAddress = '203.0.113.7';

const firstEntity = 1001;

/** Adds records to a service's zone, each with an id of its own. */
export const addRecords = (world: World, service: string, records: readonly RecordData[]): World => ({
  ...world,
  nextEntity: world.nextEntity + records.length,
  records: [
    ...world.records,
    ...records.map((record, index) => ({ entityID: String(world.nextEntity + index), service, ...record })),
  ],
});

/** The zones in lists of records, each list sorted out once: a world without a change has the same list. */
const zones = new WeakMap<readonly ZoneRecord[], ReadonlyMap<string, readonly ZoneRecord[]>>();

/** The zone's records. */
export const recordsOf = ({ records }: World, service: string): readonly ZoneRecord[] => {
  const sorted = zones.get(records) ?? Map.groupBy(records, (record) => record.service);
  zones.set(records, sorted);
  return sorted.get(service) ?? [];
};

type Credentials = Pick<
  SandboxOptions,
  'user' | 'key' | 'keyParameter' | 'apiUser' | 'apiPassword' | 'registeredCallers'
>;

/** The account that the options describe. */
export const accountOf = ({
  user,
  key,
  keyParameter,
  apiUser,
  apiPassword,
  registeredCallers,
}: Credentials): Account => ({
  user,
  key,
  keyParameter,
  apiUser,
  apiPassword,
  ...(registeredCallers ? { registeredCallers } : {}),
});

/** A world with the options' account, services and records. Times are milliseconds since the epoch. */
export const createWorld = (
  options: Credentials,
  services: readonly string[],
  records: readonly (RecordData & { service: string })[],
  now: number,
): World => {
  const owner = firstContact(now);
  const roles = { owner: owner.contactID, admin: owner.contactID, tech: owner.contactID, billing: owner.contactID };
  return {
    account: accountOf(options),
    money: firstMoney,
    domains: services.map((name, index) =>
      newDomain(
        { domainID: 1_000_001 + index, name, status: 'active', tsCreate: day(now, -1), tsExpir: day(now, 1), roles },
        now,
      ),
    ),
    deletedDomains: [{ name: 'old-name.com', tld: 'com', tsDeleted: day(now, -1), info: 'Not renewed' }],
    contacts: [owner],
    services: services.map((name) => ({
      name,
      status: 'active',
      type: plans.basic.title,
      productkey: 'basic',
      tsExpir: day(now, 1),
      tsCreate: day(now, -1),
      renewable: false,
      renewalMode: 'manual',
      since: now,
    })),
    hosting: Object.fromEntries(services.map((name) => [name, newHosting()])),
    records: records.map((record, index) => ({ entityID: String(firstEntity + index), ...record })),
    nextEntity: firstEntity + records.length,
    publicAddress: { ipv4: firstPublicAddress },
  };
};

/** Moves the public address of the text's family; undefined where the text is no address. */
export const movePublicAddress = (world: World, text: string): World | undefined => {
  const ipv4 = asIPv4(text);
  const ipv6 = ipv4 ? undefined : asIPv6(text);
  if (!ipv4 && !ipv6) return undefined;
  return { ...world, publicAddress: { ...world.publicAddress, ...(ipv4 ? { ipv4 } : {}), ...(ipv6 ? { ipv6 } : {}) } };
};
