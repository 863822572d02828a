import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vote } from '../../src/core/observation.ts';
import { mostWitnesses, tally } from '../../src/core/quorum.ts';

const vote = (operator: string, address?: string): Vote =>
  address === undefined ? { source: operator, operator, error: 'hung up' } : { source: operator, operator, address };

describe('tally', () => {
  it.each<[string, Vote[], number, string]>([
    ['nobody was asked', [], 1, 'unavailable'],
    ['nobody gave an address', [vote('a'), vote('b')], 1, 'unavailable'],
    ['one is enough where one is asked for', [vote('a', '192.0.2.1')], 1, '192.0.2.1'],
    ['one is too few where two are asked for', [vote('a', '192.0.2.1'), vote('b')], 2, 'disputed'],
    ['two of two agree', [vote('a', '192.0.2.1'), vote('b', '192.0.2.1')], 2, '192.0.2.1'],
    ['one operator has one vote', [vote('a', '192.0.2.1'), vote('a', '192.0.2.1')], 2, 'disputed'],
    ['a liar is outvoted', [vote('a', '192.0.2.9'), vote('b', '192.0.2.1'), vote('c', '192.0.2.1')], 2, '192.0.2.1'],
    ['three that differ', [vote('a', '192.0.2.1'), vote('b', '192.0.2.2'), vote('c', '192.0.2.3')], 2, 'disputed'],
    ['a tie', [vote('a', '192.0.2.1'), vote('b', '192.0.2.2')], 1, 'disputed'],
    [
      'an operator that contradicts itself counts for none',
      [vote('a', '192.0.2.1'), vote('a', '192.0.2.2')],
      1,
      'disputed',
    ],
    ['a failure takes nothing from an operator', [vote('a'), vote('a', '192.0.2.1')], 1, '192.0.2.1'],
  ])('%s', (_, votes, agree, expected) => {
    const result = tally(votes, agree);
    expect(result.kind === 'known' ? result.address : result.kind).toBe(expected);
    expect(result.kind !== 'seen-by-provider' && result.votes).toBe(votes);
  });

  const votes = fc.array(
    fc.record({
      operator: fc.constantFrom('a', 'b', 'c', 'd'),
      address: fc.constantFrom('192.0.2.1', '192.0.2.2', undefined),
    }),
  );
  it('knows an address only where enough operators name it, in whatever order they are heard', () => {
    fc.assert(
      fc.property(votes, fc.integer({ min: 1, max: 4 }), (list, agree) => {
        const all = list.map(({ operator, address }) => vote(operator, address));
        const result = tally(all, agree);
        expect({ ...tally([...all].reverse(), agree), votes: [] }).toEqual({ ...result, votes: [] });
        if (result.kind !== 'known') return;
        const { address } = result;
        expect(
          new Set(all.filter((one) => one.address === address).map((one) => one.operator)).size,
        ).toBeGreaterThanOrEqual(agree);
        expect(mostWitnesses(all)).toBeGreaterThanOrEqual(agree);
      }),
    );
  });
});
