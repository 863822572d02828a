import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { shape } from '../../src/api/shape.ts';

const records = z.looseObject({ dns: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), n: z.number() })) });
const one = { name: 'a', ok: true, n: 5 };
const rough = { name: 'a', ok: '1', n: '5' };

describe('shape brings values into the types that the row wants', () => {
  it.each<[string, unknown, unknown]>([
    ['texts of XML', { dns: [rough] }, { dns: [one] }],
    ['a list of one without its list', { dns: rough }, { dns: [one] }],
    ['a list wrapped under another name', { dns: { item: [rough, rough] } }, { dns: [one, one] }],
    ['a list of one, wrapped', { dns: { record: rough } }, { dns: [one] }],
    ['an empty list in XML', { dns: '\n ' }, { dns: [] }],
    ['indentation between elements', { '#text': '\n', dns: rough }, { dns: [one] }],
    ['an empty list for an empty object', [], {}],
    ['fields that nobody specified stay', { dns: [], more: '1' }, { dns: [], more: '1' }],
    ['null for an empty text', { dns: [{ ...rough, name: null }] }, { dns: [{ ...one, name: '' }] }],
    [
      'what does not fit stays, to be refused',
      { dns: [{ ...rough, ok: 'perhaps' }] },
      { dns: [{ ...one, ok: 'perhaps' }] },
    ],
  ])('%s', (_, value, expected) => expect(shape(records, value)).toEqual(expected));

  it('a map of maps', () => {
    const suggests = z.record(z.string(), z.record(z.string(), z.boolean()));
    expect(shape(suggests, { '#text': ' ', word: { com: '1', net: '0' } })).toEqual({
      word: { com: true, net: false },
    });
  });
});

it.each<[string, unknown, unknown]>([
  ['a number of XML', '5', 5],
  ['a number', 5, 5],
  ['a word', 'unlimited', 'unlimited'],
  ['neither', ['x'], ['x']],
])('one of several types: %s', (_, value, expected) => {
  expect(shape(z.union([z.number(), z.string()]), value)).toEqual(expected);
});

it('leaves alone what fits', () => {
  const value = fc.record({ dns: fc.array(fc.record({ name: fc.string(), ok: fc.boolean(), n: fc.integer() })) });
  fc.assert(
    fc.property(value, (fits) => {
      expect(shape(records, fits)).toEqual(fits);
    }),
  );
});

it('never throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void shape(records, value)));
});
