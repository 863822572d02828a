import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from '../../src/core/backoff.ts';

const hour = 3_600_000;
const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the wait after failures in a row', () => {
  it.each([
    ['the first is about 5 s', 1, 0.5, 5_000],
    ['jitter does not go below 5 s', 1, 0, 5_000],
    ['the second is twice as long', 2, 0.5, 10_000],
    ['jitter takes up to a quarter off', 3, 0, 15_000],
    ['the eleventh is an hour', 11, 0.5, hour],
    ['jitter does not go above an hour', 11, 0.999, hour],
    ['a thousand failures are an hour too', 1000, 0.5, hour],
    ['none at all counts as one', 0, 0, 5_000],
  ])('%s', (_, failures, random, wait) => expect(backoff(failures, random)).toBe(wait));

  it('is between 5 s and 1 h, and never shorter for more failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), jitter, (failures, random) => {
        const wait = backoff(failures, random);
        expect(wait).toBeGreaterThanOrEqual(5_000);
        expect(wait).toBeLessThanOrEqual(hour);
        expect(backoff(failures + 1, random)).toBeGreaterThanOrEqual(wait);
      }),
    );
  });
});
