import type { Via } from './outcome.ts';
import type { Hold, State } from './state.ts';

/** Credentials that were refused, and blocked accounts, are left alone for a day. Milliseconds. */
export const holdLength = 86_400_000;

/**
 * The hold that stands for requests over `via`, if any. A hold ends when its time is over and when the credentials are
 * others than those refused. A block is the account's, so it holds both ways; a refused secret holds only its own way.
 * A clock that was set back does not end a hold: see `afterSetback`.
 */
export const holdOn = (
  via: Via,
  holds: State['holds'],
  fingerprintOf: (via: Via) => string,
  now: number,
): Hold | undefined => {
  const standing = (way: Via): Hold | undefined => {
    const hold = holds[way];
    if (hold === null) return undefined;
    const until = endOf(hold, now);
    return now < until && hold.fingerprint === fingerprintOf(way) ? { ...hold, until } : undefined;
  };
  const other: Via = via === 'dyndns' ? 'api' : 'dyndns';
  const block = holds[other]?.reason === 'blocked' ? other : undefined;
  return standing(via) ?? (block && standing(block));
};

/**
 * Notes that the clock shows a time before the hold began (a start without a clock of its own, a clock that was wrong
 * then): the day is counted from here on this clock, so that the hold ends one day; and from where it was, should the
 * clock be put right again, so that it does not end at once.
 */
export const afterSetback = (holds: State['holds'], now: number): State['holds'] => {
  const noted = (hold: Hold | null): Hold | null =>
    hold !== null && isBefore(hold, now) && now < hold.since ? { ...hold, since: now } : hold;
  return { dyndns: noted(holds.dyndns), api: noted(holds.api) };
};

/** `until` stays as it was set, so it tells when the hold began. */
const isBefore = ({ until }: Hold, now: number): boolean => now < until - holdLength;

const endOf = (hold: Hold, now: number): number =>
  isBefore(hold, now) ? Math.min(hold.since + holdLength, hold.until) : hold.until;
