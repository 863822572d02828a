import { families, type Observation } from '../core/observation.ts';
import type { RoundReport } from './round.ts';

/** After a round that found no agreed address, the next ones come sooner. Milliseconds. */
const soonAgain = [5_000, 15_000, 45_000];

/** A round that was missed is held so much later. Milliseconds. */
const missedAgain = 60_000;

/** Rounds in a row that knew no address: disputed, or nobody answered. One that was missed knows nothing of it. */
export const roundsUnknown = (before: number, report: RoundReport): number => {
  if (report.missed) return before;
  const unknown = families.some((family) => isUnknown(report.observations[family]));
  return unknown ? before + 1 : 0;
};

const isUnknown = (observation: Observation | undefined): boolean =>
  observation?.kind === 'disputed' || observation?.kind === 'unavailable';

/**
 * How long until the next round at the latest, milliseconds.
 *
 * @param untilSchedule until the schedule's next round
 * @param unknown rounds in a row that knew no address
 */
export const untilNextRound = (untilSchedule: number, unknown: number, report: RoundReport, now: number): number => {
  const soon = report.missed ? [missedAgain] : unknown === 0 ? [] : [soonAgain[unknown - 1] ?? untilSchedule];
  const attempts = report.records.flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [nextAttemptAt - now]));
  return Math.max(1_000, Math.min(untilSchedule, ...soon, ...attempts));
};
