import { type Action, decide, type Policy } from '../core/decide.ts';
import { exit } from '../core/exit.ts';
import { afterSetback, holdOn } from '../core/hold.ts';
import { type Family, families, type Observation } from '../core/observation.ts';
import type { Via } from '../core/outcome.ts';
import type { Problem } from '../core/problem.ts';
import { settle } from '../core/settle.ts';
import { emptyRecord, type RecordOutcome, type RecordState, type State } from '../core/state.ts';
import { familyOf, recordKey, type Target } from '../core/target.ts';
import { holdMessage, keepMessage } from '../report/wording.ts';
import { apply } from './apply.ts';
import { noteNat } from './nat.ts';
import { type Looking, observe, ownAddress } from './observe.ts';
import { hasDefaultRoute } from './online.ts';
import type { Session } from './session.ts';

export type RoundOptions = Looking & {
  targets: readonly Target[];
  impatient: boolean;
  dryRun: boolean;
};

/** What a round did about one record. */
export type RecordReport = {
  target: Target;
  outcome: RecordOutcome;
  address: string | null;
  previous: string | null;
  via: Via;
  message: string;
  exit: number;
  /** When it is worth looking again; null where the schedule is soon enough. */
  nextAttemptAt: number | null;
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

/** Looks once, and brings every record up to date with what is seen. The state is saved as soon as something is known. */
export const runRound = async (session: Session, options: RoundOptions, signal: AbortSignal): Promise<RoundReport> => {
  const state = await session.store.load();
  state.holds =
    options.force && !options.dryRun
      ? { dyndns: null, api: null }
      : afterSetback(state.holds, session.platform.clock.now());
  const observations: RoundReport['observations'] = {};
  await Promise.all(
    families
      .filter((family) => options.targets.some(({ type }) => familyOf(type) === family))
      .map(async (family) => {
        observations[family] = await observe(session, state, family, options, signal);
      }),
  );
  if (!options.dryRun) await session.store.save(state);
  const records: RecordReport[] = [];
  /** Ways to the provider that failed in this round: the other records wait for the next one. */
  const down = new Set<Via>();
  const one = async (target: Target): Promise<void> => {
    const observation = ownAddress(target, observations[familyOf(target.type)]);
    if (observation === undefined || signal.aborted) return;
    const { report, unreachable } = await bringUpToDate(session, state, target, observation, options, down, signal);
    records.push(report);
    if (unreachable) down.add(report.via);
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
    await session.store.save(state);
  }
  const place = (report: RecordReport): number => options.targets.indexOf(report.target);
  const unavailable = Object.values(observations).some(({ kind }) => kind === 'unavailable');
  const offline = unavailable && !(await hasDefaultRoute(session.platform.network));
  records.sort((a, b) => place(a) - place(b));
  return { missed: false, offline, observations, records, nat: state.nat };
};

const bringUpToDate = async (
  session: Session,
  state: State,
  target: Target,
  observation: Observation,
  options: RoundOptions,
  down: ReadonlySet<Via>,
  signal: AbortSignal,
): Promise<{ report: RecordReport; unreachable: boolean }> => {
  const { clock } = session.platform;
  const record = state.records[recordKey(target)] ?? emptyRecord;
  const via: Via = target.type === 'AAAA' || (record.missing && target.create) ? 'api' : 'dyndns';
  const fingerprintOf = (way: Via): string => session.fingerprints(way, state.installation);
  const held = (way: Via) => (options.force ? undefined : holdOn(way, state.holds, fingerprintOf, clock.now()));
  const policy: Policy = {
    refreshMs: session.config.schedule.refreshMs,
    force: options.force,
    impatient: options.impatient,
  };
  const hold = held(via);
  const action = decide(record, hold, observation, policy, clock.now());
  if (action.do !== 'publish' || options.dryRun) {
    const holding = holdText(action, record, hold, clock.now());
    return { report: withoutAsking(target, record, action, via, observation, holding), unreachable: false };
  }
  if (down.has(via)) return { report: postponed(target, record, via), unreachable: false };

  // Should this process end before the answer is known, the next one looks again.
  state.records[recordKey(target)] = { ...record, unconfirmed: true };
  await session.store.save(state);
  const applied = await apply(target, record, action.address, session.clients, held('api') !== undefined, signal);
  const { outcome, ...learned } = applied;
  const settled = settle({ ...record, ...learned }, outcome, clock.now(), session.platform.random(), action.address);
  state.records[recordKey(target)] = settled.record;
  if (settled.hold !== undefined) {
    state.holds[outcome.via] = { ...settled.hold, fingerprint: fingerprintOf(outcome.via) };
  } else if (outcome.kind === 'accepted' || outcome.kind === 'unchanged') {
    state.holds[outcome.via] = null;
  }
  await session.store.save(state);
  const report: RecordReport = {
    target,
    outcome: settled.record.outcome ?? 'failed',
    address: settled.record.failure === null ? settled.record.address : (action.address ?? null),
    previous: record.address,
    via: outcome.via,
    message: settled.record.message,
    exit: exitOf(settled.record),
    nextAttemptAt: settled.record.nextAttemptAt,
  };
  // An answer of 500 may be about one host; no connection, and a wish to be left alone, are about all.
  const unreachable = outcome.kind === 'unreachable' && (!outcome.reached || outcome.retryAfterMs !== undefined);
  return { report, unreachable };
};

const postponed = (target: Target, record: RecordState, via: Via): RecordReport => ({
  target,
  via,
  outcome: 'held',
  address: record.address,
  previous: record.address,
  message: 'Not tried: the provider did not answer for another host in this round. The next round tries it.',
  exit: exit.passing,
  nextAttemptAt: record.nextAttemptAt,
});

const holdText = (action: Action, record: RecordState, hold: Parameters<typeof holdMessage>[2], now: number): string =>
  action.do === 'hold' ? holdMessage(action, record, hold, now) : '';

const withoutAsking = (
  target: Target,
  record: RecordState,
  action: Action,
  via: Via,
  observation: Observation,
  holding: string,
): RecordReport => {
  const found = observation.kind === 'known' ? observation.address : null;
  const base = { target, via, address: record.address, previous: record.address, nextAttemptAt: null };
  switch (action.do) {
    case 'nothing':
      return { ...base, outcome: 'unchanged', message: 'The provider confirmed this address.', exit: exit.ok };
    case 'publish':
      return { ...base, outcome: 'would-update', address: found, message: wouldSay[action.why], exit: exit.ok };
    case 'keep':
      return { ...base, outcome: 'failed', message: keepMessage(action, observation.votes), exit: exit.passing };
    case 'hold': {
      const code = action.why === 'account' ? exit.credentials : exitOf(record);
      return {
        ...base,
        outcome: 'held',
        address: found,
        message: holding,
        exit: action.why === 'flapping' ? exit.passing : code,
        nextAttemptAt: action.until,
      };
    }
  }
};

const wouldSay: Record<(Action & { do: 'publish' })['why'], string> = {
  first: 'The provider has not confirmed an address yet.',
  changed: 'The address changed.',
  refresh: 'It is time to look at the record again.',
  unconfirmed: 'The last request got no answer.',
  forced: '--force asks the provider in any case.',
  seen: 'The provider decides by the address that it sees.',
};

const exitOf = ({ failure }: RecordState): number =>
  failure === null ? exit.ok : { passing: exit.passing, refused: exit.refused, credentials: exit.credentials }[failure];
