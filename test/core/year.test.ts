import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseState } from '../../src/agent/state-schema.ts';
import { decide } from '../../src/core/decide.ts';
import { afterSetback, holdOn } from '../../src/core/hold.ts';
import type { Observation } from '../../src/core/observation.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { settle } from '../../src/core/settle.ts';
import { emptyRecord, emptyState, type State } from '../../src/core/state.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
const every = 5 * minute;
const begin = Date.UTC(2026, 0, 1);
const policy = { refreshMs: day, force: false, impatient: false };
const via = 'dyndns' as const;

/** What goes wrong, from when, for how long. Times are true ones, from the begin of the year. */
type Trouble =
  | { kind: 'move'; address: string }
  | { kind: 'jump'; by: number }
  | { kind: 'restart' }
  | { kind: 'outage' | 'disputed' | 'unavailable' | 'refusal' | 'bad key' }
  | { kind: 'busy'; retryAfterMs: number | undefined }
  /** Answers are lost; whether the request took effect. */
  | { kind: 'lost'; effect: boolean };
type Event = Trouble & { from: number; until: number };

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), address: fc.nat(5).map((n) => `203.0.113.${n}`) }),
  fc.record({ kind: fc.constant('jump' as const), by: fc.integer({ min: -3 * day, max: 3 * day }) }),
  fc.record({ kind: fc.constant('jump' as const), by: fc.integer({ min: -3 * hour, max: 3 * hour }) }),
  fc.record({ kind: fc.constantFrom('restart' as const) }),
  fc.record({ kind: fc.constantFrom('outage', 'disputed', 'unavailable', 'refusal', 'bad key') }),
  fc.record({
    kind: fc.constant('busy' as const),
    retryAfterMs: fc.option(fc.nat(hour), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('lost' as const), effect: fc.boolean() }),
) as fc.Arbitrary<Trouble>;
const instant = (kind: Trouble['kind']) => kind === 'move' || kind === 'jump' || kind === 'restart';

const events = fc
  .array(fc.tuple(trouble, fc.nat(year - 5 * day), fc.nat(2 * day)), { minLength: 20, maxLength: 80 })
  .map((rows) =>
    rows
      .map(([what, from, length]): Event => ({ ...what, from, until: instant(what.kind) ? from : from + length }))
      .sort((a, b) => a.from - b.from),
  );

/** One year of rounds against a provider that is a few variables. Whatever must never be is asserted on the way. */
const live = (happenings: readonly Event[], seed: number): void => {
  let dice = seed;
  const random = (): number => {
    dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
    return dice / 2_147_483_648;
  };
  let state: State = emptyState('test');
  let address = '203.0.113.9';
  let published = '127.0.0.1';
  let confirmed: { address: string; at: number; forward: number } | undefined;
  let refused: { at: number; key: string; forward: number } | undefined;
  let key = 'key 0';
  let offset = 0;
  let setBack = 0;
  let forward = 0;
  let lastTrouble = 0;
  let wasBad = false;
  const perDay: number[] = [];
  const waiting = [...happenings];
  const running: Event[] = [];

  const answer = (now: number, host: string): Outcome => {
    const is = (kind: Trouble['kind']) => running.find((event) => event.kind === kind);
    if (is('outage')) return { kind: 'unreachable', via, reached: false, message: 'no route' };
    const busy = is('busy');
    if (busy?.kind === 'busy')
      return {
        kind: 'unreachable',
        via,
        reached: true,
        message: 'busy',
        ...(busy.retryAfterMs !== undefined && { retryAfterMs: busy.retryAfterMs }),
      };
    if (is('bad key')) {
      refused = { at: now, key, forward };
      return { kind: 'rejected', refusal: 'credentials', via, message: 'Incorrect data' };
    }
    if (is('refusal')) return { kind: 'rejected', refusal: 'host', via, message: 'no' };
    const changed = published !== host;
    const lost = is('lost');
    if (lost?.kind !== 'lost' || lost.effect) published = host;
    if (lost) return { kind: 'unconfirmed', via, message: 'no answer' };
    confirmed = { address: host, at: now, forward };
    // The plain format names the address on a change only.
    return changed
      ? { kind: 'accepted', address: host, created: false, via, message: '' }
      : { kind: 'unchanged', address: null, via, message: '' };
  };

  const round = (at: number): number => {
    const wall = begin + at + offset;
    state.holds = afterSetback(state.holds, wall);
    const blind = running.find(({ kind }) => kind === 'disputed' || kind === 'unavailable');
    const observation: Observation = blind
      ? { kind: blind.kind as 'disputed', votes: [] }
      : { kind: 'known', address, votes: [] };
    const record = state.records.host ?? emptyRecord;
    const hold = holdOn(via, state.holds, () => key, wall);
    const action = decide(record, hold, observation, policy, wall);
    if (action.do === 'hold') return Math.max(second, Math.min(every, action.until - wall));
    if (action.do !== 'publish') return every;

    expect(action.address).toBe(address);
    if (refused?.key === key) expect(at - refused.at).toBeGreaterThanOrEqual(day - (forward - refused.forward));
    if (action.why === 'refresh' && confirmed && setBack < confirmed.at)
      expect(at - confirmed.at).toBeGreaterThanOrEqual(day - (forward - confirmed.forward));
    const today = Math.floor(at / day);
    perDay[today] = (perDay[today] ?? 0) + 1;
    const outcome = answer(at, address);
    const settled = settle(record, outcome, wall, random(), action.address);
    state.records.host = settled.record;
    state.holds[via] = settled.hold ? { ...settled.hold, fingerprint: key } : null;
    expect(settled.record.address).toBe(confirmed?.address ?? null);
    const { nextAttemptAt } = settled.record;
    if (nextAttemptAt === null) return every;
    expect(nextAttemptAt - wall).toBeGreaterThanOrEqual(5 * second);
    expect(nextAttemptAt - wall).toBeLessThanOrEqual(hour);
    return Math.min(every, nextAttemptAt - wall);
  };

  let next = 0;
  for (let at = 0; at < year; at = next) {
    while (waiting[0] && waiting[0].from <= at) {
      const event = waiting.shift() as Event;
      if (event.kind === 'move') address = event.address;
      else if (event.kind === 'jump') {
        offset += event.by;
        forward += Math.max(event.by, 0);
        if (event.by < 0) setBack = at;
      } else if (event.kind === 'restart') {
        const read = parseState(JSON.stringify(state));
        expect(read).toEqual(state);
        if (read) state = read;
      } else running.push(event);
      lastTrouble = at;
    }
    for (const event of running.filter(({ until }) => until <= at)) {
      running.splice(running.indexOf(event), 1);
      lastTrouble = at;
    }
    const isBad = running.some(({ kind }) => kind === 'bad key');
    // A person mends it with a new key.
    if (wasBad && !isBad) key = `key ${at}`;
    wasBad = isBad;
    if (running.length === 0 && at > lastTrouble + hour + every) {
      expect(published).toBe(address);
      expect(state.records.host?.address).toBe(address);
    }
    next = at + round(at);
  }
  perDay.forEach((count, index) => {
    const [from, until] = [index * day, (index + 1) * day];
    const troubles = happenings.filter((event) => event.from < until && event.until >= from - hour).length;
    expect(count).toBeLessThanOrEqual(troubles === 0 ? 1 : 40 + 15 * troubles);
  });
};

it('a year of moves, outages, refusals, lost answers, clock jumps and restarts leaves the record current', () => {
  fc.assert(
    fc.property(events, fc.nat(2_000_000_000), (happenings, seed) => live(happenings, seed)),
    { numRuns: 6 },
  );
});
