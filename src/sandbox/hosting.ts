import type { Json } from './json.ts';

/** What a service has several of, by the names that its operations and answers have (specification, Module service). */
export type EntityKind = 'ftp' | 'ddbb' | 'subdomain' | 'redirect' | 'mail' | 'mailalias';

/** One FTP account, database, …: the fields of its record (specification, Hosting service records) as they are kept. */
export type Entity = { readonly entityID: string; readonly [field: string]: Json };

/** What a service has beside its plan and its DNS zone. */
export type Hosting = {
  /** Whether the parking page is on. */
  parking: boolean;
  entities: Readonly<Record<EntityKind, readonly Entity[]>>;
};

/** By the name of the service. */
export type Hostings = Readonly<Record<string, Hosting>>;

/** Nothing but, where wanted, a parking page. */
export const newHosting = (parking = false): Hosting => ({
  parking,
  entities: { ftp: [], ddbb: [], subdomain: [], redirect: [], mail: [], mailalias: [] },
});

/** What the service has; nothing where it is not there. */
export const hostingOf = ({ hosting }: { hosting: Hostings }, service: string): Hosting =>
  (Object.hasOwn(hosting, service) ? hosting[service] : undefined) ?? newHosting();

/** The world with a change to what a service has. */
export const changeHosting = <W extends { hosting: Hostings }>(
  world: W,
  service: string,
  change: (hosting: Hosting) => Hosting,
): W => ({ ...world, hosting: { ...world.hosting, [service]: change(hostingOf(world, service)) } });
