import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reorder, shuffled } from '../../src/detect/order.ts';

describe('reorder', () => {
  const good = (source: string, address = '192.0.2.1') => ({ source, operator: source, address });
  const failed = (source: string) => ({ source, operator: source, error: 'hung up' });
  it('moves a source that failed to the back', () => {
    const observation = { kind: 'known' as const, address: '192.0.2.1', votes: [failed('a'), good('b')] };
    expect(reorder(['a', 'b', 'c'], observation)).toEqual(['b', 'c', 'a']);
  });
  it('moves a source that was outvoted to the back', () => {
    const votes = [good('a', '192.0.2.9'), good('b'), good('c')];
    expect(reorder(['a', 'b', 'c'], { kind: 'known', address: '192.0.2.1', votes })).toEqual(['b', 'c', 'a']);
  });
  it('blames nobody for a dispute', () => {
    const votes = [good('a', '192.0.2.9'), good('b')];
    expect(reorder(['a', 'b', 'c'], { kind: 'disputed', votes })).toEqual(['a', 'b', 'c']);
  });
});

describe('shuffled', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  it('keeps every member', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.infiniteStream(random), (list, stream) => {
        const result = shuffled(list, () => stream.next().value ?? 0);
        expect([...result].sort()).toEqual([...list].sort());
      }),
    );
  });
  it('leaves the list as it was', () => {
    const list = [1, 2, 3];
    expect(shuffled(list, () => 0)).toEqual([2, 3, 1]);
    expect(list).toEqual([1, 2, 3]);
  });
});
