/** Why the provider said no, in terms of what a person has to do about it. */
export type Refusal =
  /** A user, key or password that the provider does not accept. Never tried again until it is changed. */
  | 'credentials'
  /** The account is blocked, banned, filtered, deleted or inactive. Nothing is sent until a person acted or a day passed. */
  | 'blocked'
  /** The main API takes calls from registered addresses only, and this machine's is not one of them. */
  | 'caller'
  /** The name is in no zone of this account, as far as the endpoint knows: it may be created over the main API. */
  | 'unknown-host'
  /** The provider knows the name and refuses it: a CNAME in the way, a value it does not take. */
  | 'host';

/** Which of the two protocols carried a record's change. */
export type Via = 'dyndns' | 'api';

/**
 * What came of one attempt to publish an address. Every kind but `accepted` and `unchanged` leaves what is known
 * about the record as it was.
 */
export type Outcome =
  /** The provider says that the record has the address now and that this changed its value (or created it). */
  | {
      kind: 'accepted';
      /** The address that the provider named; null where its answer does not name one. */
      address: string | null;
      created: boolean;
      via: Via;
      message: string;
    }
  /** The provider says that the record had the address already; `unsaid`: that it has it, and not since when. */
  | { kind: 'unchanged'; address: string | null; via: Via; message: string; unsaid?: true }
  | { kind: 'rejected'; refusal: Refusal; via: Via; message: string }
  /** Nothing was done and it is worth trying again: no connection, HTTP 5xx or 429, an answer that is not understood. */
  | {
      kind: 'unreachable';
      via: Via;
      message: string;
      /** How long the provider asked to be left alone (Retry-After), in milliseconds. */
      retryAfterMs?: number;
      /** Whether a request reached the provider: one that did counts in its limits. */
      reached: boolean;
    }
  /** The request left and no whole answer came: the record may have either address. */
  | { kind: 'unconfirmed'; via: Via; message: string };
