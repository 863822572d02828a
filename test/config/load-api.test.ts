import { describe, expect, it } from 'vitest';
import { loadApi } from '../../src/config/load-api.ts';
import { filesOf, lines, type World } from './world.ts';

const api = 'api: {user: alice-api, password: s3cret}\n';

const loadIn = ({ yaml, flags = {}, env = {}, files = {} }: World) =>
  loadApi({
    flags,
    env,
    files: filesOf({ ...(yaml === undefined ? {} : { '/here/hostpin.yaml': yaml }), ...files }),
    cwd: '/here',
    home: '/home/alice',
    uid: 1000,
    terminal: false,
  });

describe('the configuration of the main API', () => {
  it.each<[string, World]>([
    ['a file with nothing else', { yaml: api }],
    ['variables alone', { env: { HOSTPIN_API_USER: 'alice-api', HOSTPIN_API_PASSWORD: 's3cret' } }],
    [
      'a flag and a secret file',
      { flags: { 'api.user': 'alice-api', 'api.password_file': 'pw' }, files: { '/here/pw': 's3cret\n' } },
    ],
    [
      'a systemd credential',
      {
        yaml: 'api: {user: alice-api}',
        env: { CREDENTIALS_DIRECTORY: '/run/c' },
        files: { '/run/c/api-password': 's3cret' },
      },
    ],
    [
      'the file of a daemon whose key this user may not read',
      {
        yaml: `${api}user: alice\nkey_file: /etc/key\nhosts: [a.example.com]\n`,
        files: { '/etc/key': { text: 'k', denied: true } },
      },
    ],
    [
      'a file whose hosts and sources contradict each other',
      { yaml: `${api}hosts: [a.example.com, a.example.com]\ndetect: {ipv4: [one], agree: 3}\n` },
    ],
  ])('does with %s', async (_what, world) => {
    expect(await loadIn(world)).toMatchObject({
      kind: 'ok',
      config: {
        api: { user: 'alice-api', password: 's3cret' },
        endpoints: { api: 'https://simple-api.dondominio.net' },
        log: { level: 'info', format: 'json' },
      },
    });
  });

  it.each<[string, World, string[]]>([
    [
      'nothing at all',
      {},
      [
        'no configuration file',
        'api.user: is missing',
        'support',
        'api.password_file: is missing',
        'HOSTPIN_API_PASSWORD',
      ],
    ],
    ['a password alone', { env: { HOSTPIN_API_PASSWORD: 's3cret' } }, ['api.user: is missing']],
    ['a key that does not exist', { yaml: `${api}apii: {}\n` }, ['apii']],
    ['an address without TLS', { yaml: `${api}endpoints: {api: "http://api.example.net"}\n` }, ['endpoints.api']],
    ['a secret file that is not there', { yaml: 'api: {user: a, password_file: /none}' }, ['/none']],
    ['a file that is no YAML', { yaml: '{' }, ['line 1']],
  ])('says what is wrong with %s', async (_what, world, texts) => {
    const loaded = await loadIn(world);
    expect(loaded.kind).toBe('wrong');
    const told = lines(loaded).join('\n');
    for (const text of texts) expect(told).toContain(text);
    expect(told).not.toMatch(/s3cret|key_file|hosts:/);
  });

  it('warns of a password that every user can read', async () => {
    const loaded = await loadIn({ files: { '/here/hostpin.yaml': { text: api, mode: 0o644 } } });
    expect(loaded.warnings).toMatchObject([{ where: '/here/hostpin.yaml', fix: expect.stringContaining('chmod 600') }]);
  });
});
