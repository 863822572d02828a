import { describe, expect, it } from 'vitest';
import { readRequest } from '../../src/cli/dns/request.ts';

/** A command line as the parser gives it: `after` stood behind `--`. */
const read = (line: string, flags: Record<string, unknown> = {}, after: string[] = []) => {
  const [action, host, type, ...value] = line.split(' ');
  return readRequest({ _: ['dns', ...after], action, host, type, value, ...flags });
};

describe('a command line of hostpin dns', () => {
  it.each<[string, ReturnType<typeof read>, object]>([
    ['lists a name', read('list Home.Example.com.'), { action: 'list', host: 'home.example.com', type: undefined }],
    ['lists one type', read('list example.com mx'), { type: 'MX' }],
    [
      'sets an address in its normal form',
      read('set a.example.com aaaa 2001:DB8::0:1'),
      { type: 'AAAA', value: '2001:db8::1', manner: 'one' },
    ],
    ['sets a host without its final dot', read('set a.example.com CNAME X.example.net.'), { value: 'x.example.net' }],
    [
      'takes the priority of MX in front of its value',
      read('set example.com MX 05 mx.example.net'),
      { value: 'mx.example.net', priority: '5' },
    ],
    [
      'takes the priority as a flag',
      read('set example.com MX mx.example.net', { priority: '5' }),
      { value: 'mx.example.net', priority: '5' },
    ],
    [
      'takes SRV in three parts',
      read('set _s._tcp.example.com SRV 1 5060 a.example.net'),
      { value: '1 5060 a.example.net', priority: undefined },
    ],
    [
      'takes SRV in four parts',
      read('set _s._tcp.example.com SRV 7 1 5060 a.example.net'),
      { value: '1 5060 a.example.net', priority: '7' },
    ],
    ['takes CAA without quotes', read('set example.com CAA 0 issue ca.example'), { value: '0 issue "ca.example"' }],
    ['takes a text in quotes', read('set example.com TXT "v=spf1 -all"'), { value: 'v=spf1 -all' }],
    ['keeps a text of digits', read('set example.com TXT 0123'), { value: '0123' }],
    ['takes a value that begins with a dash', read('set example.com TXT', {}, ['-all']), { value: '-all' }],
    [
      'takes the default TTL back',
      read('set a.example.com A 192.0.2.1', { ttl: 'default', replace: true }),
      { ttl: '-', manner: 'replace' },
    ],
    [
      'deletes one of several',
      read('delete example.com MX 5 mx.example.net', { yes: true }),
      { priority: '5', value: 'mx.example.net', yes: true },
    ],
    [
      'imports',
      read('import example.com zone.txt', { delete: true, 'dry-run': true }),
      { file: 'zone.txt', sweep: true, dryRun: true },
    ],
    ['imports the standard input', read('import example.com', { type: true, yes: true }), { file: '-' }],
    ['exports with a TTL', read('export example.com', { ttl: '3600' }), { ttl: '3600' }],
  ])('%s', (_, request, expected) => {
    expect(request).toMatchObject(expected);
  });

  it.each<[string, ReturnType<typeof read>, string[]]>([
    ['an action that there is not', read('lsit example.com'), ['Did you mean list?']],
    ['no name', read('list'), ['Which name?']],
    ['a name that is none', read('list a..b'), ['"a..b" is not a host name']],
    ['a type that the provider does not have', read('list example.com PTR'), ['A, AAAA, CNAME']],
    ['no value', read('set a.example.com A'), ['a name, a type and a value']],
    [
      'a priority in front that is too high',
      read('set example.com MX 65536 mx.example.net'),
      ['priority 65536 before'],
    ],
    ['a port that is too high', read('set a.example.com SRV 1 2 65536 b.example.com'), ['up to 65535']],
    ['a flag that is too high', read('set a.example.com CAA 256 issue "x.org"'), ['a flag up to 255']],
    ['a value of another type', read('set a.example.com A 2001:db8::1'), ['must be an IPv4 address']],
    ['two priorities', read('set example.com MX 5 m.example.net', { priority: '6' }), ['write one of them']],
    ['a priority where there is none', read('set a.example.com A 192.0.2.1', { priority: '5' }), ['for MX and SRV']],
    ['a TTL that is none', read('set a.example.com A 192.0.2.1', { ttl: '0' }), ['--ttl 0']],
    ['two manners', read('set a.example.com A 192.0.2.1', { add: true, replace: true }), ['one or the other']],
    [
      'flags of another action',
      read('list example.com', { yes: true, ttl: '5' }),
      ['--ttl means nothing', '--yes means nothing'],
    ],
    ['flags behind the dashes', read('set example.com TXT', {}, ['-x', '--yes']), ['flags stand before']],
    ['a question where the file stands', read('import example.com', { type: true }), ['add --yes or --dry-run']],
    ['no file', read('import example.com'), ['which file?']],
    ['words too many', read('export example.com zone.txt'), ['nothing after it']],
    ['all at once', read('set a..b PTR 5', { ttl: 'x' }), ['host name', '--ttl x', 'no type of record']],
  ])('is refused for %s', (_, request, problems) => {
    expect(request).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });
});
