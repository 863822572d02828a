import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, planChanges } from '../../src/api/zone-changes.ts';
import { type KnownEntry, normalEntry, normalValue, type ZoneEntry } from '../../src/api/zone-record.ts';
import { type Manner, planRecord } from '../../src/api/zone-want.ts';

const zone = 'example.com';
/** `www A 192.0.2.1`, with `/300` for the TTL and `!5` for the priority. */
const entry = (text: string): ZoneEntry => {
  const [name = '', typed = '', ...value] = text.split(' ');
  const [, type = '', , ttl = '-', , priority = '-'] = /^([A-Z]+)(\/(\d+))?(!(\d+))?$/.exec(typed) ?? [];
  return normalEntry({ name, type, ttl, priority, value: value.join(' ') }, zone);
};
const known = (text: string, index: number): KnownEntry => ({ ...entry(text), entityId: String(index) });
const short = ({ name, type, ttl, priority, value }: ZoneEntry): string =>
  `${name === zone ? '@' : name.replace('.example.com', '')} ${type}${ttl === '-' ? '' : `/${ttl}`}${priority === '-' ? '' : `!${priority}`} ${value}`;
const shown = (change: Change): string => {
  if (change.do === 'create') return `+ ${short(change.entry)}`;
  return change.do === 'delete' ? `- ${short(change.before)}` : `${short(change.before)} -> ${short(change.entry)}`;
};
const plan = (wanted: string[], there: string[], sweep = false) => {
  const { changes, kept, inTheWay, same } = planChanges(wanted.map(entry), there.map(known), zone, sweep);
  return { changes: changes.map(shown), kept: kept.map(short), blocked: inTheWay.map((one) => short(one.entry)), same };
};

describe('changes', () => {
  it.each<[string, string[], string[], Partial<ReturnType<typeof plan>>]>([
    [
      'none where all is there, however it is written',
      ['a AAAA 2001:DB8::0:1', 'b CNAME X.example.net.'],
      ['A.example.com. AAAA 2001:db8::1', 'b CNAME x.example.net'],
      { same: 2 },
    ],
    ['create what is missing', ['a A 192.0.2.1'], [], { changes: ['+ a A 192.0.2.1'] }],
    ['keep what is not wanted', [], ['a A 192.0.2.1'], { kept: ['a A 192.0.2.1'] }],
    [
      'change one value that stands against one',
      ['a A 192.0.2.2'],
      ['a A 192.0.2.1'],
      { changes: ['a A 192.0.2.1 -> a A 192.0.2.2'] },
    ],
    [
      'add to several, and keep them',
      ['a A 192.0.2.3'],
      ['a A 192.0.2.1', 'a A 192.0.2.2'],
      { changes: ['+ a A 192.0.2.3'], kept: ['a A 192.0.2.1', 'a A 192.0.2.2'] },
    ],
    [
      'never replace one text by another',
      ['@ TXT verification=1'],
      ['@ TXT v=spf1 -all'],
      { changes: ['+ @ TXT verification=1'], kept: ['@ TXT v=spf1 -all'] },
    ],
    ['change a TTL', ['a A/300 192.0.2.1'], ['a A 192.0.2.1'], { changes: ['a A 192.0.2.1 -> a A/300 192.0.2.1'] }],
    [
      'change a TTL to the default',
      ['a A 192.0.2.1'],
      ['a A/300 192.0.2.1'],
      { changes: ['a A/300 192.0.2.1 -> a A 192.0.2.1'] },
    ],
    [
      'change a priority',
      ['@ MX!5 m.x.net', '@ MX!6 n.x.net'],
      ['@ MX!5 n.x.net', '@ MX!5 m.x.net'],
      { changes: ['@ MX!5 n.x.net -> @ MX!6 n.x.net'], same: 1 },
    ],
    [
      "leave the zone's own name servers alone",
      ['@ NS ns9.x.net', 'sub NS ns9.x.net'],
      ['@ NS ns1.x.net'],
      { changes: ['+ sub NS ns9.x.net'] },
    ],
    [
      'do not try what a CNAME is in the way of',
      ['a A 192.0.2.1', 'b CNAME x.net'],
      ['a CNAME x.net', 'b TXT t'],
      { kept: ['a CNAME x.net', 'b TXT t'], blocked: ['a A 192.0.2.1', 'b CNAME x.net'] },
    ],
  ])('without sweeping: %s', (_, wanted, there, expected) => {
    expect(plan(wanted, there)).toEqual({ changes: [], kept: [], blocked: [], same: 0, ...expected });
  });

  it.each<[string, string[], string[], Partial<ReturnType<typeof plan>>]>([
    ['delete what is not wanted', [], ['a A 192.0.2.1', '@ NS ns1.x.net'], { changes: ['- a A 192.0.2.1'] }],
    [
      'change in place before creating and deleting',
      ['@ TXT new', '@ TXT more'],
      ['@ TXT old'],
      { changes: ['@ TXT old -> @ TXT new', '+ @ TXT more'] },
    ],
    [
      'make room for a CNAME first, delete the rest last',
      ['a CNAME x.net', 'b A 192.0.2.1'],
      ['c A 192.0.2.9', 'a TXT t'],
      { changes: ['- a TXT t', '+ a CNAME x.net', '+ b A 192.0.2.1', '- c A 192.0.2.9'] },
    ],
    ['keep types that the specification does not name', [], ['r REDIRECT x'], { kept: ['r REDIRECT x'] }],
    [
      'do not try what such a type is in the way of',
      ['r CNAME x.net'],
      ['r REDIRECT x'],
      { kept: ['r REDIRECT x'], blocked: ['r CNAME x.net'] },
    ],
  ])('sweeping: %s', (_, wanted, there, expected) => {
    expect(plan(wanted, there, true)).toEqual({ changes: [], kept: [], blocked: [], same: 0, ...expected });
  });

  const record = fc
    .tuple(fc.constantFrom('a', 'b', '@'), fc.constantFrom('A', 'A/60', 'A/90'), fc.integer({ min: 1, max: 6 }))
    .map(([name, type, last]) => `${name} ${type} 192.0.2.${last}`);
  const records = fc.uniqueArray(record, { selector: (text) => text.replace(/\/\d+/, ''), maxLength: 12 });

  it('lead to what is wanted, and then there is nothing left to do', () => {
    fc.assert(
      fc.property(records, records, fc.boolean(), (wanted, there, sweep) => {
        const { changes, kept } = planChanges(wanted.map(entry), there.map(known), zone, sweep);
        const left = new Map(there.map((text, index) => [String(index), known(text, index)]));
        changes.forEach((change, index) => {
          if (change.do !== 'create') left.delete(change.before.entityId);
          if (change.do !== 'delete') left.set(`new${index}`, { ...change.entry, entityId: `new${index}` });
        });
        const after = [...left.values()].map(short);
        expect(after.toSorted()).toEqual([...wanted.map(entry), ...kept].map(short).toSorted());
        expect(sweep && kept.length > 0).toBe(false);
        expect(planChanges(wanted.map(entry), [...left.values()], zone, sweep).changes).toEqual([]);
      }),
    );
  });
});

describe('the normal form', () => {
  it.each([
    ['A', '192.0.2.1', '192.0.2.1'],
    ['AAAA', '2001:DB8:0::1', '2001:db8::1'],
    ['CNAME', 'WWW.Bücher.example.', 'www.xn--bcher-kva.example'],
    ['MX', '.', '.'],
    ['SRV', '01  5060\tSIP.example.net.', '1 5060 sip.example.net'],
    ['CAA', '00 ISSUE ca.example', '0 issue "ca.example"'],
    ['CAA', '0 issue "ca.example; a=b"', '0 issue "ca.example; a=b"'],
    ['TXT', 'v=spf1 -all', 'v=spf1 -all'],
    ['TXT', '"v=spf1" " -all"', 'v=spf1 -all'],
    ['TXT', '"a\\"b\\195\\188"', 'a"bü'],
    ['TXT', 'say "hi"', 'say "hi"'],
    ['A', 'nonsense', 'nonsense'],
  ])('of %s %s is %s', (type, value, normal) => {
    expect(normalValue(type, value)).toBe(normal);
    expect(normalValue(type, normal)).toBe(normal);
  });

  it('of a name is the full one', () => {
    const names = ['', '@', 'example.com', 'Example.Com.', 'www', 'www.example.com', '1', '*'];
    expect(names.map((name) => normalEntry({ name, type: 'a', ttl: '', priority: '', value: '' }, zone).name)).toEqual([
      'example.com',
      'example.com',
      'example.com',
      'example.com',
      'www.example.com',
      'www.example.com',
      '1.example.com',
      '*.example.com',
    ]);
  });
});

describe('one wanted record', () => {
  const want = (text: string, there: string[], manner: Manner, more: { ttl?: string; priority?: string } = {}) => {
    const { name, type, value } = entry(text);
    const planned = planRecord({ name, type, value, ...more }, there.map(known), manner);
    if (planned.kind === 'changes') return planned.changes.map(shown);
    return planned.kind === 'several' ? ['several', ...planned.records.map(short)] : ['in the way', short(planned.by)];
  };
  const two = ['a A 192.0.2.1', 'a A/60 192.0.2.2'];

  it.each<[string, ReturnType<typeof want>, string[]]>([
    ['is created', want('a A 192.0.2.1', [], 'one'), ['+ a A 192.0.2.1']],
    ['is created with the default priority', want('@ MX m.x.net', [], 'one'), ['+ @ MX!10 m.x.net']],
    ['is there', want('a A 192.0.2.1', ['a A/60 192.0.2.1'], 'one'), []],
    [
      'replaces the only one, and keeps its TTL and priority',
      want('@ MX n.x.net', ['@ MX/60!5 m.x.net'], 'one'),
      ['@ MX/60!5 m.x.net -> @ MX/60!5 n.x.net'],
    ],
    [
      'gets another TTL',
      want('a A 192.0.2.1', ['a A/60 192.0.2.1'], 'one', { ttl: '-' }),
      ['a A/60 192.0.2.1 -> a A 192.0.2.1'],
    ],
    [
      'gets another priority',
      want('@ MX m.x.net', ['@ MX!5 m.x.net'], 'one', { priority: '7' }),
      ['@ MX!5 m.x.net -> @ MX!7 m.x.net'],
    ],
    ['is one of several', want('a A 192.0.2.2', two, 'one'), []],
    ['is none of several', want('a A 192.0.2.3', two, 'one'), ['several', ...two]],
    ['is added', want('a A 192.0.2.3', two, 'add'), ['+ a A 192.0.2.3']],
    ['is added to itself', want('a A 192.0.2.2', two, 'add'), []],
    ['stays alone', want('a A 192.0.2.2', two, 'replace'), ['- a A 192.0.2.1']],
    [
      'takes the place of all',
      want('a A 192.0.2.3', two, 'replace'),
      ['a A 192.0.2.1 -> a A 192.0.2.3', '- a A/60 192.0.2.2'],
    ],
    ['meets a CNAME', want('a A 192.0.2.1', ['a CNAME x.net'], 'one'), ['in the way', 'a CNAME x.net']],
    ['is a CNAME and meets another record', want('a CNAME x.net', ['a TXT t'], 'replace'), ['in the way', 'a TXT t']],
    ['is a CNAME and changes it', want('a CNAME y.net', ['a CNAME x.net'], 'one'), ['a CNAME x.net -> a CNAME y.net']],
    ['is a second CNAME', want('a CNAME y.net', ['a CNAME x.net'], 'add'), ['in the way', 'a CNAME x.net']],
  ])('%s', (_, changes, expected) => {
    expect(changes).toEqual(expected);
  });
});
