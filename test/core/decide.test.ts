import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, decide, type Policy } from '../../src/core/decide.ts';
import type { Observation } from '../../src/core/observation.ts';
import { emptyRecord, type Hold, type RecordState } from '../../src/core/state.ts';

const now = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const [a, b] = ['203.0.113.1', '203.0.113.2'];
const known = (address: string): Observation => ({ kind: 'known', address, votes: [] });
const blind = (kind: 'disputed' | 'unavailable' | 'seen-by-provider'): Observation => ({ kind, votes: [] });
const current: RecordState = { ...emptyRecord, address: a, confirmedAt: now - hour, outcome: 'updated' };
const waits: RecordState = { ...current, failures: 1, failedAt: now - 1, nextAttemptAt: now + 5_000, reached: true };
const flapping: RecordState = {
  ...current,
  changes: [a, b, a].map((address, index) => ({ at: now - 3_000 + index, address })),
};
const hold: Hold = {
  reason: 'credentials',
  message: '',
  since: now - hour,
  until: now + 23 * hour,
  fingerprint: '',
};
const policy: Policy = { refreshMs: 24 * hour, force: false, impatient: false };

type Row = [string, RecordState, Observation, Partial<Policy>, Hold | undefined, Action];
const publish = (address: string | undefined, why: (Action & { do: 'publish' })['why']): Action => ({
  do: 'publish',
  address,
  why,
});

describe('what to do about a record', () => {
  it.each<Row>([
    ['nothing where the address is the one confirmed', current, known(a), {}, undefined, { do: 'nothing' }],
    ['publish a first address', emptyRecord, known(a), {}, undefined, publish(a, 'first')],
    ['publish an address that changed', current, known(b), {}, undefined, publish(b, 'changed')],
    [
      'look again when it is time to refresh',
      { ...current, confirmedAt: now - 24 * hour },
      known(a),
      {},
      undefined,
      publish(a, 'refresh'),
    ],
    [
      'a confirmation from the future is none',
      { ...current, confirmedAt: now + 1 },
      known(a),
      {},
      undefined,
      publish(a, 'refresh'),
    ],
    [
      'publish again what could not be confirmed, though the address is the old one',
      { ...current, unconfirmed: true },
      known(a),
      {},
      undefined,
      publish(a, 'unconfirmed'),
    ],
    [
      'let the provider take what it sees',
      current,
      blind('seen-by-provider'),
      {},
      undefined,
      publish(undefined, 'seen'),
    ],
    [
      'keep what is there while sources disagree',
      current,
      blind('disputed'),
      {},
      undefined,
      { do: 'keep', why: 'disputed' },
    ],
    [
      'unknown is not none',
      current,
      blind('unavailable'),
      { force: true },
      undefined,
      { do: 'keep', why: 'unavailable' },
    ],
    [
      'a held account is left alone',
      current,
      known(b),
      {},
      hold,
      { do: 'hold', why: 'account', until: now + 23 * hour },
    ],
    ['a held account with nothing to do is nothing', current, known(a), {}, hold, { do: 'nothing' }],
    [
      'a failure before waits its time',
      waits,
      known(b),
      {},
      undefined,
      { do: 'hold', why: 'backoff', until: now + 5_000 },
    ],
    [
      'a person does not wait for what never reached the provider',
      { ...waits, reached: false },
      known(b),
      { impatient: true },
      undefined,
      publish(b, 'changed'),
    ],
    [
      'a person waits for what did',
      waits,
      known(b),
      { impatient: true },
      undefined,
      { do: 'hold', why: 'backoff', until: now + 5_000 },
    ],
    [
      'when its time has come it is tried',
      { ...waits, nextAttemptAt: now },
      known(b),
      {},
      undefined,
      publish(b, 'changed'),
    ],
    [
      'a wait that a clock set back made longer is none',
      { ...waits, failedAt: now + 2 * hour, nextAttemptAt: now + 2 * hour + 5_000 },
      known(b),
      {},
      undefined,
      publish(b, 'changed'),
    ],
    [
      'nor one that is longer than any can be',
      { ...waits, failedAt: null, nextAttemptAt: now + 25 * hour },
      known(b),
      {},
      undefined,
      publish(b, 'changed'),
    ],
    ['force wins over backoff', waits, known(a), { force: true }, undefined, publish(a, 'forced')],
    [
      'and not over what was refused since it ended the holds',
      waits,
      known(a),
      { force: true },
      hold,
      { do: 'hold', why: 'account', until: now + 23 * hour },
    ],
    [
      'an address that comes and goes waits',
      flapping,
      known(b),
      {},
      undefined,
      { do: 'hold', why: 'flapping', until: now - 3_000 + 600_000 },
    ],
    ['unless it is forced', flapping, known(b), { force: true }, undefined, publish(b, 'forced')],
  ])('%s', (_, record, observation, more, held, action) => {
    expect(decide(record, held, observation, { ...policy, ...more }, now)).toEqual(action);
  });

  it('nothing but the address that was found is ever published, and none while it is not known', () => {
    const time = fc.option(fc.integer({ min: now - 48 * hour, max: now + 48 * hour }), { nil: null });
    const record = fc.record({
      address: fc.constantFrom(null, a, b, 'garbage'),
      confirmedAt: time,
      failedAt: time,
      nextAttemptAt: time,
      unconfirmed: fc.boolean(),
      reached: fc.boolean(),
    });
    const observation = fc.constantFrom<Observation>(known(a), blind('disputed'), blind('unavailable'));
    fc.assert(
      fc.property(
        record,
        observation,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (some, seen, held, force, impatient) => {
          const action = decide(
            { ...emptyRecord, ...some },
            held ? hold : undefined,
            seen,
            { ...policy, force, impatient },
            now,
          );
          if (action.do === 'publish') {
            expect(seen.kind).toBe('known');
            expect(action.address).toBe(a);
            expect(held).toBe(false);
          }
          if (action.do === 'hold') {
            expect(action.until).toBeGreaterThan(now);
            expect(action.until).toBeLessThanOrEqual(now + 24 * hour);
          }
        },
      ),
    );
  });
});
