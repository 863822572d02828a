import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { file, folder, later, program, run, sandbox } from './harness.ts';

const ddclient = "protocol=dondominio\nlogin=demo\npassword='demo-key'\nhome.example.com\n";
const configurationOf = (home: string): string => join(home, 'hostpin', 'hostpin.yaml');

describe('hostpin import', () => {
  it('shows what it would write, without the key; writes it with --write; replaces nothing; and it works', async () => {
    const { dyndns, echo } = await sandbox();
    const home = folder();
    const target = configurationOf(home);
    const source = file('ddclient.conf', ddclient);
    const shown = await run(['import', source, '--config', target]);
    expect(shown).toMatchObject({
      code: 0,
      stdout: `user: demo\nkey_file: ${home}/hostpin/key\nhosts: [home.example.com]\n`,
    });
    expect(shown.stdout + shown.stderr).not.toContain('demo-key');
    expect(() => statSync(target)).toThrow('ENOENT');

    const elsewhere = configurationOf(folder());
    const next = `then: hostpin check --config ${elsewhere}\n`;
    expect((await run(['import', source, '--write', '--config', elsewhere])).stderr).toContain(next);

    const written = await run(['import', source, '--write', '--json', '--config', target]);
    expect(JSON.parse(written.stdout)).toMatchObject({ client: 'ddclient', written: true, file: target, notes: [] });
    expect(written.stdout + written.stderr).not.toContain('demo-key');
    expect(statSync(join(home, 'hostpin', 'key')).mode & 0o777).toBe(0o600);

    const again = await run(['import', source, '--write', '--config', target]);
    expect(again).toMatchObject({ code: 64, stderr: expect.stringContaining(`There is ${target} already`) });

    const flags = ['--config', target, '--endpoints.dyndns', dyndns, '--detect.ipv4', echo, '--detect.allow_private'];
    const update = await run(['update', ...flags, '--state_dir', join(home, 'state')]);
    expect(update).toMatchObject({ code: 0, stdout: expect.stringContaining('home.example.com') });
  });
  it('says what it can read where a file is missing or something else', async () => {
    expect(await run(['import', '/etc/there-is-no-such-file'])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('ddclient.conf'),
    });
    expect(await run(['import', file('a', '<html>')])).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('ddclient.conf'),
    });
  });
});

const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

describe('hostpin init', () => {
  it('without a terminal shows the three lines instead', async () => {
    const target = configurationOf(folder());
    expect(await run(['init', '--config', target])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('hosts: [home.example.com]'),
    });
  });
  it.skipIf(!hasScript)(`asks on a terminal, and writes what it was told (wants script of util-linux)`, async () => {
    const home = folder();
    const target = configurationOf(home);
    const command = `stty cols 150 rows 40; "${process.execPath}" "${program}" init --config "${target}"`;
    const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    later(() => terminal.kill('SIGKILL'));
    let screen = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
    const ended = new Promise((resolve) => terminal.on('close', resolve));
    const answers: [question: string, keys: string][] = [
      ['Your user name', 'demo\r'],
      ['The DonDNS key', 'demo-key\r'],
      ['Which host', 'home..example\r'],
      ['a label is empty', '\x15HOME.example.com, nas.example.com\r'],
      ['account of the main API', 'n'],
      ['Write this', 'y'],
      ['Look whether', 'n'],
    ];
    for (const [question, keys] of answers) {
      await eventually(
        () => screen,
        (text) => text.includes(question),
      );
      terminal.stdin.write(keys);
    }
    await ended;
    expect(readFileSync(target, 'utf8')).toBe(
      `user: demo\nkey_file: ${home}/hostpin/key\nhosts: [home.example.com, nas.example.com]\n`,
    );
    expect(readFileSync(join(home, 'hostpin', 'key'), 'utf8')).toBe('demo-key\n');
    expect(screen).not.toContain('demo-key');
  });
});
