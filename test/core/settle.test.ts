import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdLength } from '../../src/core/hold.ts';
import type { Outcome, Refusal } from '../../src/core/outcome.ts';
import { settle } from '../../src/core/settle.ts';
import { emptyRecord, type RecordState } from '../../src/core/state.ts';

const now = Date.UTC(2026, 0, 1);
const [a, b] = ['203.0.113.1', '203.0.113.2'];
const failing: RecordState = {
  ...emptyRecord,
  address: a,
  confirmedAt: now - 1,
  outcome: 'failed',
  message: 'before',
  failure: 'passing',
  failures: 4,
  failedAt: now - 1,
  nextAttemptAt: now,
  unconfirmed: true,
  missing: true,
};
const via = 'dyndns' as const;
const accepted = (address: string | null, created = false): Outcome => ({
  kind: 'accepted',
  address,
  created,
  via,
  message: 'm',
});
const unchanged = (address: string | null): Outcome => ({ kind: 'unchanged', address, via, message: 'm' });
const unsaid = (address: string): Outcome => ({ kind: 'unchanged', address, via, message: 'm', unsaid: true });
const rejected = (refusal: Refusal): Outcome => ({ kind: 'rejected', refusal, via, message: 'm' });
const unreachable = (retryAfterMs?: number, reached = true): Outcome => ({
  kind: 'unreachable',
  via,
  reached,
  message: 'm',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('what the provider confirmed is published, and ends the failures', () => {
  it.each<[string, Outcome, string | undefined, Partial<RecordState>]>([
    ['an update', accepted(b), b, { address: b, outcome: 'updated' }],
    ['a creation', accepted(b, true), b, { address: b, outcome: 'created' }],
    ['an address that was there already', unchanged(b), b, { address: b, outcome: 'unchanged' }],
    ['a plain OK is about the address that was asked for', unchanged(null), b, { address: b, outcome: 'unchanged' }],
    ['a plain UPDATE without an address too', accepted(null), b, { address: b, outcome: 'updated' }],
    ['a confirmation that tells of no change, after another address', unsaid(b), b, { address: b, outcome: 'updated' }],
    ['a confirmation that tells of no change, after the same', unsaid(a), a, { address: a, outcome: 'unchanged' }],
    ['what the provider names wins', accepted(a), b, { address: a }],
    ['nothing changed, by what it saw: it is the one before', unchanged(null), undefined, { address: a }],
    ['changed to what it saw, unnamed: not known', accepted(null), undefined, { address: null }],
  ])('%s', (_, outcome, asked, expected) => {
    const { record, hold } = settle(failing, outcome, now, 0.5, asked);
    expect(hold).toBeUndefined();
    expect(record).toMatchObject({
      ...expected,
      confirmedAt: now,
      failure: null,
      failures: 0,
      failedAt: null,
      nextAttemptAt: null,
      unconfirmed: false,
      missing: false,
      message: 'm',
    });
  });

  it('a change is remembered, a confirmation is not', () => {
    expect(settle(failing, accepted(b), now, 0.5, b).record.changes).toEqual([{ at: now, address: b }]);
    expect(settle(failing, unchanged(a), now, 0.5, a).record.changes).toEqual([]);
  });
});

describe('a failure leaves what was published and waits', () => {
  it.each<[string, Outcome, Partial<RecordState>]>([
    [
      'no connection',
      unreachable(undefined, false),
      { failure: 'passing', reached: false, nextAttemptAt: now + 80_000 },
    ],
    ['an error of the server', unreachable(), { failure: 'passing', reached: true, nextAttemptAt: now + 80_000 }],
    ['a Retry-After that is longer', unreachable(600_000), { nextAttemptAt: now + 600_000 }],
    ['a Retry-After that is shorter', unreachable(1), { nextAttemptAt: now + 80_000 }],
    ['a Retry-After of a year is a mistake', unreachable(365 * holdLength), { nextAttemptAt: now + holdLength }],
    [
      'a lost answer',
      { kind: 'unconfirmed', via, message: 'm' },
      { unconfirmed: true, failure: 'passing', reached: true },
    ],
    ['a host that is not known', rejected('unknown-host'), { failure: 'refused', nextAttemptAt: now + 80_000 }],
    ['a caller that is not registered', rejected('caller'), { failure: 'refused' }],
    ['refused credentials', rejected('credentials'), { failure: 'credentials', nextAttemptAt: null }],
  ])('%s', (_, outcome, expected) => {
    const { record } = settle({ ...failing, unconfirmed: false }, outcome, now, 0.5, b);
    expect(record).toMatchObject({ address: a, confirmedAt: now - 1, outcome: 'failed', failures: 5, failedAt: now });
    expect(record).toMatchObject(expected);
  });

  it('what was not confirmed stays so through other failures', () => {
    for (const outcome of [unreachable(), rejected('host')]) {
      expect(settle(failing, outcome, now, 0.5, b).record.unconfirmed).toBe(true);
    }
  });

  it.each<[Refusal, boolean]>([
    ['credentials', true],
    ['blocked', true],
    ['caller', false],
    ['unknown-host', false],
    ['host', false],
  ])('refusal %s holds the account: %s', (refusal, holds) => {
    const expected = { reason: refusal, message: 'm', since: now, until: now + holdLength };
    expect(settle(failing, rejected(refusal), now, 0).hold).toEqual(holds ? expected : undefined);
  });

  it('the next attempt is 5 s to a day away, whatever the provider says', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.option(fc.double(), { nil: undefined }), (failures, asked) => {
        const retry = asked === undefined || Number.isNaN(asked) ? undefined : Math.abs(asked);
        const { record } = settle({ ...failing, failures }, unreachable(retry), now, 0);
        expect(record.nextAttemptAt).toBeGreaterThanOrEqual(now + 5_000);
        expect(record.nextAttemptAt).toBeLessThanOrEqual(now + holdLength);
      }),
    );
  });
});
