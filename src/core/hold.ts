import type { Via } from './outcome.ts';
import type { Hold, State } from './state.ts';

/** Credentials that were refused, and blocked accounts, are left alone for a day. Milliseconds. */
export const holdLength = 86_400_000;

/**
 * The hold that stands for requests over `via`, if any. A hold ends when its time is over and when the credentials are
 * others than those refused. A block is the account's, so it holds both ways; a refused secret holds only its own way.
 * A hold that would last longer than it can (the clock was set back) has ended.
 */
export const holdOn = (
  via: Via,
  holds: State['holds'],
  fingerprintOf: (via: Via) => string,
  now: number,
): Hold | undefined => {
  const stands = (way: Via): boolean => {
    const hold = holds[way];
    return (
      hold !== null && now < hold.until && hold.until - now <= holdLength && hold.fingerprint === fingerprintOf(way)
    );
  };
  const other: Via = via === 'dyndns' ? 'api' : 'dyndns';
  if (stands(via)) return holds[via] ?? undefined;
  if (holds[other]?.reason === 'blocked' && stands(other)) return holds[other] ?? undefined;
  return undefined;
};
