import type { Logger } from '../report/logger.ts';
import type { Ring, Rings } from './rings.ts';
import { type RoundReport, runRound } from './round.ts';
import { roundsUnknown, untilNextRound } from './schedule.ts';
import type { Session } from './session.ts';

export type LoopEvents = {
  /** The configuration is to be read again: the new session, or undefined to go on with the old one. */
  reload(): Promise<Session | undefined>;
  /** The loop is not stuck; called at least every `pulseMs`. */
  alive(): void;
  pulseMs: number;
  /** After each round, however it went. */
  afterRound(session: Session, report: RoundReport, why: Ring, nextInMs: number): void;
};

/** A wait that the schedule leaves to something else (cron rings by itself). */
const never = 3_600_000;

/** Rounds for ever: each when something rings or its time has come, until the signal. */
export const runLoop = async (first: Session, rings: Rings, events: LoopEvents, signal: AbortSignal): Promise<void> => {
  let session = first;
  let why = 'start' as Ring;
  let unknown = 0;
  let due = 0;
  while (!signal.aborted) {
    const { clock } = session.platform;
    const { schedule } = session.config;
    const report = await survive(session, why, signal);
    if (signal.aborted) return;
    unknown = roundsUnknown(unknown, report);
    if (clock.monotonic() >= due || why === 'start' || why === 'reload') due = clock.monotonic() + schedule.everyMs;
    const untilSchedule = schedule.cron === undefined ? due - clock.monotonic() : never;
    const wait = untilNextRound(untilSchedule, unknown, report, clock.now());
    events.afterRound(session, report, why, wait);
    const ring = await waitFor(rings, wait, clock.monotonic, events, signal);
    // What a missed round was for is still to be done.
    why = ring ?? (report.missed && why !== 'reload' ? why : clock.monotonic() >= due ? 'schedule' : 'retry');
    if (why === 'reload') session = (await events.reload()) ?? session;
  }
};

/** The next ring, or undefined when `ms` are over; tells at every pulse that the loop is alive. */
const waitFor = async (
  rings: Rings,
  ms: number,
  monotonic: () => number,
  { alive, pulseMs }: LoopEvents,
  signal: AbortSignal,
): Promise<Ring | undefined> => {
  const end = monotonic() + ms;
  for (;;) {
    alive();
    const left = end - monotonic();
    const ring = await rings.next(Math.min(left, pulseMs), signal);
    if (ring !== undefined || left <= pulseMs || signal.aborted) return ring;
  }
};

/** One round that can't end the daemon: a fault of our own is logged, and the next round tries again. */
const survive = async (session: Session, why: Ring, signal: AbortSignal): Promise<RoundReport> => {
  const options = {
    targets: session.config.targets,
    force: false,
    impatient: false,
    dryRun: false,
    thorough: why === 'router',
  };
  try {
    await session.store.stayDaemon();
    const ran = await session.store.exclusively(() => runRound(session, options, signal), signal);
    if (ran.kind === 'done') return ran.value;
    session.log.warn(
      `Another hostpin (process ${ran.holder?.pid ?? 'unknown'}) has had the state for a minute; trying again later.`,
    );
  } catch (error) {
    reportFault(session.log, error);
  }
  return { missed: true, offline: false, observations: {}, records: [], nat: null };
};

const reportFault = (log: Logger, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`A fault in hostpin itself, please report it; going on: ${text}`);
};
