import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock, lockHolder } from '../../src/platform/lock.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostpin-lock-'));
  path = join(folder, 'lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Another process that tries to take the lock. */
const other = async (): Promise<{ child: ChildProcess; said: string }> => {
  const child = spawn(process.execPath, [new URL('lock-holder.ts', import.meta.url).pathname, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, said: String(chunk).trim() };
};
const killed = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe('a lock', () => {
  it('names this process, and is gone when it is released', async () => {
    const lock = await acquireLock(path);
    expect(lock.kind).toBe('acquired');
    expect(await lockHolder(path)).toMatchObject({ pid: process.pid });
    expect(await acquireLock(path)).toMatchObject({ kind: 'taken', holder: { pid: process.pid } });
    if (lock.kind === 'acquired') await lock.release();
    expect(await lockHolder(path)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of another process is its own until it releases it', async () => {
    const { child, said } = await other();
    expect(said).toBe('acquired');
    expect(await acquireLock(path)).toMatchObject({ kind: 'taken', holder: { pid: child.pid } });
    child.stdin?.write('end\n');
    await once(child, 'exit');
    expect(await acquireLock(path)).toMatchObject({ kind: 'acquired' });
  });

  it('of a process that was killed is taken over, and nothing is left beside it', async () => {
    const { child } = await other();
    await killed(child);
    expect(await lockHolder(path)).toBeUndefined();
    expect(await acquireLock(path)).toMatchObject({ kind: 'acquired' });
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('that many try to take over at once is had by one', async () => {
    for (let time = 0; time < 200; time++) {
      await writeFile(path, JSON.stringify({ pid: process.pid, since: new Date(0).toISOString(), started: 'gone' }));
      const taken = await Promise.all(Array.from({ length: 8 }, () => acquireLock(path)));
      const locks = taken.filter((lock) => lock.kind === 'acquired');
      expect(locks).toHaveLength(1);
      expect(await locks[0]?.isHeld()).toBe(true);
      await locks[0]?.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is no longer held when its file is gone, or another’s', async () => {
    const lock = await acquireLock(path);
    if (lock.kind !== 'acquired') throw new Error(lock.kind);
    expect(await lock.isHeld()).toBe(true);
    await writeFile(path, 'somebody else');
    expect(await lock.isHeld()).toBe(false);
    await rm(path);
    expect(await lock.isHeld()).toBe(false);
  });

  it('whose takeover was killed in the middle is taken over all the same', async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, since: new Date(0).toISOString(), started: 'gone' }));
    await writeFile(`${path}.stale`, '');
    const before = Date.now() / 1000 - 60;
    await utimes(`${path}.stale`, before, before);
    expect(await acquireLock(path)).toMatchObject({ kind: 'acquired' });
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('of a process whose id another one has now is taken over', async () => {
    const started = 'another-boot/1';
    await writeFile(path, JSON.stringify({ pid: process.pid, since: new Date(0).toISOString(), started }));
    expect(await acquireLock(path)).toMatchObject({ kind: 'acquired' });
  });

  it('is released by who has it alone', async () => {
    const lock = await acquireLock(path);
    await writeFile(path, 'somebody else');
    if (lock.kind === 'acquired') await lock.release();
    expect(await readFile(path, 'utf8')).toBe('somebody else');
  });

  it.each([
    ['is being written counts as somebody’s', 0, 'taken'],
    ['was never written is taken over', 60, 'acquired'],
    ['is from the future is taken over: the clock was set back', -3_600, 'acquired'],
  ])('that %s', async (_, secondsAgo, kind) => {
    await writeFile(path, '');
    const at = Date.now() / 1000 - secondsAgo;
    await utimes(path, at, at);
    expect(await acquireLock(path)).toMatchObject({ kind });
  });

  it('can’t be told where the folder takes no file', async () => {
    expect(await acquireLock(join(folder, 'missing', 'lock'))).toMatchObject({ kind: 'unavailable' });
    await mkdir(join(folder, 'file'));
    expect(await lockHolder(join(folder, 'missing', 'lock'))).toBeUndefined();
  });

  it('is had by one of many that try at the same time', async () => {
    const said = await Promise.all(Array.from({ length: 6 }, other));
    expect(said.map((one) => one.said).sort()).toEqual(['acquired', ...Array<string>(5).fill('taken')]);
  });
});
