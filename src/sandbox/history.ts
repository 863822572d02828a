import { type Domain, type HistoryEntry, historyLength } from './domains.ts';
import { moment } from './time.ts';
import type { World } from './world.ts';

/** Who did something to a domain, and when. `now` is in milliseconds since the epoch. */
export type Hand = { world: World; now: number };

/** The domain with an entry more in its history. */
export const noted = (domain: Domain, entry: HistoryEntry): Domain => ({
  ...domain,
  history: [...domain.history.slice(1 - historyLength), entry],
});

/** The domain with an entry about what a caller did. */
export const notedBy = ({ world, now }: Hand, domain: Domain, title: string, message: string): Domain =>
  noted(domain, { ts: moment(now), ip: world.publicAddress.ipv4, user: world.account.apiUser, title, message });

/** The world with another state of one domain. */
export const withDomain = (world: World, domain: Domain): World => ({
  ...world,
  domains: world.domains.map((other) => (other.domainID === domain.domainID ? domain : other)),
});
