import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { folder, later, sandbox, setUp } from './harness.ts';

/** A file system of that size, where this machine lets us have one. */
const tinyDisk = (size: string): string | undefined => {
  const place = folder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]).status !== 0) return undefined;
  later(() => execFileSync('umount', ['-l', place]));
  return place;
};

describe('the state folder', () => {
  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['full of zeros, as after a power cut', (text: string) => '\0'.repeat(text.length)],
    ['of another kind', () => '[1, 2, 3]\n'],
    ['of a later version', (text: string) => text.replace(/"version":\d+/, '"version":99')],
  ])('with a state file that is %s: it is set aside and rebuilt, which is said', async (_what, spoil) => {
    const provider = await sandbox();
    const house = setUp(provider);
    await house.update();
    const path = join(house.stateDir, 'state.json');
    const spoilt = spoil(readFileSync(path, 'utf8'));
    writeFileSync(path, spoilt);
    const { code, document, stderr } = await house.update();
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'unchanged']);
    expect(stderr).toContain('state.json.broken');
    const aside = readdirSync(house.stateDir).filter((name) => name.startsWith('state.json.broken'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(house.stateDir, aside[0] ?? ''), 'utf8')).toBe(spoilt);
    await provider.forget();
    expect((await house.update()).document.hosts[0]?.outcome).toBe('unchanged');
    expect(await provider.requests()).toEqual([]);
  });

  it('that can not be made: publishes all the same, and says so', async () => {
    const provider = await sandbox();
    const place = folder();
    writeFileSync(join(place, 'file'), '');
    const house = setUp(provider, { state_dir: join(place, 'file', 'state') });
    const { code, document, stderr } = await house.update();
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'updated']);
    expect(stderr).toContain(join(place, 'file', 'state'));
  });

  it('on a disk that is read-only: publishes all the same, and says so', async ({ skip }) => {
    const disk = tinyDisk('64k');
    if (disk === undefined) return skip('this machine lets nobody mount a tmpfs');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const provider = await sandbox();
    const { code, document, stderr } = await setUp(provider, { state_dir: disk }).update();
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'updated']);
    expect(stderr).toMatch(/state/);
  });

  it('on a disk that is full: publishes all the same, says so, and goes on when there is room', async ({ skip }) => {
    const disk = tinyDisk('64k');
    if (disk === undefined) return skip('this machine lets nobody mount a tmpfs');
    const provider = await sandbox();
    const house = setUp(provider, { state_dir: disk });
    await house.update();
    const before = readFileSync(join(disk, 'state.json'), 'utf8');
    const filler = join(disk, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'count=100']);
    await provider.move('203.0.113.8');
    const { code, document, stderr } = await house.update();
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'updated']);
    expect(stderr).toMatch(/ENOSPC|no space|full/i);
    expect(await provider.value('home.example.com')).toBe('203.0.113.8');
    expect(readFileSync(join(disk, 'state.json'), 'utf8')).toBe(before);
    execFileSync('rm', [filler]);
    expect((await house.update()).stderr).toBe('');
    expect(readdirSync(disk).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('locked by a process that is dead: the lock is taken over', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    const dead = spawnSync('true').pid;
    mkdirSync(house.stateDir);
    const lock = join(house.stateDir, 'state.lock');
    writeFileSync(lock, JSON.stringify({ pid: dead, since: new Date().toISOString(), started: null }));
    expect((await house.update()).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it('locked by a process whose id another one has now: the lock is taken over', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    mkdirSync(house.stateDir);
    const lock = join(house.stateDir, 'state.lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, since: new Date().toISOString(), started: 'boot/1' }));
    expect((await house.update()).code).toBe(0);
  });

  it('deleted while the daemon runs: it is made again, with the state, and the daemon is still the only one', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { schedule: { every: '1h' } });
    const daemon = house.start('run');
    await daemon.says('203.0.113.7 now');
    rmSync(house.stateDir, { recursive: true });
    daemon.signal('SIGUSR1');
    await eventually(
      () => readdirSync(house.folder, { recursive: true }).map(String),
      (names) => ['state/state.json', 'state/hostpin.lock'].every((name) => names.includes(name)),
    );
    expect(await house.run('run')).toMatchObject({
      code: 75,
      stderr: expect.stringContaining(`process ${daemon.pid}`),
    });
    expect(await daemon.stop()).toBe(0);
    await eventually(
      () => readdirSync(house.stateDir),
      (names) => names.join() === 'state.json',
    );
    expect(await provider.requests()).toHaveLength(1);
  });

  it('shared by two calls at once: both are served, one after the other', async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: { delayMs: 1500 } });
    const house = setUp(provider);
    const both = await Promise.all([house.update(), house.update()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ document }) => document.hosts[0]?.outcome).sort()).toEqual(['unchanged', 'updated']);
    expect(await provider.requests()).toHaveLength(1);
  });

  it('holds no host that the configuration no longer has longer than it matters', async () => {
    const provider = await sandbox('--record', 'a.example.com A 127.0.0.1', '--record', 'b.example.com A 127.0.0.1');
    const house = setUp(provider, { hosts: ['a.example.com'] });
    await house.update();
    house.write({ hosts: ['b.example.com'] });
    await house.update();
    const { hosts } = JSON.parse((await house.run('status', '--json')).stdout);
    expect(hosts.map(({ host }: { host: string }) => host)).toEqual(['b.example.com']);
  });
});
