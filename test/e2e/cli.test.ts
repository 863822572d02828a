import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { file, folder, oneDocument, run, sandbox, setUp, start } from './harness.ts';

const nobody = { dyndns: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1', echo: 'http://127.0.0.1:1' };

describe('the command line', () => {
  it('tells its version and its help on stdout', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['update', 'run', 'status', 'ip', 'check', 'sandbox']) expect(help.stdout).toContain(command);
    const update = await run(['update', '--help']);
    expect(update.code).toBe(0);
    expect(update.stdout).toMatch(/--dry-run.*--config.*--endpoints\.dyndns/s);
  });

  it.each([
    ['no command', [], 'Which command'],
    ['an unknown command', ['updaet'], 'update'],
    ['a word that is like no command', ['frobnicate'], 'Unknown command: frobnicate'],
    ['a command without its word', ['import'], 'hostpin import <file>'],
    ['an unknown flag', ['update', '--forec'], "forec\n'hostpin update --help'"],
    ['a flag without its value', ['update', '--ip'], 'ip'],
    ['a flag that is given twice', ['update', '--ip', '203.0.113.1', '--ip', '203.0.113.2'], '--ip'],
    ['an address that is none', ['update', '--ip', '203.0.113.777'], '203.0.113.777'],
    ['an address nobody may publish', ['update', '--ip', '127.0.0.1'], 'loopback'],
    ['an address of a family without a record', ['update', '--ip', '2606:4700::1'], "'types'"],
    ['a host that is not configured', ['update', 'other.example.com'], 'home.example.com'],
    ['a word too many', ['status', 'more'], 'more'],
    ['a sandbox at no place', ['sandbox', '--listen', 'nowhere'], 'HOST:PORT'],
    ['a sandbox with a record of no zone', ['sandbox', '--record', 'a.example.org A 192.0.2.1'], 'example.org'],
  ])('refuses %s with 64, and says what to do', async (_what, words, text) => {
    const { config } = setUp(nobody);
    const place = { env: { HOSTPIN_CONFIG: config } };
    const { code, stdout, stderr } = await run(words, place);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('with --json, stdout is one document also when the command fails', async () => {
    const house = setUp(nobody);
    const wrong = file('wrong.yaml', 'usr: alice\nhosts: []\n');
    for (const [words, code] of [
      [['update', '--json', '--config', house.config], 75],
      [['update', '--json', '--config', house.config, '--forec'], 64],
      [['update', '--json', '--config', house.config, 'x.example.com'], 64],
      [['update', '--json', '--config', wrong], 78],
      [['status', '--json', '--config', wrong], 78],
      [['ip', '--json', '--config', house.config], 75],
      [['check', '--json', '--config', house.config], 75],
      [['check', '--json', '--config', wrong], 78],
      [['status', '--json', '--config', house.config], 0],
    ] as const) {
      const ran = await run(words);
      expect([words, ran.code]).toEqual([words, code]);
      expect(oneDocument(ran.stdout)).toBeTypeOf('object');
      expect(ran.stdout.trimEnd()).not.toContain('\n');
    }
  });

  it('lists every problem of the configuration, with its path and what to write', async () => {
    const text =
      'usr: alice\nkey_file: /nonexistent/key\nformat: yaml\nhosts: [a..b, home.example.com, HOME.example.com]\nschedule: {every: soon}\ndetect: {agree: 0}\n';
    const { code, stderr, stdout } = await run(['update', '--config', file('hostpin.yaml', text)]);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    for (const part of [
      'usr',
      'user',
      '/nonexistent/key',
      'format',
      'json',
      'hosts[0]',
      'hosts[2]',
      'schedule.every',
      'detect.agree',
    ]) {
      expect(stderr).toContain(part);
    }
  });

  it('says where it looked when there is no configuration', async () => {
    const { code, stderr } = await run(['update']);
    expect(code).toBe(78);
    expect(stderr).toContain('user');
  });

  it('finds ./hostpin.yaml, and lets flags win over the environment, and that over the file', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { hosts: ['file.example.com'] });
    const host = async (words: string[], env: Record<string, string>) => {
      const ran = await run(['update', '--dry-run', '--json', ...words], { cwd: house.folder, env });
      return oneDocument(ran.stdout).hosts[0].host;
    };
    expect(await host([], {})).toBe('file.example.com');
    expect(await host([], { HOSTPIN_HOSTS: 'env.example.com' })).toBe('env.example.com');
    expect(await host(['--hosts', 'flag.example.com'], { HOSTPIN_HOSTS: 'env.example.com' })).toBe('flag.example.com');
    // The second is the host to update, and no other value of the flag.
    expect(await host(['--hosts', 'flag.example.com', 'flag.example.com'], {})).toBe('flag.example.com');
  });

  it('works with a configuration of three lines', async () => {
    const provider = await sandbox('--user', 'alice');
    const keyFile = file('key', 'demo-key\n');
    const config = file('hostpin.yaml', `user: alice\nkey_file: ${keyFile}\nhosts: [home.example.com]\n`);
    const words = [
      '--endpoints.dyndns',
      provider.dyndns,
      '--detect.ipv4',
      provider.echo,
      '--detect.allow_private',
      'true',
    ];
    const ran = await run(['update', '--config', config, ...words]);
    expect(ran).toMatchObject({ code: 0, stdout: 'home.example.com A 203.0.113.7 updated\n', stderr: '' });
  });

  it('warns of a secret that others can read, with the chmod that helps', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    chmodSync(house.config, 0o644);
    const { code, stderr } = await house.run('update');
    expect(code).toBe(0);
    expect(stderr).toContain(`chmod`);
    expect(stderr).toContain(house.config);
  });

  it('reads the key that systemd hands over', async () => {
    const provider = await sandbox();
    const credentials = folder();
    writeFileSync(join(credentials, 'key'), 'demo-key\n', { mode: 0o400 });
    const env = { CREDENTIALS_DIRECTORY: credentials, HOSTPIN_USER: 'demo', HOSTPIN_HOSTS: 'home.example.com' };
    const words = [
      '--endpoints.dyndns',
      provider.dyndns,
      '--detect.ipv4',
      provider.echo,
      '--detect.allow_private',
      'true',
    ];
    expect((await run(['update', ...words], { env })).code).toBe(0);
  });

  it('check finds what is wrong and changes nothing', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    const good = await house.run('check', '--json');
    expect(good.code).toBe(0);
    expect(oneDocument(good.stdout)).toMatchObject({ ok: true });
    expect(await provider.value('home.example.com')).toBe('127.0.0.1');
    await provider.move('192.168.1.2');
    house.write({ detect: { ipv4: [provider.echo] } });
    const bad = await house.run('check');
    expect(bad.code).toBe(75);
    expect(bad.stdout).toMatch(/PROBLEM.*192\.168\.1\.2/s);
  });

  it('the demo ends at Ctrl+C, and leaves no folder behind', async () => {
    const place = folder();
    const demo = start(['demo'], { env: { TMPDIR: place } });
    await demo.says(/first look/);
    demo.signal('SIGINT');
    await eventually(
      () => readdirSync(place),
      (left) => left.length === 0,
    );
    expect(await demo.stop()).toBe(75);
  });

  it('check remembers which hosts the provider refused: without the main API it can not look itself', async () => {
    const house = setUp(await sandbox(), { hosts: ['home.example.com', 'none.example.com'] });
    await house.run('update');
    const { code, stdout } = await house.run('check');
    expect(code).toBe(69);
    expect(stdout).toMatch(/PROBLEM {2}none\.example\.com A: the last update was refused: .*\n.*update --force/);
    expect(stdout).toMatch(/\n1 to mend\.\n$/);
  });
});
