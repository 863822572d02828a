import { expect, it } from 'vitest';
import { conflictOf, fillZone, type RecordData } from '../../src/sandbox/zone.ts';
import { api, envelopeOf, stateOf } from './world.ts';

const record = (name: string, type: RecordData['type'], value: string): RecordData => ({
  name,
  type,
  ttl: '-',
  priority: '-',
  value,
});

const rows: [sentence: string, add: RecordData, conflict: RegExp | undefined][] = [
  ['another address of a name fits', record('a.org', 'A', '192.0.2.2'), undefined],
  ['a record that is there does not', record('a.org', 'A', '192.0.2.1'), /exists already/],
  ['a CNAME of the zone does not', record('a.org', 'CNAME', 'b.org'), /name of the zone/],
  ['a CNAME beside others does not', record('x.a.org', 'CNAME', 'b.org'), /has other records/],
  ['a record beside a CNAME does not', record('w.a.org', 'TXT', 'x'), /has a CNAME/],
  ['a second CNAME does not', record('w.a.org', 'CNAME', 'c.org'), /has a|has other/],
  ['a CNAME alone does', record('y.a.org', 'CNAME', 'b.org'), undefined],
];
it.each(rows)('%s', (_, add, conflict) => {
  const others = [
    record('a.org', 'A', '192.0.2.1'),
    record('x.a.org', 'A', '192.0.2.1'),
    record('w.a.org', 'CNAME', 'b.org'),
  ];
  const filled = fillZone('a.org');
  for (const other of others) expect(filled.add(other)).toBeUndefined();
  const found = [filled.add(add), conflictOf(add, others, 'a.org')];
  for (const each of found) conflict ? expect(each).toMatch(conflict) : expect(each).toBeUndefined();
});

const wrong: [type: string, ...values: string[]][] = [
  ['A', '192.0.2', '192.0.2.256', '0x7f.0.0.1', '2001:db8::1', 'example.com'],
  ['AAAA', '192.0.2.1', '2001:db8:::1', 'fe80::1%eth0', 'example.com'],
  ['CNAME', 'a b', '-a.org', '*.a.org', `${'a'.repeat(64)}.org`],
  ['MX', '10 mail.a.org', 'mail..a.org'],
  ['NS', 'a,b', ''],
  ['SRV', '5060 sip.a.org', '5 65536 sip.a.org', '1 5 5060 sip.a.org', '5 5060 -'],
  ['TXT', '', 'a\nb', 'x'.repeat(4097)],
  ['CAA', '0 issue ca.org', '256 issue "ca.org"', 'issue "ca.org"', '0 issue "a"b"'],
];
it.each(wrong)('a record of type %s has a value of its format', (type, ...values) => {
  for (const value of values) {
    const record = { serviceName: 'example.com', name: 'a.example.com', type, value };
    const envelope = envelopeOf(api(stateOf(), 'service/dnscreate', record).action);
    expect([value, envelope.errorCode]).toEqual([value, value === '' ? 101 : 105]);
  }
});

it('a zone of 20,000 records is set, listed, searched and changed in a moment', () => {
  const zone = { serviceName: 'example.com' };
  // All at one name, where each has most neighbours.
  const records = Array.from({ length: 20_000 }, (_, index) => ({ ...record('a.example.com', 'TXT', `${index}`) }));
  const start = Date.now();
  const set = api(stateOf(), 'service/dnssetzone', { ...zone, dnsZoneData: btoa(JSON.stringify(records)) });
  expect(envelopeOf(set.action).success).toBe(true);
  const page = envelopeOf(api(set.state, 'service/dnslist', { ...zone, page: '20' }).action).responseData;
  expect(page.queryInfo).toEqual({ page: 20, pageLength: 1000, results: 1000, total: 20_000 });
  const found = envelopeOf(api(set.state, 'service/dnslist', { ...zone, filterValue: '19999' }).action).responseData;
  const [{ entityID }] = found.dns;
  const update = api(set.state, 'service/dnsupdate', { ...zone, entityID, value: 'new' });
  expect(envelopeOf(update.action).responseData.dns).toMatchObject([{ value: 'new' }]);
  const texts = records.map(({ name, type, value }) => `${name} ${type} ${value}`);
  expect(stateOf({ records: texts }).world.records).toHaveLength(20_000);
  expect(Date.now() - start).toBeLessThan(10_000);
});
