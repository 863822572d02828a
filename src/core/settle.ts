import { sameAddress } from './address.ts';
import { backoff } from './backoff.ts';
import { afterChange } from './damping.ts';
import { holdLength } from './hold.ts';
import type { Outcome } from './outcome.ts';
import type { Failure, Hold, RecordState } from './state.ts';

export type Settled = {
  record: RecordState;
  /** Credentials were refused or the account is blocked: what was used is to be left alone. */
  hold?: Omit<Hold, 'fingerprint'>;
};

/**
 * The record's state after an attempt. What was published before stays published until the provider confirms something
 * else.
 *
 * @param jitter a random number in [0, 1)
 * @param asked the address that was asked for; undefined where the endpoint took the one it saw
 */
export const settle = (
  record: RecordState,
  outcome: Outcome,
  now: number,
  jitter: number,
  asked?: string | undefined,
): Settled => {
  switch (outcome.kind) {
    case 'accepted':
    case 'unchanged':
      return { record: confirmed(record, outcome, now, asked) };
    case 'unconfirmed':
      return { record: { ...failed(record, outcome.message, 'passing', now, jitter), unconfirmed: true } };
    case 'unreachable':
      return { record: unreachable(record, outcome, now, jitter) };
    case 'rejected':
      return rejected(record, outcome, now, jitter);
  }
};

const confirmed = (
  record: RecordState,
  outcome: Outcome & { kind: 'accepted' | 'unchanged' },
  now: number,
  asked: string | undefined,
): RecordState => {
  // A plain `OK` names no address: it is about the one that was asked for (specification, Dynamic DNS endpoint).
  const address = outcome.address ?? asked ?? (outcome.kind === 'unchanged' ? record.address : null);
  const changed = address !== null && (record.address === null || !sameAddress(record.address, address));
  // It confirmed another address before, and this one now.
  const updated = outcome.kind === 'accepted' || (outcome.unsaid === true && changed && record.address !== null);
  return {
    ...record,
    ...(changed ? afterChange(record, address, now) : {}),
    address,
    confirmedAt: now,
    outcome: outcome.kind === 'accepted' && outcome.created ? 'created' : updated ? 'updated' : 'unchanged',
    message: outcome.message,
    failure: null,
    failures: 0,
    failedAt: null,
    nextAttemptAt: null,
    reached: true,
    unconfirmed: false,
    missing: false,
  };
};

/** The provider wants to be left alone, as its answer for another record says: this one waits as long. */
export const leftAlone = (record: RecordState, until: number, message: string, now: number): RecordState => ({
  ...record,
  outcome: 'held',
  message,
  failure: 'passing',
  failedAt: now,
  nextAttemptAt: until,
  reached: true,
});

/** The address that was found is the published one again: what failed in between does not matter any more. */
export const currentAgain = (record: RecordState, message: string): RecordState => ({
  ...record,
  outcome: 'unchanged',
  message,
  failure: null,
  failures: 0,
  failedAt: null,
  nextAttemptAt: null,
});

const failed = (record: RecordState, message: string, failure: Failure, now: number, jitter: number): RecordState => {
  const failures = record.failures + 1;
  return {
    ...record,
    outcome: 'failed',
    message,
    failure,
    failures,
    failedAt: now,
    nextAttemptAt: now + Math.round(backoff(failures, jitter)),
    reached: true,
  };
};

const unreachable = (
  record: RecordState,
  outcome: Outcome & { kind: 'unreachable' },
  now: number,
  jitter: number,
): RecordState => {
  const next = failed(record, outcome.message, 'passing', now, jitter);
  // No more than a day, whatever the provider asks: longer is a mistake that would lose the record.
  const asked = now + Math.min(outcome.retryAfterMs ?? 0, holdLength);
  return { ...next, nextAttemptAt: Math.max(next.nextAttemptAt ?? 0, asked), reached: outcome.reached };
};

const rejected = (
  record: RecordState,
  outcome: Outcome & { kind: 'rejected' },
  now: number,
  jitter: number,
): Settled => {
  const { refusal, message } = outcome;
  if (refusal !== 'credentials' && refusal !== 'blocked') {
    return { record: failed(record, message, 'refused', now, jitter) };
  }
  return {
    record: { ...failed(record, message, 'credentials', now, jitter), nextAttemptAt: null },
    hold: { reason: refusal, message, since: now, until: now + holdLength },
  };
};
