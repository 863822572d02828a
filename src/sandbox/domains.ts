import { day } from './time.ts';

/** Specification, Domain status. */
export const domainStatuses = [
  'register-init',
  'register-pending',
  'register-cancel',
  'transfer-init',
  'transfer-pending',
  'transfer-cancel',
  'inactive',
  'active',
  'renewed',
  'expired-renewgrace',
  'expired-redemption',
  'expired-pendingdelete',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** Specification, Enumerations: Transfer status. */
export const transferStatuses = [
  'init',
  'queued',
  'set-auth',
  'pending-auth',
  'pending-foa',
  'pending-tag',
  'pending-registry',
  'cancelled',
  'completed',
] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const renewalModes = ['autorenew', 'manual', 'letexpire'] as const;

/** Who answers for a domain: identifiers of contacts. */
export type Roles = { owner: string; admin: string; tech: string; billing: string };

export type GlueRecord = { name: string; ipv4: string; ipv6?: string };
export type DnssecEntry = { keytag: number; algorithm: number; digesttype: number; digest: string };
export type HistoryEntry = { ts: string; ip: string; user: string; title: string; message: string };
/** Entries that are kept of a history; older ones are forgotten, so that a sandbox that runs for weeks does not grow. */
export const historyLength = 1000;
export type DeletedDomain = { name: string; tld: string; tsDeleted: string; info: string };

/** A domain of the account (specification, Domain information). */
export type Domain = {
  domainID: number;
  /** In Punycode and lower case; it is shown in Unicode. */
  name: string;
  status: DomainStatus;
  /** Milliseconds since the epoch: when the state that moves on by itself began. */
  since: number;
  tsCreate: string;
  /** Empty until a registration or transfer is through. */
  tsExpir: string;
  /** Years that a registration or transfer in process adds when it is through. */
  period: number;
  renewalMode: (typeof renewalModes)[number];
  modifyBlock: boolean;
  transferBlock: boolean;
  whoisPrivacy: boolean;
  viewWhois: boolean;
  /** Tags with commas. */
  tag: string;
  /** Empty where no transfer brought the domain here. */
  transferStatus: TransferStatus | '';
  authcode: string;
  roles: Roles;
  defaultNS: boolean;
  nameservers: readonly string[];
  gluerecords: readonly GlueRecord[];
  dnssec: readonly DnssecEntry[];
  history: readonly HistoryEntry[];
};

/** The name servers of the service itself; their addresses are of RFC 5737. */
export const defaultNameservers: readonly string[] = ['ns1.sandbox.example', 'ns2.sandbox.example'];

/** An identifier that no other domain of this world has, or had. */
export const nextDomainID = (world: { domains: readonly unknown[]; deletedDomains: readonly unknown[] }): number =>
  1_000_001 + world.domains.length + world.deletedDomains.length;

/** What opens the domain for a transfer away; no secret, since nobody can bring it out of this sandbox. */
export const authcodeOf = (domainID: number): string => `sandbox-${domainID}`;

/** A domain as an order leaves it. Times are milliseconds since the epoch. */
export const newDomain = (
  given: Pick<Domain, 'domainID' | 'name' | 'status' | 'roles'> & Partial<Domain>,
  now: number,
): Domain => ({
  since: now,
  tsCreate: day(now),
  tsExpir: '',
  period: 1,
  renewalMode: 'autorenew',
  modifyBlock: false,
  transferBlock: false,
  whoisPrivacy: false,
  viewWhois: true,
  tag: '',
  transferStatus: '',
  authcode: authcodeOf(given.domainID),
  defaultNS: true,
  nameservers: defaultNameservers,
  gluerecords: [],
  dnssec: [],
  history: [],
  ...given,
});
