/** The two address families, by the names they have in the configuration. */
export type Family = 'ipv4' | 'ipv6';
export const families: readonly Family[] = ['ipv4', 'ipv6'];

/** What one source answered when asked for the address. */
export type Vote = {
  /** The source as it is written in the configuration. */
  source: string;
  /** Who stands behind the source: two sources with the same operator are one witness. */
  operator: string;
  /** The address, in canonical form; absent where the source gave none that may be published. */
  address?: string;
  /** Why there is no address, or why it was not taken. */
  error?: string;
};

/** What a round knows about the address of one family. */
export type Observation =
  | { kind: 'known'; address: string; votes: Vote[] }
  /** Sources answered, but too few independent ones named the same address. */
  | { kind: 'disputed'; votes: Vote[] }
  /** No source gave an address. Unknown is not none: it never changes a record. */
  | { kind: 'unavailable'; votes: Vote[] }
  /** The dynamic DNS endpoint is to take the address that it sees (the source `provider`). */
  | { kind: 'seen-by-provider'; votes: Vote[] };
