import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../src/dyndns/retry-after.ts';

const now = Date.UTC(1994, 10, 6, 8, 49, 0);
const day = 86_400_000;

describe('Retry-After', () => {
  it.each([
    ['seconds', '120', 120_000],
    ['no time at all', '0', 0],
    ['white space around', ' 5 ', 5000],
    ['more than a day is a day', '9999999', day],
    ['more than a number holds is a day', '9'.repeat(400), day],
    ['a date', 'Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['a date as RFC 850 has it', 'Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['a date as asctime has it', 'Sun Nov  6 08:49:37 1994', 37_000],
    ['a date that is over', 'Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['a date far away', 'Sun, 06 Nov 2050 08:49:37 GMT', day],
    ['none', undefined, undefined],
    ['an empty one', '', undefined],
    ['a negative one', '-5', undefined],
    ['a fraction', '1.5', undefined],
    ['a word', 'soon', undefined],
    ['a date of another form', '1994-11-06T08:49:37Z', undefined],
    ['a date that does not exist', 'Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ])('%s', (_sentence, header, expected) => expect(retryAfterMs(header, now)).toBe(expected));

  it('is undefined or within a day for every header', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const ms = retryAfterMs(header, now);
          if (ms !== undefined) expect(ms >= 0 && ms <= day).toBe(true);
        },
      ),
    ));
});
