import type { Observation } from '../core/observation.ts';
import { roundsToProblem, type Unknown } from '../core/state.ts';
import { keepMessage } from '../report/wording.ts';

/** Counts one more round without an address; beyond where it is a problem nothing changes, so that nothing is written. */
export const countUnknown = (before: Unknown | null, observation: Observation): Unknown | null => {
  if (observation.kind !== 'disputed' && observation.kind !== 'unavailable') return null;
  if (before !== null && before.rounds >= roundsToProblem) return before;
  const message = keepMessage({ do: 'keep', why: observation.kind }, observation.votes);
  return { rounds: (before?.rounds ?? 0) + 1, message };
};
