import type { RecordState } from './state.ts';

/** Changes are counted over ten minutes; three pass freely. */
const windowLength = 600_000;
const free = 3;
const longest = 3_600_000;
const remembered = 8;

const span = (strikes: number): number => Math.min(windowLength * 2 ** strikes, longest);

type Changes = Pick<RecordState, 'changes' | 'strikes'>;

/**
 * Until when a change to `address` has to wait, or null. The fourth change within ten minutes that goes back to an
 * address it just had is flapping (two uplinks, two disagreeing witnesses): it waits until the ten minutes are over,
 * and each further one twice as long, to an hour. An address that was not there before never waits.
 */
export const dampedUntil = ({ changes, strikes }: Changes, address: string, now: number): number | null => {
  const start = changes.at(-free);
  if (start === undefined || !changes.some((change) => change.address === address)) return null;
  const until = start.at + span(strikes);
  return now >= start.at && now < until ? until : null;
};

/** The changes with one more. One that comes as soon as it was let is a strike: the next one waits longer. */
export const afterChange = ({ changes, strikes }: Changes, address: string, now: number): Changes => {
  const start = changes.at(-free);
  const soon = start !== undefined && now >= start.at && now - start.at < 2 * span(strikes);
  return { changes: [...changes, { at: now, address }].slice(-remembered), strikes: soon ? strikes + 1 : 0 };
};
