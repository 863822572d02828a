import type { Family } from './observation.ts';
import type { Via } from './outcome.ts';
import type { Problem } from './problem.ts';

/** Times are milliseconds since the epoch. */
export type Hold = {
  reason: 'credentials' | 'blocked';
  message: string;
  since: number;
  until: number;
  /** Of the credentials that were refused, so that changed ones end the hold. Never the credentials. */
  fingerprint: string;
};

/** What `update` and `status` say of a record. */
export type RecordOutcome = 'updated' | 'created' | 'unchanged' | 'would-update' | 'held' | 'failed';

/** Why the last attempt failed, in terms of who can mend it. */
export type Failure = 'passing' | 'refused' | 'credentials';

/** What is known about one record. Only what the provider confirmed counts as published. */
export type RecordState = {
  /** The address that the provider confirmed last; null where it never did. */
  address: string | null;
  confirmedAt: number | null;
  /** The last outcome; null before the first attempt. */
  outcome: RecordOutcome | null;
  message: string;
  failure: Failure | null;
  /** Failures in a row. */
  failures: number;
  /** When the last attempt failed; a time to come tells that the clock was set back since. */
  failedAt: number | null;
  /** No attempt before this time; null where none is due. */
  nextAttemptAt: number | null;
  /** False where the last failure never reached the provider, so that trying again costs it nothing. */
  reached: boolean;
  /** A request left and no answer came: the record may have either address. */
  unconfirmed: boolean;
  /** The endpoint does not know the name: the next attempt starts at the main API. */
  missing: boolean;
  /** What the main API told about the record, to spare looking it up again. */
  service: string | null;
  entityId: string | null;
  /** The last changes, oldest first, for damping. */
  changes: { at: number; address: string }[];
  /** How many times in a row a change had to wait for being one of too many. */
  strikes: number;
};

export type Unknown = { rounds: number; message: string };

/** After so many rounds in a row without an address it is a problem to show; before, it mends itself mostly. */
export const roundsToProblem = 3;

export type State = {
  version: 1;
  /** A random name of this installation: salts the fingerprints. */
  installation: string;
  /** The sources in the order they are asked, by family. */
  order: Record<Family, string[]>;
  /** The last addresses that were found. */
  detected: Record<Family, string | null>;
  /** Rounds in a row that knew no address, counted to where it is a problem; null where the last one knew it. */
  unknown: Record<Family, Unknown | null>;
  /** What stands between this network and the internet, by the router's own word; null where it tells of nothing. */
  nat: Problem | null;
  holds: Record<Via, Hold | null>;
  /** By core/target.ts recordKey. */
  records: Record<string, RecordState>;
};

export const emptyState = (installation: string): State => ({
  version: 1,
  installation,
  order: { ipv4: [], ipv6: [] },
  detected: { ipv4: null, ipv6: null },
  unknown: { ipv4: null, ipv6: null },
  nat: null,
  holds: { dyndns: null, api: null },
  records: {},
});

export const emptyRecord: RecordState = {
  address: null,
  confirmedAt: null,
  outcome: null,
  message: '',
  failure: null,
  failures: 0,
  failedAt: null,
  nextAttemptAt: null,
  reached: false,
  unconfirmed: false,
  missing: false,
  service: null,
  entityId: null,
  changes: [],
  strikes: 0,
};
