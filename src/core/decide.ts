import { sameAddress } from './address.ts';
import { dampedUntil } from './damping.ts';
import { holdLength } from './hold.ts';
import type { Observation } from './observation.ts';
import type { Hold, RecordState } from './state.ts';

export type Policy = {
  /** The record is looked at again after this time though the address is the same. Milliseconds. */
  refreshMs: number;
  /**
   * A person asked for it: backoff and damping don't count, and the provider is asked in any case. Holds are ended before
   * the round, so that one which stands is of this very round, and counts.
   */
  force: boolean;
  /** A person waits: an attempt that never reached the provider need not wait to be repeated. */
  impatient: boolean;
};

export type Action =
  /** The provider confirmed the address that was found. */
  | { do: 'nothing' }
  | {
      do: 'publish';
      /** Undefined: the endpoint takes the address that it sees. */
      address: string | undefined;
      why: 'first' | 'changed' | 'refresh' | 'unconfirmed' | 'forced' | 'seen';
    }
  | { do: 'hold'; why: 'account' | 'backoff' | 'flapping'; until: number }
  /** The address is not known, so nothing may change. */
  | { do: 'keep'; why: 'disputed' | 'unavailable' };

/** What to do about one record. A function of its arguments. */
export const decide = (
  record: RecordState,
  hold: Hold | undefined,
  observation: Observation,
  policy: Policy,
  now: number,
): Action => {
  if (observation.kind === 'disputed' || observation.kind === 'unavailable')
    return { do: 'keep', why: observation.kind };
  const action = wanted(record, observation, policy, now);
  if (action.do !== 'publish') return action;
  if (hold !== undefined) return { do: 'hold', why: 'account', until: hold.until };
  if (policy.force) return action;
  const backoffUntil = waitingUntil(record, policy, now);
  if (backoffUntil !== null) return { do: 'hold', why: 'backoff', until: backoffUntil };
  if (action.why === 'changed' && action.address !== undefined) {
    const until = dampedUntil(record, action.address, now);
    if (until !== null) return { do: 'hold', why: 'flapping', until };
  }
  return action;
};

const wanted = (record: RecordState, observation: Observation, policy: Policy, now: number): Action => {
  const address = observation.kind === 'known' ? observation.address : undefined;
  const publish = (why: (Action & { do: 'publish' })['why']): Action => ({ do: 'publish', address, why });
  if (policy.force) return publish('forced');
  if (record.unconfirmed) return publish('unconfirmed');
  if (address === undefined) return publish('seen');
  if (record.address === null) return publish('first');
  if (!sameAddress(record.address, address)) return publish('changed');
  return isFresh(record.confirmedAt, policy.refreshMs, now) ? { do: 'nothing' } : publish('refresh');
};

/** A confirmation from the future (the clock was set back) is none. */
const isFresh = (confirmedAt: number | null, refreshMs: number, now: number): boolean =>
  confirmedAt !== null && confirmedAt <= now && now - confirmedAt < refreshMs;

const waitingUntil = (record: RecordState, policy: Policy, now: number): number | null => {
  if (record.nextAttemptAt === null || now >= record.nextAttemptAt) return null;
  // The clock was set back: how much of the wait is over can't be told, and it must not become hours.
  if (record.failedAt !== null && now < record.failedAt) return null;
  // Longer than any wait can be.
  if (record.nextAttemptAt - now > holdLength) return null;
  return policy.impatient && !record.reached ? null : record.nextAttemptAt;
};
