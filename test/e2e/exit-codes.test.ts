import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { echoing, folder, program, sandbox, setUp } from './harness.ts';

/** One row each. */
describe('the exit codes of hostpin update', () => {
  it('0: every host is current', async () => {
    expect((await setUp(await sandbox()).run('update')).code).toBe(0);
  });

  it('64: wrong use of the command line', async () => {
    expect((await setUp(await sandbox()).run('update', '--dry-rnu')).code).toBe(64);
  });

  it('69: the provider refused a host', async () => {
    const provider = await sandbox();
    const { code, stdout } = await setUp(provider, { hosts: ['gone.example.com'] }).run('update');
    expect(code).toBe(69);
    expect(stdout).toContain('gone.example.com A 203.0.113.7 failed');
  });

  it('70: a fault of our own, such as an installation that lacks a file', () => {
    const place = folder();
    cpSync(dirname(program), join(place, 'dist'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
    cpSync('package.json', join(place, 'package.json'));
    const parts = readdirSync(join(place, 'dist/chunks')).filter((name) => name.startsWith('app-'));
    expect(parts).toHaveLength(1);
    for (const name of parts) rmSync(join(place, 'dist/chunks', name));
    const ran = spawnSync(process.execPath, [join(place, 'dist/main.js'), 'update'], { encoding: 'utf8' });
    expect(ran.stderr).toContain('A fault in hostpin itself');
    expect(ran.status).toBe(70);
  });

  it('75: no address was found', async () => {
    const provider = await sandbox();
    const { code, stdout } = await setUp(provider, { detect: { ipv4: ['http://127.0.0.1:1'] } }).run('update');
    expect(code).toBe(75);
    expect(stdout).toContain('http://127.0.0.1:1');
  });

  it('75: the sources disagree', async () => {
    const provider = await sandbox();
    const liar = await echoing('198.51.100.66');
    const house = setUp(provider, { detect: { ipv4: [provider.echo, liar.url], allow_private: true } });
    expect((await house.run('update')).code).toBe(75);
  });

  it('75: the provider can not be reached', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { endpoints: { dyndns: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1' } });
    expect(await house.update()).toMatchObject({ code: 75, document: { hosts: [{ outcome: 'failed' }] } });
  });

  it('77: the provider refused the credentials; they are held, and a changed key is tried', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { key: 'wrong' });
    const first = await house.update();
    expect(first).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'failed' }] } });
    await provider.forget();
    const second = await house.update();
    expect(second).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'held' }] } });
    expect(second.document.hosts[0]?.message).toMatch(/--force.*20\d\d-/s);
    expect(await provider.requests()).toEqual([]);
    const status = JSON.parse((await house.run('status', '--json')).stdout);
    expect(status.account).toMatchObject({ state: 'held', reason: expect.any(String), until: expect.any(String) });
    house.write({ key: 'demo-key' });
    expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }] } });
  });

  it('77: and a key that became right is tried with --force', async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: { errors: ['Incorrect data'] } });
    const house = setUp(provider);
    expect((await house.update()).code).toBe(77);
    expect((await house.update()).document.hosts[0]?.outcome).toBe('held');
    expect(await house.update('--force')).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }] } });
    expect((await house.update()).document.hosts[0]?.outcome).toBe('unchanged');
  });

  it('77: the credentials are refused once, though there are many hosts', async () => {
    const hosts = Array.from({ length: 9 }, (_, index) => `h${index}.example.com`);
    const provider = await sandbox(...hosts.flatMap((host) => ['--record', `${host} A 127.0.0.1`]));
    const { code, document } = await setUp(provider, { hosts, user: 'nobody' }).update();
    expect(code).toBe(77);
    expect(document.hosts).toHaveLength(9);
    expect(await provider.requests()).toHaveLength(1);
  });

  it.each(['Account blocked', 'Too many errors, user banned', 'Cuenta bloqueada'])(
    '77: the provider blocks the account: %s',
    async (text) => {
      const provider = await sandbox();
      await provider.faults({ on: 'dyndns', do: { errors: [text] } });
      const house = setUp(provider);
      expect((await house.update()).code).toBe(77);
      await provider.forget();
      expect(await house.update()).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'held' }] } });
      expect(await provider.requests()).toEqual([]);
    },
  );

  it('78: the configuration is wrong', async () => {
    expect((await setUp(await sandbox(), { hosts: [] }).run('update')).code).toBe(78);
  });

  it('where several apply, the one that a person must act on wins', async () => {
    const provider = await sandbox('--record', 'a.example.com A 127.0.0.1', '--record', 'b.example.com A 127.0.0.1');
    await provider.faults(
      { on: 'dyndns', host: 'a.example.com', times: 1, do: 'reset' },
      { on: 'dyndns', host: 'c.example.com', times: 1, do: { errors: ['Incorrect data'] } },
    );
    const hosts = ['a.example.com', 'b.example.com', 'gone.example.com'];
    expect((await setUp(provider, { hosts }).update()).code).toBe(69);
    expect((await setUp(provider, { hosts: [...hosts, 'c.example.com'] }).update()).code).toBe(77);
  });
});
