import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseState } from '../../src/agent/state-schema.ts';
import { emptyRecord, emptyState, type State } from '../../src/core/state.ts';

const state: State = {
  ...emptyState('0123'),
  order: { ipv4: ['https://a.example/', 'static:203.0.113.1'], ipv6: [] },
  detected: { ipv4: '203.0.113.1', ipv6: null },
  holds: { dyndns: null, api: { reason: 'blocked', message: 'm', since: 1, until: 2, fingerprint: 'f' } },
  records: {
    'home.example.com/A': {
      ...emptyRecord,
      address: '203.0.113.1',
      confirmedAt: 3,
      outcome: 'updated',
      changes: [{ at: 3, address: '203.0.113.1' }],
    },
  },
};

it('what is printed is read back', () => expect(parseState(JSON.stringify(state))).toEqual(state));

it('a state of before routers were listened to is read', () => {
  const { nat: _, ...old } = state;
  expect(parseState(JSON.stringify(old))).toEqual(state);
});

it('what a router told is read back', () => {
  const told = { ...state, nat: { where: 'router', what: 'CGNAT', fix: 'ask' } };
  expect(parseState(JSON.stringify(told))).toEqual(told);
});

describe('what is not a state is not read', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['zeros, as a power cut leaves them', '\0'.repeat(4096)],
    ['half of a state', JSON.stringify(state).slice(0, 300)],
    ['another version', JSON.stringify({ ...state, version: 2 })],
    ['a list', '[]'],
    ['null', 'null'],
    ['a record that lacks something', JSON.stringify({ ...state, records: { 'a/A': { address: null } } })],
    ['a time that is no date', JSON.stringify(state).replace('"confirmedAt":3', '"confirmedAt":1e300')],
    ['an outcome that is none', JSON.stringify(state).replace('"updated"', '"dated"')],
  ])('%s', (_, text) => expect(parseState(text)).toBeUndefined());

  it('no text makes it throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseState(text)));
  });

  it('a state with anything replaced is read as a state or not at all', () => {
    const text = JSON.stringify(state);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(8), fc.string({ maxLength: 5 }), (at, length, more) => {
        const read = parseState(text.slice(0, at) + more + text.slice(at + length));
        if (read !== undefined) expect(parseState(JSON.stringify(read))).toEqual(read);
      }),
    );
  });
});
