import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordReport } from '../../src/agent/record-report.ts';
import type { RoundReport } from '../../src/agent/round.ts';
import { roundsUnknown, untilNextRound } from '../../src/agent/schedule.ts';
import type { Observation } from '../../src/core/observation.ts';

const now = Date.UTC(2026, 0, 1);
const record = (nextAttemptAt: number | null): RecordReport => ({
  target: { host: 'home.example.com', type: 'A', create: true },
  outcome: 'failed',
  address: null,
  previous: null,
  via: 'dyndns',
  message: '',
  exit: 75,
  nextAttemptAt,
});
const report = (nextAttempts: (number | null)[], observations: RoundReport['observations'] = {}): RoundReport => ({
  missed: false,
  offline: false,
  observations,
  records: nextAttempts.map(record),
  nat: null,
});

describe('until the next round', () => {
  it.each<[string, number, number, (number | null)[], number]>([
    ['the schedule, where nothing is due before', 300_000, 0, [null], 300_000],
    ['a record that is to be tried again before', 300_000, 0, [null, now + 7_000, now + 9_000], 7_000],
    ['no address: again in 5 s', 300_000, 1, [], 5_000],
    ['then in 15 s', 300_000, 2, [], 15_000],
    ['then in 45 s', 300_000, 3, [], 45_000],
    ['then by the schedule', 300_000, 4, [], 300_000],
    ['never less than a second', 300_000, 0, [now - 100_000], 1_000],
    ['nor where the schedule is late', -5, 0, [], 1_000],
  ])('%s', (_, untilSchedule, unknown, attempts, wait) => {
    expect(untilNextRound(untilSchedule, unknown, report(attempts), now)).toBe(wait);
  });

  it('is a minute at most after one that was missed', () => {
    const missed = { ...report([]), missed: true };
    expect([untilNextRound(3_600_000, 0, missed, now), untilNextRound(5_000, 2, missed, now)]).toEqual([60_000, 5_000]);
  });

  it('is between a second and the schedule', () => {
    const attempts = fc.array(fc.option(fc.integer({ min: now - 1e9, max: now + 1e9 })));
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 1e9 }), fc.nat(10), attempts, (untilSchedule, unknown, next) => {
        const wait = untilNextRound(untilSchedule, unknown, report(next), now);
        expect(wait).toBeGreaterThanOrEqual(1_000);
        expect(wait).toBeLessThanOrEqual(untilSchedule);
      }),
    );
  });
});

describe('rounds in a row that knew no address', () => {
  it('a round that was missed counts nothing and ends nothing', () => {
    expect(roundsUnknown(2, { ...report([]), missed: true })).toBe(2);
  });
  const known: Observation = { kind: 'known', address: '203.0.113.1', votes: [] };
  it.each<[string, RoundReport['observations'], number]>([
    ['a known address ends them', { ipv4: known }, 0],
    ['what the provider sees is known', { ipv4: { kind: 'seen-by-provider', votes: [] } }, 0],
    ['one family that nobody knows counts', { ipv4: known, ipv6: { kind: 'unavailable', votes: [] } }, 3],
    ['sources that disagree count', { ipv4: { kind: 'disputed', votes: [] } }, 3],
  ])('%s', (_, observations, count) => expect(roundsUnknown(2, report([], observations))).toBe(count));
});
