import { decide, type Policy } from '../core/decide.ts';
import { exit } from '../core/exit.ts';
import { afterSetback, holdOn } from '../core/hold.ts';
import { type Family, families, type Observation } from '../core/observation.ts';
import type { Via } from '../core/outcome.ts';
import type { Problem } from '../core/problem.ts';
import { currentAgain, leftAlone, settle } from '../core/settle.ts';
import { emptyRecord, type State } from '../core/state.ts';
import { familyOf, recordKey, type Target } from '../core/target.ts';
import { holdMessage } from '../report/wording.ts';
import { apply } from './apply.ts';
import { noteNat } from './nat.ts';
import { type Looking, observe, ownAddress } from './observe.ts';
import { hasDefaultRoute } from './online.ts';
import { exitOf, postponed, type RecordReport, withoutAsking } from './record-report.ts';
import type { Session } from './session.ts';

export type RoundOptions = Looking & {
  targets: readonly Target[];
  impatient: boolean;
  dryRun: boolean;
};

export type RoundReport = {
  /** The round could not be held: somebody else has the state, or a fault of our own. It is owed. */
  missed: boolean;
  /** No address was found, and the machine has no default route: the round waits for one. */
  offline: boolean;
  observations: Partial<Record<Family, Observation>>;
  records: RecordReport[];
  /** Of CGNAT and the like, as far as the router told. */
  nat: Problem | null;
};

/** Looks once, and brings every record up to date with what is seen. The state is saved before each request and after it. */
export const runRound = async (session: Session, options: RoundOptions, signal: AbortSignal): Promise<RoundReport> => {
  const state = await session.store.load();
  state.holds = options.force ? { dyndns: null, api: null } : afterSetback(state.holds, session.platform.clock.now());
  const observations: RoundReport['observations'] = {};
  await Promise.all(
    families
      .filter((family) => options.targets.some(({ type }) => familyOf(type) === family))
      .map(async (family) => {
        observations[family] = await observe(session, state, family, options, signal);
      }),
  );
  const records: RecordReport[] = [];
  const down: Down = new Map();
  const one = async (target: Target): Promise<void> => {
    const observation = ownAddress(target, observations[familyOf(target.type)]);
    if (observation === undefined || signal.aborted) return;
    records.push(await bringUpToDate(session, state, target, observation, options, down, signal));
  };
  // The first alone: credentials that are refused or a provider that is down are noticed at the price of one request.
  // Those that failed before come last, so that a host with a trouble of its own keeps none of the others waiting.
  const failures = (target: Target): number => state.records[recordKey(target)]?.failures ?? 0;
  const [first, ...rest] = options.targets.toSorted((a, b) => failures(a) - failures(b));
  if (first !== undefined) await one(first);
  const queue = rest.values();
  await Promise.all(
    [queue, queue].map(async (targets) => {
      for (const target of targets) await one(target);
    }),
  );
  // Last, since it may ask the router: what was found is published by now.
  if (options.ip === undefined && !options.dryRun && observations.ipv4 !== undefined) {
    await noteNat(session, state, observations.ipv4, signal);
  }
  if (!options.dryRun) await session.store.save(state);
  const place = (report: RecordReport): number => options.targets.indexOf(report.target);
  const unavailable = Object.values(observations).some(({ kind }) => kind === 'unavailable');
  const offline = unavailable && !(await hasDefaultRoute(session.platform.network));
  records.sort((a, b) => place(a) - place(b));
  return { missed: false, offline, observations, records, nat: state.nat };
};

/**
 * Ways to the provider that failed in this round: the other records wait for the next one, or until the time before which
 * the provider does not want to be asked.
 */
type Down = Map<Via, number | null>;

const bringUpToDate = async (
  session: Session,
  state: State,
  target: Target,
  observation: Observation,
  options: RoundOptions,
  down: Down,
  signal: AbortSignal,
): Promise<RecordReport> => {
  const { clock } = session.platform;
  const record = state.records[recordKey(target)] ?? emptyRecord;
  const via: Via = target.type === 'AAAA' || (record.missing && target.create) ? 'api' : 'dyndns';
  const fingerprintOf = (way: Via): string => session.fingerprints(way, state.installation);
  const held = (way: Via) => holdOn(way, state.holds, fingerprintOf, clock.now());
  const policy: Policy = {
    refreshMs: session.config.schedule.refreshMs,
    force: options.force,
    impatient: options.impatient,
  };
  const hold = held(via);
  const action = decide(record, hold, observation, policy, clock.now());
  if (action.do !== 'publish' || options.dryRun) {
    const holding = action.do === 'hold' ? holdMessage(action, record, hold, clock.now()) : '';
    const report = withoutAsking(target, record, action, via, observation, holding);
    // The witness that would have told is the main API, and a person has to act first.
    if (action.do === 'keep' && observation.votes.some(({ source }) => source === 'api') && held('api') !== undefined)
      report.exit = exit.credentials;
    if (action.do === 'nothing' && record.failure !== null)
      state.records[recordKey(target)] = currentAgain(record, report.message);
    return report;
  }
  const quietUntil = down.get(via);
  if (quietUntil !== undefined) {
    const report = postponed(target, record, via, quietUntil);
    if (quietUntil !== null)
      state.records[recordKey(target)] = leftAlone(record, quietUntil, report.message, clock.now());
    return report;
  }

  // Should this process end before the answer is known, the next one looks again.
  state.records[recordKey(target)] = { ...record, unconfirmed: true };
  const earlier = { ...state.holds };
  await session.store.save(state);
  const applied = await apply(target, record, action.address, session.clients, held('api') !== undefined, signal);
  const { outcome, ...learned } = applied;
  const settled = settle({ ...record, ...learned }, outcome, clock.now(), session.platform.random(), action.address);
  state.records[recordKey(target)] = settled.record;
  if (settled.hold !== undefined) {
    state.holds[outcome.via] = { ...settled.hold, fingerprint: fingerprintOf(outcome.via) };
  } else if (outcome.kind === 'accepted' || outcome.kind === 'unchanged') {
    // Not one that another request brought back while this one was under way.
    if (state.holds[outcome.via] === earlier[outcome.via]) state.holds[outcome.via] = null;
  }
  await session.store.save(state);
  // An answer of 500 may be about one host; no connection, and a wish to be left alone, are about all.
  if (outcome.kind === 'unreachable' && (!outcome.reached || outcome.retryAfterMs !== undefined))
    down.set(outcome.via, outcome.retryAfterMs === undefined ? null : settled.record.nextAttemptAt);
  return {
    target,
    outcome: settled.record.outcome ?? 'failed',
    address: settled.record.failure === null ? settled.record.address : (action.address ?? null),
    previous: record.address,
    via: outcome.via,
    message: settled.record.message,
    exit: exitOf(settled.record),
    nextAttemptAt: settled.record.nextAttemptAt,
  };
};
