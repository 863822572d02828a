import type { Observation } from '../core/observation.ts';

/** The list in an order that `random` (0 ≤ value < 1) decides, each order as likely as another (Fisher and Yates). */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] => {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
};

/** Moves the sources that failed or were outvoted to the back; the others keep their order. */
export const reorder = (order: readonly string[], observation: Observation): string[] => {
  const right = observation.kind === 'known' ? observation.address : undefined;
  const failed = new Set(
    observation.votes
      .filter((vote) => vote.address === undefined || (right !== undefined && vote.address !== right))
      .map((vote) => vote.source),
  );
  return [...order.filter((source) => !failed.has(source)), ...order.filter((source) => failed.has(source))];
};
