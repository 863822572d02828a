import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterChange, dampedUntil } from '../../src/core/damping.ts';

const min = 60_000;
const [a, b, c] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
const changed = (...rows: [minute: number, address: string][]) =>
  rows.map(([minute, address]) => ({ at: minute * min, address }));

describe('until when a change waits', () => {
  it.each([
    ['the first change does not', [], 0, a, 0, null],
    ['the third within ten minutes does not', changed([0, a], [1, b]), 0, a, 2, null],
    ['the fourth that goes back waits until ten minutes are over', changed([0, a], [1, b], [2, a]), 0, b, 3, 10],
    ['an address that was not there before never waits', changed([0, a], [1, b], [2, a]), 0, c, 3, null],
    ['when the ten minutes are over it is let', changed([0, a], [1, b], [2, a]), 0, b, 10, null],
    ['one that waited before waits twice as long', changed([0, a], [1, b], [2, a]), 1, b, 3, 20],
    ['and an hour at most', changed([0, a], [1, b], [2, a]), 50, b, 3, 60],
    ['changes from the future are none: the clock was set back', changed([60, a], [61, b], [62, a]), 9, b, 3, null],
  ])('%s', (_, changes, strikes, address, minute, until) => {
    expect(dampedUntil({ changes, strikes }, address, minute * min)).toBe(until === null ? null : until * min);
  });

  it('is never more than an hour away', () => {
    const change = fc.record({ at: fc.nat(1e8), address: fc.constantFrom(a, b, c) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(100), fc.nat(1e8), (changes, strikes, now) => {
        const until = dampedUntil({ changes, strikes }, a, now) ?? now + 1;
        expect(until).toBeGreaterThan(now);
        expect(until).toBeLessThanOrEqual(now + 60 * min);
      }),
    );
  });
});

describe('the changes with one more', () => {
  it.each([
    ['the first three are no strike', changed([0, a], [1, b]), 0, 2, 0],
    ['one as soon as it was let is a strike', changed([0, a], [1, b], [2, a]), 0, 10, 1],
    ['strikes add up', changed([0, a], [1, b], [2, a]), 2, 30, 3],
    ['a calm time ends them', changed([0, a], [1, b], [2, a]), 2, 80, 0],
    ['changes from the future are no strike', changed([60, a], [61, b], [62, a]), 2, 3, 0],
  ])('%s', (_, changes, strikes, minute, next) => {
    expect(afterChange({ changes, strikes }, b, minute * min).strikes).toBe(next);
  });

  it('are the last eight', () => {
    let state: ReturnType<typeof afterChange> = { changes: [], strikes: 0 };
    for (let n = 0; n < 20; n++) state = afterChange(state, `203.0.113.${n}`, n);
    expect(state.changes.map(({ at }) => at)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  });
});
