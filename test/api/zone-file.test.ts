import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseZone } from 'dnsz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readZoneFile } from '../../src/api/zone-file/read.ts';
import { writeZoneFile } from '../../src/api/zone-file/write.ts';
import { normalEntry, type ZoneEntry } from '../../src/api/zone-record.ts';

const zone = 'example.com';
/** `name TYPE ttl priority value`, the shortest way to write a record here. */
const short = ({ name, type, ttl, priority, value }: ZoneEntry): string =>
  `${name} ${type} ${ttl} ${priority} ${value}`;
const read = (text: string, ttl?: string) => {
  const { records, leftOut, problems } = readZoneFile(text, zone, ttl);
  return { records: records.map(short), leftOut, problems };
};

describe('a zone file is read as RFC 1035 section 5 has it', () => {
  it.each<[string, string, string[]]>([
    ['a name, a class, a type and a value', 'www IN A 192.0.2.1', ['www.example.com A - - 192.0.2.1']],
    ['a name that begins with a digit, and no TTL', '4host IN A 192.0.2.1', ['4host.example.com A - - 192.0.2.1']],
    ['a name that is a number', '300 A 192.0.2.1', ['300.example.com A - - 192.0.2.1']],
    ['the class before the TTL', 'www IN 300 A 192.0.2.1', ['www.example.com A 300 - 192.0.2.1']],
    ['the TTL before the class', 'www 300 IN A 192.0.2.1', ['www.example.com A 300 - 192.0.2.1']],
    ['a TTL with units', 'www 1h30m A 192.0.2.1', ['www.example.com A 5400 - 192.0.2.1']],
    ['an absolute name in capitals', 'WWW.Example.COM. A 192.0.2.1', ['www.example.com A - - 192.0.2.1']],
    ['the zone itself', '@ A 192.0.2.1', ['example.com A - - 192.0.2.1']],
    ['a wildcard', '* A 192.0.2.1', ['*.example.com A - - 192.0.2.1']],
    ['a name in Unicode', 'bücher A 192.0.2.1', ['xn--bcher-kva.example.com A - - 192.0.2.1']],
    [
      'no name: that of the record before',
      'www 5 A 192.0.2.1\n\tA 192.0.2.2',
      ['www.example.com A 5 - 192.0.2.1', 'www.example.com A 5 - 192.0.2.2'],
    ],
    [
      '$ORIGIN, relative and absolute',
      '$ORIGIN lab\na A 192.0.2.1\n$ORIGIN x.example.com.\nb A 192.0.2.2',
      ['a.lab.example.com A - - 192.0.2.1', 'b.x.example.com A - - 192.0.2.2'],
    ],
    [
      '$TTL counts, and not the TTL before',
      '$TTL 60\na 5 A 192.0.2.1\nb A 192.0.2.2',
      ['a.example.com A 5 - 192.0.2.1', 'b.example.com A 60 - 192.0.2.2'],
    ],
    [
      'without $TTL, the TTL before counts',
      'a 5 A 192.0.2.1\nb A 192.0.2.2',
      ['a.example.com A 5 - 192.0.2.1', 'b.example.com A 5 - 192.0.2.2'],
    ],
    [
      'names in values are relative to the origin',
      'www CNAME @\nm MX 5 mail\nf MX 7 mx.example.net.',
      [
        'www.example.com CNAME - - example.com',
        'm.example.com MX - 5 mail.example.com',
        'f.example.com MX - 7 mx.example.net',
      ],
    ],
    ['no mail at all (RFC 7505)', '@ MX 0 .', ['example.com MX - 0 .']],
    ['SRV', '_sip._tcp SRV 1 2 5060 sip', ['_sip._tcp.example.com SRV - 1 2 5060 sip.example.com']],
    [
      'CAA with and without quotes',
      '@ CAA 0 issue letsencrypt.org\n@ CAA 0 iodef "mailto:a@b.example"',
      ['example.com CAA - - 0 issue "letsencrypt.org"', 'example.com CAA - - 0 iodef "mailto:a@b.example"'],
    ],
    ['an IPv6 address in its normal form', 'a AAAA 2001:DB8:0:0::1', ['a.example.com AAAA - - 2001:db8::1']],
    ['text in one piece', 'a TXT "v=spf1 -all"', ['a.example.com TXT - - v=spf1 -all']],
    [
      'text in several pieces over several lines',
      'a TXT ( "one;" ; a comment\n  " two" )',
      ['a.example.com TXT - - one; two'],
    ],
    ['text with escapes', 'a TXT "a\\"b\\\\c\\059\\195\\188"', ['a.example.com TXT - - a"b\\c;ü']],
    ['text without quotes', 'a TXT one\\;two', ['a.example.com TXT - - one;two']],
    ['the same record twice', 'a A 192.0.2.1\na A 192.0.2.1', ['a.example.com A - - 192.0.2.1']],
    [
      'comments, blank lines, other line ends',
      '; nothing\r\n\r\na A 192.0.2.1 ; here\r\n',
      ['a.example.com A - - 192.0.2.1'],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, records) => {
    expect(read(text)).toEqual({ records, leftOut: [], problems: [] });
  });

  it('gives the TTL of the caller to records that have none', () => {
    expect(read('a A 192.0.2.1\nb 5 A 192.0.2.2', '600').records).toEqual([
      'a.example.com A 600 - 192.0.2.1',
      'b.example.com A 5 - 192.0.2.2',
    ]);
  });

  it.each<[string, string, string, string]>([
    ['SOA', '@ SOA ns. me. (\n 1 2 3 4 5 )', 'example.com SOA', 'keeps it itself'],
    ['a type that the provider does not have', 'a PTR b', 'a.example.com PTR', 'these types only: A, AAAA'],
    ['a type that has only a number', 'a TYPE65280 \\# 0', 'a.example.com TYPE65280', 'these types only: A, AAAA'],
    ['another class', 'version CH TXT "x"', 'version.example.com TXT', 'class IN only'],
  ])('leaves out %s, and says why', (_, text, what, why) => {
    expect(read(text)).toEqual({
      records: [],
      leftOut: [{ line: 1, what, why: expect.stringContaining(why) }],
      problems: [],
    });
  });
});

describe('what can not be read is said with its line, and never passed over', () => {
  it.each<[string, string, number, string]>([
    ['a value that is no address', '\nwww A 192.0.2', 2, 'must be an IPv4 address'],
    ['a missing value', 'www A', 1, 'no value'],
    ['a value too many', 'www A 192.0.2.1 192.0.2.2', 1, 'no value of this type'],
    ['a priority that is no number', '@ MX mail', 1, 'no value of this type'],
    ['a type that DNS does not have', 'www CNAM a', 1, 'CNAM is no type of record'],
    ['octets that were no UTF-8', 'b A 192.0.2.1\na TXT "\ufffd"', 2, 'no UTF-8'],
    ['no type', 'www', 1, 'a record type is expected'],
    ['a number in place of the type', 'www IN 300 192.0.2.1', 1, 'a record type is expected where 192.0.2.1 stands'],
    ['no name before', '  A 192.0.2.1', 1, 'no record before it'],
    ['a name that DNS does not allow', 'a..b A 192.0.2.1', 1, 'a..b is no name'],
    ['a record of another zone', 'www.example.net. A 192.0.2.1', 1, 'not in the zone example.com'],
    ['an open quote', 'a TXT "one\nb A 192.0.2.1', 1, 'a quote that is not closed'],
    ['an open bracket', 'b A 192.0.2.1\na TXT ( "one"\n', 2, 'a bracket that is not closed'],
    ['a closing bracket', 'a TXT "one" )', 1, 'a closing bracket'],
    ['$INCLUDE', '$INCLUDE other.zone', 1, '$INCLUDE is not understood'],
    ['$GENERATE', '$GENERATE 1-4 h$ A 192.0.2.$', 1, '$GENERATE is not understood'],
    ['a TTL over the limit', 'a 3000000000 A 192.0.2.1', 1, 'no time to live'],
    ['octets that are no text', 'a TXT "\\255\\300"', 1, 'no value of this type'],
    ['a CNAME beside another record', 'a CNAME b\na A 192.0.2.1', 2, 'must be alone'],
  ])('%s', (_, text, line, what) => {
    expect(read(text).problems).toEqual([{ line, what: expect.stringContaining(what) }]);
  });

  it('reads any text to its end, and fast', () => {
    const soup = fc.array(
      fc.constantFrom('"', '\\', '(', ')', ';', ' ', '\n', 'a', 'TXT', ' IN ', '@', '$', '.', '5', '\u0000'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          soup.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          readZoneFile(text, zone);
        },
      ),
    );
    for (const unit of ['"a\\"', '\\"', '(', 'a ', '1s', '"', '\\\\'])
      expect(readZoneFile(`a TXT ${unit.repeat(100_000)}`, zone)).toBeDefined();
  });
});

const label = fc
  .stringMatching(/^[a-z0-9_]([a-z0-9_-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.startsWith('xn--') && !/^..--/.test(text));
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.example.net`);
const number = (max: number) => fc.integer({ min: 0, max }).map(String);
const values: Record<string, fc.Arbitrary<string>> = {
  A: fc.ipV4(),
  AAAA: fc.ipV6().filter((text) => !/^(0*:)*ffff:/i.test(text) && !text.includes('.')),
  CNAME: host,
  MX: host,
  NS: host,
  SRV: fc.tuple(number(65_535), number(65_535), host).map((parts) => parts.join(' ')),
  TXT: fc.string({ minLength: 1, maxLength: 600, unit: 'binary' }),
  CAA: fc
    .tuple(
      number(255),
      fc.constantFrom('issue', 'iodef'),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('"', '')),
    )
    .map(([flag, tag, text]) => `${flag} ${tag} "${text}"`),
};
const record = fc
  .constantFrom(...Object.keys(values))
  .chain((type) =>
    fc.record({
      // A name of its own each, so that no CNAME has a neighbour.
      name: fc.uuid().map((id) => `${id}.${zone}`),
      type: fc.constant(type),
      ttl: fc.oneof(fc.constant('-'), number(2 ** 31 - 1)),
      priority: fc.oneof(fc.constant('-'), number(65_535)),
      value: values[type] ?? host,
    }),
  )
  .map((entry) => normalEntry(entry, zone));
const shorts = (records: readonly ZoneEntry[]): string[] => records.map(short).toSorted();

describe('a zone file is written', () => {
  it('so that reading it gives the same records', () => {
    fc.assert(
      fc.property(fc.uniqueArray(record, { selector: short }), (records) => {
        const { text, leftOut } = writeZoneFile(records, zone);
        const again = readZoneFile(text, zone);
        expect(again.problems).toEqual([]);
        expect(leftOut).toEqual([]);
        expect(shorts(again.records)).toEqual(shorts(records));
      }),
    );
  });

  const entry = (name: string, type: string, value: string, ttl = '-', priority = '-'): ZoneEntry => ({
    name,
    type,
    value,
    ttl,
    priority,
  });
  const some = [
    entry('www.example.com', 'CNAME', 'example.com'),
    entry('example.com', 'MX', 'mail.example.com', '300', '5'),
    entry('example.com', 'A', '192.0.2.1'),
    entry('_sip._tcp.example.com', 'SRV', '1 5060 sip.example.com', '60', '10'),
    entry('example.com', 'TXT', `v=spf1 "quoted"; ${'long '.repeat(60)}`, '60'),
    entry('example.com', 'CAA', '0 issue "letsencrypt.org"', '60'),
    entry('sub.example.com', 'NS', 'ns1.example.net', '60'),
    entry('v6.example.com', 'AAAA', '2001:db8::1', '60'),
  ];

  it('with the default TTL first, unstated, and the rest in order', () => {
    expect(writeZoneFile(some.slice(0, 3), zone).text).toBe(
      '$ORIGIN example.com.\n@\tIN\tA\t192.0.2.1\nwww\tIN\tCNAME\texample.com.\n@\t300\tIN\tMX\t5 mail.example.com.\n',
    );
  });

  it('and what no zone file can say is left out, on a line of its own', () => {
    const odd = [
      entry('a b.example.com', 'A', '192.0.2.1'),
      entry('r.example.com', 'REDIRECT', 'http://x\n@ A 192.0.2.9'),
    ];
    const { text, leftOut } = writeZoneFile(odd, zone);
    expect(leftOut.map(({ type }) => type)).toEqual(['A', 'REDIRECT']);
    expect(readZoneFile(text, zone).records).toEqual([]);
  });

  it('so that another library reads the same names, types and TTLs', () => {
    const stated = some.filter(({ ttl }) => ttl !== '-');
    const read = parseZone(writeZoneFile(stated, zone).text).records;
    expect(read.map(({ name, type, ttl }) => `${name} ${type} ${ttl}`).toSorted()).toEqual(
      stated.map(({ name, type, ttl }) => `${name} ${type} ${ttl}`).toSorted(),
    );
  });

  const bind = spawnSync('named-compilezone', ['-v']).error === undefined;
  it.runIf(bind)('so that BIND takes it, and what BIND makes of it reads as the same records', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostpin-zone-'));
    try {
      const [from, to] = [join(folder, 'from'), join(folder, 'to')];
      const apex = '@ IN SOA ns1.example.net. me.example.net. 1 3600 600 86400 300\n@ IN NS ns1.example.net.\n';
      const { text } = writeZoneFile(some, zone, '900');
      writeFileSync(from, text.replace('$TTL 900\n', `$TTL 900\n${apex}`));
      const checked = spawnSync('named-compilezone', ['-i', 'none', '-k', 'ignore', '-o', to, zone, from], {
        encoding: 'utf8',
      });
      expect(checked.stdout + checked.stderr).toContain('OK');
      const shown = spawnSync('cat', [to], { encoding: 'utf8' }).stdout;
      const again = readZoneFile(shown, zone);
      expect(again.problems).toEqual([]);
      const expected = some.map((each) => ({ ...each, ttl: each.ttl === '-' ? '900' : each.ttl }));
      expect(shorts(again.records.filter(({ type, name }) => !(type === 'NS' && name === zone)))).toEqual(
        shorts(expected),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
