import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { options } from '../../src/config/options.ts';
import { lines, loadIn, smallest, type World } from './world.ts';

const configOf = async (world: World): Promise<Config> => {
  const loaded = await loadIn(world);
  if (loaded.kind === 'wrong') throw new Error(lines(loaded).join('\n'));
  return loaded.config;
};

const everything = `
provider: dondominio
endpoints:
  dyndns: https://dondns.dondominio.com
  api: https://simple-api.dondominio.net/
  ca_file:
  proxy: ~
user: alice
key_file: /etc/hostpin/key
key_parameter: password
format: json
lang: en
hosts:
  - name: home.example.com
    types: [A]
    create: false
    ttl: null
detect: {timeout: 5s, allow_private: false, ipv4: , agree: }
schedule: {every: 5m, refresh: 24h, watch: true}
state_dir: /home/alice/.local/state/hostpin
log: {level: info, format: json}
`;

describe('load', () => {
  it('fills in the defaults', async () => {
    expect(await configOf({ yaml: smallest })).toEqual({
      provider: 'dondominio',
      endpoints: { dyndns: 'https://dondns.dondominio.com', api: 'https://simple-api.dondominio.net' },
      user: 'alice',
      key: 'file-key',
      keyParameter: 'password',
      format: 'json',
      lang: 'en',
      hosts: [{ name: 'home.example.com', types: ['A'], create: false }],
      targets: [{ host: 'home.example.com', type: 'A', create: false }],
      detect: { ipv4: undefined, ipv6: undefined, agree: undefined, timeoutMs: 5000, allowPrivate: false },
      schedule: { everyMs: 300_000, refreshMs: 86_400_000, watch: true },
      stateDir: '/home/alice/.local/state/hostpin',
      log: { level: 'info', format: 'json' },
      file: '/here/hostpin.yaml',
    });
  });

  it('takes a key left out, an empty one and one with its default alike', async () => {
    expect(await configOf({ yaml: everything })).toEqual(await configOf({ yaml: smallest }));
  });

  it('needs no file where the environment and flags say everything', async () => {
    const config = await configOf({
      env: { HOSTPIN_KEY: 'k', HOSTPIN_HOSTS: 'a.example.com, b.example.com' },
      flags: { user: 'bob' },
    });
    expect(config).toMatchObject({
      user: 'bob',
      key: 'k',
      hosts: [{ name: 'a.example.com' }, { name: 'b.example.com' }],
    });
    expect(config.file).toBeUndefined();
  });

  const precedence: [string, World, Partial<Config>][] = [
    ['the environment wins over the file', { env: { HOSTPIN_USER: 'bob' } }, { user: 'bob' }],
    ['flags win over the environment', { env: { HOSTPIN_USER: 'bob' }, flags: { user: 'eve' } }, { user: 'eve' }],
    ['an empty variable counts as not set', { env: { HOSTPIN_USER: '' } }, { user: 'alice' }],
    ["the environment's key wins over the file's key_file", { env: { HOSTPIN_KEY: 'env-key' } }, { key: 'env-key' }],
    [
      "the flag's key_file wins over the environment's key",
      { env: { HOSTPIN_KEY: 'env-key' }, flags: { 'key-file': '/etc/hostpin/key' } },
      { key: 'file-key' },
    ],
    [
      'a systemd credential comes last',
      { env: { CREDENTIALS_DIRECTORY: '/run/c' }, files: { '/run/c/key': 'credential\n' } },
      { key: 'file-key' },
    ],
    [
      'but stands in for a file of root',
      {
        env: { CREDENTIALS_DIRECTORY: '/run/c' },
        files: { '/run/c/key': 'credential\n', '/etc/hostpin/key': { text: 'x', denied: true } },
      },
      { key: 'credential' },
    ],
    [
      'nested flags count as flat ones',
      { flags: { log: { level: 'debug' } } },
      { log: { level: 'debug', format: 'json' } },
    ],
    ['--log-level is --log.level', { flags: { 'log-level': 'warn' } }, { log: { level: 'warn', format: 'json' } }],
    [
      'flags of lists repeat',
      { flags: { hosts: ['a.example.com', 'b.example.com'] } },
      {
        hosts: [
          { name: 'a.example.com', types: ['A'], create: false },
          { name: 'b.example.com', types: ['A'], create: false },
        ],
      },
    ],
    ['a flag that is a number is the text of it', { flags: { user: 17 } }, { user: '17' }],
    ['a terminal gets pretty logs', { terminal: true }, { log: { level: 'info', format: 'pretty' } }],
    [
      '$STATE_DIRECTORY may be a list',
      { env: { STATE_DIRECTORY: '/var/lib/a:/var/lib/b', XDG_STATE_HOME: '/x' } },
      { stateDir: '/var/lib/a' },
    ],
    ['then $XDG_STATE_HOME', { env: { XDG_STATE_HOME: '/x' } }, { stateDir: '/x/hostpin' }],
    ['~ is the home', { flags: { state_dir: '~/state' } }, { stateDir: '/home/alice/state' }],
    ['a flag with a dash is one with an underscore', { flags: { 'state-dir': 'here' } }, { stateDir: '/here/here' }],
    [
      'a variable of a list',
      { env: { HOSTPIN_DETECT_IPV4: 'one,two' } },
      { detect: { ipv4: ['one', 'two'], ipv6: undefined, agree: undefined, timeoutMs: 5000, allowPrivate: false } },
    ],
    [
      'a cron flag replaces an interval in a variable',
      { env: { HOSTPIN_SCHEDULE_EVERY: '1m' }, flags: { 'schedule.cron': '@ * * * *'.replace('@', '*/2') } },
      { schedule: { everyMs: 300_000, cron: '*/2 * * * *', refreshMs: 86_400_000, watch: true } },
    ],
    [
      'loopback may be plain http, and keeps its path',
      { env: { HOSTPIN_ENDPOINTS_DYNDNS: 'http://127.0.0.1:8080/x/' } },
      { endpoints: { dyndns: 'http://127.0.0.1:8080/x', api: 'https://simple-api.dondominio.net' } },
    ],
    [
      '$HTTPS_PROXY counts, but not for what $NO_PROXY lists',
      { env: { HTTPS_PROXY: 'proxy:3128', NO_PROXY: 'localhost,.dondominio.net' } },
      {
        endpoints: {
          dyndns: 'https://dondns.dondominio.com',
          api: 'https://simple-api.dondominio.net',
          proxy: 'http://proxy:3128',
        },
      },
    ],
    [
      'nor for loopback',
      {
        env: {
          https_proxy: 'http://proxy:3128',
          HOSTPIN_ENDPOINTS_DYNDNS: 'https://localhost:1',
          HOSTPIN_ENDPOINTS_API: 'https://[::1]:1',
        },
      },
      { endpoints: { dyndns: 'https://localhost:1', api: 'https://[::1]:1' } },
    ],
    [
      'a configured proxy counts for both',
      { env: { HTTPS_PROXY: 'http://other', HOSTPIN_ENDPOINTS_PROXY: 'http://127.0.0.1:3128' } },
      {
        endpoints: {
          dyndns: 'https://dondns.dondominio.com',
          api: 'https://simple-api.dondominio.net',
          proxy: 'http://127.0.0.1:3128',
          apiProxy: 'http://127.0.0.1:3128',
        },
      },
    ],
  ];
  it.each(precedence)('%s', async (_sentence, world, expected) => {
    expect(await configOf({ yaml: smallest, ...world })).toMatchObject(expected);
  });

  it('does without a proxy what $NO_PROXY lists', async () => {
    const { endpoints } = await configOf({ yaml: smallest, env: { HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' } });
    expect(endpoints).not.toHaveProperty('proxy');
    expect(endpoints).not.toHaveProperty('apiProxy');
  });

  it('takes the credential where nothing else is said', async () => {
    const world = {
      yaml: 'user: alice\nhosts: [a.example.com]\napi: {user: bob}\n',
      env: { CREDENTIALS_DIRECTORY: '/run/c' },
    };
    const config = await configOf({ ...world, files: { '/run/c/key': 'k1\n', '/run/c/api-password': 'p1\r\n' } });
    expect(config).toMatchObject({ key: 'k1', api: { user: 'bob', password: 'p1' }, hosts: [{ create: true }] });
  });

  it('finds files relative to the one that names them', async () => {
    const files = { '/etc/x/c.yaml': smallest.replace('/etc/hostpin/key', 'key'), '/etc/x/key': 'near' };
    expect(await configOf({ flags: { config: '/etc/x/c.yaml' }, files })).toMatchObject({
      key: 'near',
      file: '/etc/x/c.yaml',
    });
  });

  it('keeps scalars as they were written', async () => {
    const yaml = 'user: 0123\nkey: 1e3\nhosts: [a.example.com]\n';
    expect(await configOf({ yaml })).toMatchObject({ user: '0123', key: '1e3' });
  });

  it('trims the final newline of a key that is a block', async () => {
    expect(await configOf({ yaml: 'user: a\nkey: |\n  k\nhosts: [a.example.com]\n' })).toMatchObject({ key: 'k' });
  });

  it('makes a target of each host and type', async () => {
    const yaml = `${smallest.replace('[home.example.com]', '')}  - {name: Nás.example.com., types: [A, AAAA], ttl: 300, service: example.com, suffix: "::5/64"}\napi: {user: u, password: p}\n`;
    expect((await configOf({ yaml })).targets).toEqual([
      { host: 'xn--ns-mia.example.com', type: 'A', create: true, ttl: 300, service: 'example.com' },
      {
        host: 'xn--ns-mia.example.com',
        type: 'AAAA',
        create: true,
        ttl: 300,
        service: 'example.com',
        suffix: '::5/64',
      },
    ]);
  });

  it('looks for the file in the usual places, in their order', async () => {
    const places = ['/here/hostpin.yaml', '/home/alice/.config/hostpin/hostpin.yaml', '/etc/hostpin/hostpin.yaml'];
    for (const [index, path] of places.entries()) {
      const files = Object.fromEntries(places.slice(index).map((one) => [one, smallest]));
      expect((await configOf({ files })).file).toBe(path);
    }
  });
});

describe('the options', () => {
  it('each have a variable, a description, and a flag unless they are a secret', () => {
    for (const { path, env, flag, description, secret } of options) {
      expect(env).toBe(`HOSTPIN_${path.replace('.', '_').toUpperCase()}`);
      expect(flag).toBe(secret ? undefined : path);
      expect(description).toMatch(/\.$/);
    }
    expect(options.filter(({ secret }) => secret).map(({ path }) => path)).toEqual(['key', 'api.password']);
    expect(new Set(options.map(({ env }) => env)).size).toBe(options.length);
  });

  it('have defaults that are what leaving the key out means', async () => {
    const written = options.filter(({ default: value }) => value !== undefined && /^[\w:/.-]+$/.test(value));
    expect(written.length).toBeGreaterThan(10);
    const env = Object.fromEntries(written.map((option) => [option.env, option.default ?? '']));
    expect(await configOf({ yaml: smallest, env })).toEqual(await configOf({ yaml: smallest }));
  });
});
