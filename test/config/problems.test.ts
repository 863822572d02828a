import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lines, loadIn, smallest, type World } from './world.ts';

const api = 'api: {user: u, password: p}\n';
const base = 'user: alice\nkey: k\n';
const one = `${base}hosts: [home.example.com]\n`;

/** What is written; and for each problem, in order, parts that it has. */
const rows: [sentence: string, world: World, expected: string[][]][] = [
  ['the smallest file is right', { yaml: smallest }, []],
  ['a misspelt key gets a suggestion', { yaml: `${one}detekt: {agree: 2}\n` }, [['detekt', 'no such key', 'detect?']]],
  ['so does one inside a section', { yaml: `${one}detect: {agre: 2}\n` }, [['detect.agre', 'detect', 'agree?']]],
  ['one that belongs into a section says so', { yaml: `${one}every: 5m\n` }, [['every', 'schedule.every']]],
  ['a key that lacks its space does not tell the value', { yaml: `${one}"key:hunter2": x\n` }, [['key: there is no']]],
  ['a key of a host', { yaml: `${base}hosts: [{name: a.example.com, typ: [A]}]\n` }, [['hosts[0].typ', 'types?']]],
  ['a host without a name', { yaml: `${base}hosts: [{types: [A]}]\n` }, [['hosts[0].name', 'missing']]],
  [
    'hosts as text',
    { yaml: `${base}hosts: home.example.com\n` },
    [['hosts (line 3)', 'no list', '[home.example.com]']],
  ],
  ['no host', { yaml: `${base}hosts: []\n` }, [['hosts (line', 'empty list']]],
  ['hosts left out', { yaml: base }, [['hosts: is missing']]],
  ['an empty entry', { yaml: `${base}hosts:\n  - \n` }, [['hosts[0]', 'empty']]],
  [
    'the same host twice, differently written',
    { yaml: `${base}hosts: [home.example.com, HOME.example.com.]\n` },
    [['hosts[1]', 'twice']],
  ],
  ['no host name', { yaml: `${base}hosts: [a.example.com, "not a name"]\n` }, [['hosts[1] (line 3)', '"not a name"']]],
  ['an address is no host name', { yaml: `${base}hosts: [192.0.2.1]\n` }, [['hosts[0]', '192.0.2.1']]],
  [
    'an unknown type',
    { yaml: `${base}hosts: [{name: a.example.com, types: [A, MX]}]\n` },
    [['hosts[0].types[1]', 'MX', 'A or AAAA']],
  ],
  ['no type', { yaml: `${base}hosts: [{name: a.example.com, types: []}]\n` }, [['hosts[0].types', 'empty']]],
  ['a type twice', { yaml: `${base}hosts: [{name: a.example.com, types: [A, A]}]\n` }, [['hosts[0].types', 'twice']]],
  ['types as text', { yaml: `${base}hosts: [{name: a.example.com, types: A}]\n` }, [['hosts[0].types', '"A"', '[A]']]],
  [
    'AAAA without the main API',
    { yaml: `${base}hosts: [{name: a.example.com, types: [AAAA]}]\n` },
    [['hosts[0].types', 'main API', 'api.user']],
  ],
  ['AAAA with it is right', { yaml: `${base}${api}hosts: [{name: a.example.com, types: [AAAA]}]\n` }, []],
  [
    'create without the main API',
    { yaml: `${base}hosts: [{name: a.example.com, create: true}]\n` },
    [['hosts[0].create', 'main API']],
  ],
  ['create: false needs none', { yaml: `${base}hosts: [{name: a.example.com, create: false}]\n` }, []],
  [
    'a service of another zone',
    { yaml: `${base}hosts: [{name: a.example.com, service: example.org}]\n` },
    [['hosts[0].service', 'example.org']],
  ],
  [
    'a service that ends alike but is not the parent',
    { yaml: `${base}hosts: [{name: a.myexample.com, service: example.com}]\n` },
    [['hosts[0].service']],
  ],
  [
    'a service that is the host itself is right',
    { yaml: `${base}hosts: [{name: example.com, service: example.com}]\n` },
    [],
  ],
  [
    'a ttl that is no number',
    { yaml: `${base}hosts: [{name: a.example.com, ttl: 5m}]\n` },
    [['hosts[0].ttl', '"5m"', '604800']],
  ],
  [
    'a suffix without AAAA',
    { yaml: `${base}hosts: [{name: a.example.com, suffix: "::1/64"}]\n` },
    [['hosts[0].suffix', 'AAAA']],
  ],
  [
    'a suffix that reaches into the prefix',
    { yaml: `${base}${api}hosts: [{name: a.example.com, types: [AAAA], suffix: "2001:db8::1/64"}]\n` },
    [['hosts[0].suffix', '2001:db8::1/64']],
  ],
  [
    'no user and no key',
    { yaml: 'hosts: [a.example.com]\n' },
    [['user: is missing'], ['key_file: is missing', 'HOSTPIN_KEY']],
  ],
  ['key and key_file', { yaml: `${smallest}key: k\n` }, [['key_file', 'both given']]],
  ['an empty key', { yaml: 'user: alice\nkey: ""\nhosts: [a.example.com]\n' }, [['key (line 2)', 'empty']]],
  [
    'an empty key file',
    { yaml: smallest, files: { '/etc/hostpin/key': '\n' } },
    [['key_file (line 2)', '/etc/hostpin/key', 'empty']],
  ],
  [
    'a key file with two lines',
    { yaml: smallest, files: { '/etc/hostpin/key': 'user\nkey\n' } },
    [['key_file', 'one line']],
  ],
  [
    'a key file that is not there',
    { yaml: smallest.replace('/key\n', '/kye\n') },
    [['key_file (line 2)', "can't read /etc/hostpin/kye", 'no such file']],
  ],
  [
    'a key file that may not be read',
    { yaml: smallest, files: { '/etc/hostpin/key': { text: 'k', denied: true } } },
    [['key_file', 'permission denied']],
  ],
  ['a key that is a list', { yaml: 'user: a\nkey: [hunter2]\nhosts: [a.example.com]\n' }, [['key (line', 'list']]],
  [
    'half of the main API',
    { yaml: `${one}api: {user: u}\n` },
    [['api.password_file: is missing', 'HOSTPIN_API_PASSWORD']],
  ],
  ['the other half', { yaml: `${one}api: {password: p}\n` }, [['api.user: is missing']]],
  ['a section that is a value', { yaml: `${one}api: hunter2\n` }, [['api: is a section', 'api.user']]],
  ['a value that is a section', { yaml: `${one}lang: {a: b}\n` }, [['lang', 'is a section']]],
  ['an unknown language', { yaml: `${one}lang: fr\n` }, [['lang (line 4)', '"fr"', 'en or es']]],
  ['no boolean', { yaml: `${one}schedule: {watch: yes}\n` }, [['schedule.watch', '"yes"', 'true or false']]],
  [
    'plain http',
    { yaml: `${one}endpoints: {dyndns: "http://dondns.example"}\n` },
    [['endpoints.dyndns', 'unencrypted', 'https://']],
  ],
  [
    'plain http to a name that only looks like loopback',
    { yaml: `${one}endpoints: {api: "http://127.0.0.1.example.com"}\n` },
    [['endpoints.api', 'unencrypted']],
  ],
  ['no URL', { yaml: `${one}endpoints: {dyndns: dondns}\n` }, [['endpoints.dyndns', '"dondns"', 'https://']]],
  [
    'credentials in an endpoint, which are not told',
    { yaml: `${one}endpoints: {dyndns: "https://u:hunter2@x.example"}\n` },
    [['endpoints.dyndns', '//…@', 'credentials']],
  ],
  [
    'a SOCKS proxy',
    { yaml: `${one}endpoints: {proxy: "socks5://u:hunter2@proxy"}\n` },
    [['endpoints.proxy', 'http://host:port']],
  ],
  [
    'a CA file that is none',
    { yaml: `${one}endpoints: {ca_file: /etc/hostpin/key}\n` },
    [['endpoints.ca_file', 'no PEM certificate']],
  ],
  [
    'a CA file that is not there',
    { yaml: `${one}endpoints: {ca_file: ca.pem}\n` },
    [['endpoints.ca_file', '/here/ca.pem']],
  ],
  ['a duration without a unit', { yaml: `${one}schedule: {every: 300}\n` }, [['schedule.every', '"300"', '300s']]],
  ['no duration', { yaml: `${one}schedule: {every: soon}\n` }, [['schedule.every', '"soon"', '5m']]],
  ['too short', { yaml: `${one}schedule: {every: 10ms}\n` }, [['schedule.every', 'too short', '1s']]],
  ['too long', { yaml: `${one}schedule: {refresh: 52w}\n` }, [['schedule.refresh', 'too long', '24d']]],
  [
    'cron and every',
    { yaml: `${one}schedule: {every: 1m, cron: "* * * * *"}\n` },
    [['schedule.cron', 'schedule.every', 'both given']],
  ],
  ['cron and the default of every is right', { yaml: `${one}schedule: {every: 300s, cron: "* * * * *"}\n` }, []],
  ['no cron expression', { yaml: `${one}schedule: {cron: "61 * * * *"}\n` }, [['schedule.cron', '"61"', 'minute']]],
  [
    'a source that is none',
    { yaml: `${one}detect: {ipv4: [one, nonsense]}\n` },
    [['detect.ipv4[1]', 'nonsense', 'https://']],
  ],
  ['no source', { yaml: `${one}detect: {ipv4: []}\n` }, [['detect.ipv4', 'empty list']]],
  [
    'provider beside another',
    { yaml: `${one}detect: {ipv4: [one, provider]}\n` },
    [['detect.ipv4', 'provider', 'alone']],
  ],
  ['provider alone is right', { yaml: `${one}detect: {ipv4: [provider]}\n` }, []],
  ['the source api without the main API', { yaml: `${one}detect: {ipv4: [api]}\n` }, [['detect.ipv4[0]', 'main API']]],
  [
    'more must agree than there are',
    { yaml: `${one}detect: {ipv4: [one, two], agree: 3}\n` },
    [['detect.agree', '3 must agree', 'agree: 2']],
  ],
  ['more must agree than are built in', { yaml: `${one}detect: {agree: 5}\n` }, [['detect.agree', '5 must agree']]],
  [
    'two sources of one operator are one',
    { yaml: `${one}detect: {ipv4: [one/a, one/b]}\n` },
    [['detect.ipv4', '2 must agree', 'agree: 1']],
  ],
  ['a single source agrees with itself', { yaml: `${one}detect: {ipv4: [one]}\n` }, []],
  ['the other family does not matter', { yaml: `${one}detect: {ipv4: [one, two], ipv6: [one], agree: 2}\n` }, []],
  ['agree: 0', { yaml: `${one}detect: {agree: 0}\n` }, [['detect.agree', '"0"']]],
  [
    'a variable is named where it is wrong',
    { yaml: one, env: { HOSTPIN_LANG: 'fr' } },
    [['lang (HOSTPIN_LANG)', '"fr"']],
  ],
  [
    'a flag is named where it is wrong',
    { yaml: one, flags: { 'schedule.every': 3 } },
    [['schedule.every (--schedule.every)', '"3"']],
  ],
  ['a flag given twice', { yaml: one, flags: { lang: ['en', 'es'] } }, [['lang (--lang)', 'is a list']]],
  [
    'an unknown variable is a warning',
    { yaml: one, env: { HOSTPIN_USR: 'x', HOSTPIN_CONFIG: '' } },
    [['HOSTPIN_USR', 'HOSTPIN_USER']],
  ],
  ['a key twice', { yaml: `${one}user: bob\n` }, [['line 4', 'written twice']]],
  ['a tab', { yaml: 'user: alice\napi:\n\tuser: x\n' }, [['line 3', 'tab']]],
  ['a value with a reserved start', { yaml: 'user: alice\nkey: *hunter2\n' }, [['line 2', 'quotes']]],
  ['a list as file', { yaml: '- hunter2\n' }, [['user'], ['key_file'], ['hosts'], ['the file', 'list']]],
  ['text as file', { yaml: 'key:hunter2\n' }, [['user'], ['key_file'], ['hosts'], ['the file', 'colon']]],
  [
    'nothing at all',
    {},
    [
      [
        '/here/hostpin.yaml',
        '/home/alice/.config/hostpin/hostpin.yaml',
        '/etc/hostpin/hostpin.yaml',
        'three lines',
        'hostpin init',
      ],
      ['user'],
      ['key_file'],
      ['hosts'],
    ],
  ],
  [
    '--config of a file that is not there',
    { flags: { config: 'x.yaml' }, yaml: one },
    [['--config', '/here/x.yaml', 'no such file']],
  ],
  ['$HOSTPIN_CONFIG of one', { env: { HOSTPIN_CONFIG: '/x.yaml' }, yaml: one }, [['HOSTPIN_CONFIG', '/x.yaml']]],
  [
    'many at once',
    { yaml: 'usr: alice\nlang: fr\nhosts: [a..b, {name: c.example.com, types: [AAAA]}]\nschedule: {every: 1}\n' },
    [['usr', 'user?'], ['lang'], ['hosts[0]'], ['schedule.every'], ['user'], ['key_file'], ['hosts[1].types']],
  ],
  [
    'a key file that others can read',
    { yaml: smallest, files: { '/etc/hostpin/key': { text: 'k', mode: 0o644 } } },
    [['/etc/hostpin/key', 'chmod 600 /etc/hostpin/key']],
  ],
  ['a group may read it', { yaml: smallest, files: { '/etc/hostpin/key': { text: 'k', mode: 0o640 } } }, []],
  [
    'a configuration with a key in it that others can read',
    { flags: { config: '/c.yaml' }, files: { '/c.yaml': { text: one, mode: 0o644 } } },
    [['/c.yaml', 'chmod 600 /c.yaml']],
  ],
  [
    'one without a secret may be read',
    { flags: { config: '/c.yaml' }, files: { '/c.yaml': { text: smallest, mode: 0o644 } } },
    [],
  ],
];

describe('what is told of a configuration', () => {
  it.each(rows)('%s', async (_sentence, world, expected) => {
    const told = lines(await loadIn(world));
    expect(told.join('\n')).not.toContain('hunter2');
    const missing = expected.filter((parts) => !told.some((line) => parts.every((part) => line.includes(part))));
    expect({ told, missing, count: told.length }).toEqual({ told, missing: [], count: expected.length });
  });

  const secret = 'S3cr3t-hunter2';
  const leaf = fc.oneof(
    fc.string(),
    fc.constantFrom('A', 'true', '5m', 'a.example.com', null),
    fc.integer(),
    fc.boolean(),
  );
  const keys =
    'user key key_file hosts api endpoints detect schedule log name types ipv4 agree every __proto__ <<'.split(' ');
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 9 })), tie('node'), { maxKeys: 6 }),
    ),
  })).node;

  it('any text as file is answered', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(...keys, ': ', '\n', ' ', '- ', '[', ']', '{', '}', '&a ', '*a', '"', '|', '\t', '!!x '),
          { maxLength: 40 },
        )
        .map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (yaml) => {
        expect((await loadIn({ yaml })).kind).toMatch(/ok|wrong/);
      }),
    );
  });

  it('any tree as file, and any flags, are answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.dictionary(fc.constantFrom('user', 'detect', 'hosts', 'lang'), tree),
        async (file, flags) => {
          expect((await loadIn({ yaml: JSON.stringify(file), flags })).kind).toMatch(/ok|wrong/);
        },
      ),
    );
  });

  it('no secret is ever told, whatever else is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...keys), tree),
        fc.boolean(),
        fc.string(),
        async (file, inline, rest) => {
          const value = `${secret}${rest}`;
          const secrets = { password: value, ...(inline ? { password_file: value.replaceAll('\0', '') } : {}) };
          const yaml = `${JSON.stringify({ ...file, key: inline ? value : [value], api: inline ? { password: secrets.password } : { password: { a: value } } })}`;
          const told = lines(
            await loadIn({ yaml, env: { HOSTPIN_API_PASSWORD: value, HTTPS_PROXY: `ftp://u:${value}@p` } }),
          );
          expect(told.join('\n')).not.toContain(secret);
        },
      ),
    );
  });

  it('a file that nests or repeats beyond reason is refused', async () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`),
    ].join('\n');
    for (const yaml of [bomb, '['.repeat(50_000), 'a: &x [*x]\n', 'hosts: &x [{name: *x}]\n']) {
      expect((await loadIn({ yaml })).kind).toBe('wrong');
    }
  });
});
