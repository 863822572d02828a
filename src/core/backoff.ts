const first = 5_000;
const longest = 3_600_000;

/**
 * How long to wait after the n-th failure in a row, in milliseconds: from 5 s, doubling, to 1 h, with up to a quarter
 * taken off or added so that many installations don't come back at the same moment.
 *
 * @param failures failures in a row, at least 1
 * @param jitter a random number in [0, 1)
 */
export const backoff = (failures: number, jitter: number): number => {
  const wait = Math.min(first * 2 ** Math.min(failures - 1, 20), longest);
  return Math.min(Math.max(wait * (0.75 + jitter / 2), first), longest);
};
