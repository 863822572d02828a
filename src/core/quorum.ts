import type { Observation, Vote } from './observation.ts';

/**
 * Counts what the sources said. An address that at least `agree` operators name, and more than name any other, is
 * known. An operator has one vote however many of its sources answered, and none where they contradict each other.
 */
export const tally = (votes: Vote[], agree: number): Observation => {
  const [first, second] = ranking(votes);
  if (first && first.witnesses >= agree && first.witnesses > (second?.witnesses ?? 0)) {
    return { kind: 'known', address: first.address, votes };
  }
  return { kind: votes.some((vote) => vote.address !== undefined) ? 'disputed' : 'unavailable', votes };
};

/** How many operators name the address that most of them name: 0 where there is none. */
export const mostWitnesses = (votes: readonly Vote[]): number => ranking(votes)[0]?.witnesses ?? 0;

function ranking(votes: readonly Vote[]): { address: string; witnesses: number }[] {
  const said = new Map<string, string | 'contradiction'>();
  for (const { operator, address } of votes) {
    if (address === undefined) continue;
    const before = said.get(operator);
    said.set(operator, before === undefined || before === address ? address : 'contradiction');
  }
  const witnesses = new Map<string, number>();
  for (const address of said.values()) {
    if (address !== 'contradiction') witnesses.set(address, (witnesses.get(address) ?? 0) + 1);
  }
  return [...witnesses]
    .map(([address, count]) => ({ address, witnesses: count }))
    .sort((a, b) => b.witnesses - a.witnesses);
}
