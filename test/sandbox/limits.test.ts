import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOf, parseLimit, parseSpan, type Usage, unused, used } from '../../src/sandbox/limits.ts';

const limits = { operations: { count: 3, withinMs: 1000 }, errors: { count: 1, withinMs: 1000 }, blockMs: 500 };
const after = (requests: readonly [at: number, failed: boolean][]): Usage =>
  requests.reduce((usage, [at, failed]) => used(usage, limits, failed, at), unused);

describe('a user is blocked', () => {
  it.each<[string, [number, boolean][], number, string | undefined]>([
    [
      'not at the limit',
      [
        [0, false],
        [1, false],
        [2, false],
      ],
      3,
      undefined,
    ],
    [
      'by one operation too many',
      [
        [0, false],
        [1, false],
        [2, false],
        [3, false],
      ],
      4,
      'operations',
    ],
    [
      'by one error too many',
      [
        [0, true],
        [1, true],
      ],
      2,
      'errors',
    ],
    [
      'not by errors that are long ago',
      [
        [0, true],
        [1001, true],
      ],
      1002,
      undefined,
    ],
    [
      'for the time that it says',
      [
        [0, true],
        [1, true],
      ],
      500,
      'errors',
    ],
    [
      'and no longer',
      [
        [0, true],
        [1, true],
      ],
      501,
      undefined,
    ],
  ])('%s', (_, requests, now, why) => {
    expect(blockOf(after(requests), now)).toBe(why);
  });
  it('never where nothing is limited', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (failures) => {
        const usage = failures.reduce((so, failed, at) => used(so, { blockMs: 1 }, failed, at), unused);
        expect(usage).toEqual(unused);
      }),
    );
  });
});

it.each([
  ['20/5m', { count: 20, withinMs: 300_000 }],
  ['0/1s', { count: 0, withinMs: 1000 }],
  ['20', undefined],
  ['/5m', undefined],
  ['20/5', undefined],
  ['-1/5m', undefined],
])('the limit %s is %o', (text, limit) => {
  expect(parseLimit(text)).toEqual(
    limit ? { ok: true, value: limit } : { ok: false, error: expect.stringContaining('20/5m') },
  );
});

it.each([
  ['90s', 90_000],
  ['1h', 3_600_000],
  ['0s', undefined],
  ['1d', undefined],
])('the time %s is %o', (text, span) => {
  expect(parseSpan(text)).toEqual(
    span ? { ok: true, value: span } : { ok: false, error: expect.stringContaining('5m') },
  );
});
