import { describe, expect, it } from 'vitest';
import { afterSetback, holdLength, holdOn } from '../../src/core/hold.ts';
import type { Via } from '../../src/core/outcome.ts';
import type { Hold } from '../../src/core/state.ts';

const hour = 3_600_000;
const since = Date.UTC(2026, 0, 1);
const hold = (over: Partial<Hold> = {}): Hold => ({
  reason: 'credentials',
  message: 'refused',
  since,
  until: since + holdLength,
  fingerprint: 'old',
  ...over,
});
const on = (via: Via, holds: { dyndns?: Hold; api?: Hold }, fingerprint: string, now: number) =>
  holdOn(via, { dyndns: null, api: null, ...holds }, () => fingerprint, now);

describe('a hold stands', () => {
  it.each<[string, Via, { dyndns?: Hold; api?: Hold }, string, number, boolean]>([
    ['from when the credentials were refused', 'dyndns', { dyndns: hold() }, 'old', 0, true],
    ['until a day has passed', 'dyndns', { dyndns: hold() }, 'old', 24 * hour - 1, true],
    ['and no longer', 'dyndns', { dyndns: hold() }, 'old', 24 * hour, false],
    ['not for other credentials', 'dyndns', { dyndns: hold() }, 'new', 1, false],
    ['for its own way alone where a secret was refused', 'api', { dyndns: hold() }, 'old', 1, false],
    ['both ways where the account is blocked', 'api', { dyndns: hold({ reason: 'blocked' }) }, 'old', 1, true],
    ['the other way round too', 'dyndns', { api: hold({ reason: 'blocked' }) }, 'old', 1, true],
    ['though the clock was set back a second', 'dyndns', { dyndns: hold() }, 'old', -1_000, true],
    ['though the clock starts in 1970', 'dyndns', { dyndns: hold() }, 'old', -since, true],
    ['not where there is none', 'dyndns', {}, 'old', 0, false],
  ])('%s', (_, via, holds, fingerprint, later, stands) => {
    expect(on(via, holds, fingerprint, since + later) !== undefined).toBe(stands);
  });
});

describe('a clock that was set back', () => {
  const back = since - 1000 * hour;
  const noted = afterSetback({ dyndns: hold(), api: null }, back);
  const stands = (now: number) => on('dyndns', { dyndns: noted.dyndns ?? hold() }, 'old', now);

  it('lets the hold end a day later by that clock', () => {
    expect(stands(back)?.until).toBe(back + holdLength);
    expect(stands(back + holdLength - 1)).toBeDefined();
    expect(stands(back + holdLength)).toBeUndefined();
  });

  it('and put right again, at the time it would have ended', () => {
    expect(stands(since + hour)?.until).toBe(since + holdLength);
    expect(stands(since + holdLength)).toBeUndefined();
  });

  it('is noted once', () => expect(afterSetback(noted, back + hour)).toEqual(noted));

  it('and a clock that goes on changes nothing', () => {
    const holds = { dyndns: hold(), api: hold({ reason: 'blocked' }) };
    expect(afterSetback(holds, since + hour)).toEqual(holds);
  });
});
