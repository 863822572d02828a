import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberAddress, type Witness } from '../../../../src/agent/triggers/router/external-address.ts';

type Said = [by: Witness, address: string];
const changesOf = (said: readonly Said[]): string[] => {
  const changes: string[] = [];
  const first: string[] = [];
  const hear = rememberAddress(
    (address) => changes.push(address),
    (address) => first.push(address),
  );
  for (const [by, address] of said) hear(by, address);
  expect(first.length).toBeLessThanOrEqual(1);
  if (changes.length > 0) expect(first).toHaveLength(1);
  return changes;
};

const rows: [sentence: string, said: Said[], changes: string[]][] = [
  ['the first address is no change', [['answer', '20.0.0.1']], []],
  [
    'the same address is no change',
    [
      ['answer', '20.0.0.1'],
      ['event', '20.0.0.1'],
      ['answer', '20.0.0.1'],
    ],
    [],
  ],
  [
    'another address is one, once',
    [
      ['answer', '20.0.0.1'],
      ['answer', '20.0.0.2'],
      ['answer', '20.0.0.2'],
    ],
    ['20.0.0.2'],
  ],
  [
    'one change that three tell is one',
    [
      ['answer', '20.0.0.1'],
      ['announcement', '20.0.0.2'],
      ['event', '20.0.0.2'],
      ['answer', '20.0.0.2'],
    ],
    ['20.0.0.2'],
  ],
  [
    'an event that begins with the old address brings it not back',
    [
      ['event', '20.0.0.1'],
      ['announcement', '20.0.0.2'],
      ['event', '20.0.0.1'],
      ['event', '20.0.0.2'],
    ],
    ['20.0.0.2'],
  ],
  [
    'an announcement that is repeated after the next change counts no more',
    [
      ['answer', '20.0.0.1'],
      ['announcement', '20.0.0.2'],
      ['answer', '20.0.0.3'],
      ['announcement', '20.0.0.2'],
    ],
    ['20.0.0.2', '20.0.0.3'],
  ],
  [
    'an answer is of now, also where it goes back',
    [
      ['answer', '20.0.0.1'],
      ['event', '20.0.0.2'],
      ['answer', '20.0.0.1'],
    ],
    ['20.0.0.2', '20.0.0.1'],
  ],
  [
    'a router that is not connected has no other address',
    [
      ['answer', '20.0.0.1'],
      ['event', '0.0.0.0'],
      ['event', ''],
      ['answer', '20.0.0.1'],
    ],
    [],
  ],
  [
    'what is no IPv4 address is none',
    [
      ['answer', '20.0.0.1'],
      ['event', '::1'],
      ['event', 'x'.repeat(9999)],
    ],
    [],
  ],
];

describe('the external address that is remembered', () => {
  it.each(rows)('%s', (_sentence, said, changes) => {
    expect(changesOf(said)).toEqual(changes);
  });

  it('never tells the same address twice in a row, whatever is said', () => {
    const witness = fc.constantFrom<Witness>('answer', 'announcement', 'event');
    const address = fc.oneof(fc.constantFrom('20.0.0.1', '20.0.0.2', '0.0.0.0'), fc.ipV4(), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(witness, address)), (said) => {
        const changes = changesOf(said);
        expect(changes.filter((each, at) => each === changes[at - 1])).toEqual([]);
      }),
    );
  });
});
