import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exit, worstExit } from '../../src/core/exit.ts';
import { familyOf, recordKey } from '../../src/core/target.ts';

describe('where several exit codes apply', () => {
  it.each<[string, number[], number]>([
    ['none is well', [], 0],
    ['all well is well', [0, 0], 0],
    ['one failure is a failure', [0, 75, 0], 75],
    ['a refused host wins over a passing failure', [75, 69], 69],
    ['refused credentials win over a refused host', [75, 69, 77], 77],
    ['a wrong configuration wins over all', [77, 78, 69, 75], 78],
    ['a fault of our own is no success', [0, 70], 70],
  ])('%s', (_, codes, worst) => expect(worstExit(codes)).toBe(worst));

  it('the worst is one of them, and 0 only where all are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(exit)), { minLength: 1 }), (codes) => {
        expect(codes).toContain(worstExit(codes));
        expect(worstExit(codes) === 0).toBe(codes.every((code) => code === 0));
      }),
    );
  });
});

it('a record is known by its name and type, and its type tells the family', () => {
  expect(recordKey({ host: '*.example.com', type: 'AAAA' })).toBe('*.example.com/AAAA');
  expect([familyOf('A'), familyOf('AAAA')]).toEqual(['ipv4', 'ipv6']);
});
