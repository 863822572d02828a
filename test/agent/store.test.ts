import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/agent/store.ts';
import { emptyState } from '../../src/core/state.ts';
import { createClock } from '../../src/platform/clock.ts';
import { realFiles } from '../../src/platform/files.ts';
import { createHandClock } from './hand-clock.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostpin-store-'));
  file = join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (at = folder, clock = createClock()) => openStore(at, realFiles, clock);
const held = (name: string) => ({
  ...emptyState(name),
  holds: {
    api: null,
    dyndns: { reason: 'credentials' as const, message: 'no', since: 1, until: 2, fingerprint: 'f' },
  },
});
const signal = () => new AbortController().signal;

describe('the state', () => {
  it('that was saved is there for the next process, in a folder that was made for it', async () => {
    const deep = join(folder, 'a', 'b');
    await open(deep).save(held('one'));
    expect(await open(deep).load()).toEqual(held('one'));
    expect(await readdir(deep)).toEqual(['state.json']);
  });

  it('is new where there is none, each installation with a name of its own', async () => {
    const [one, two] = [await open().load(), await open().load()];
    expect(one).toEqual(emptyState(one.installation));
    expect(one.installation).not.toBe(two.installation);
    expect(open().problem()).toBeUndefined();
  });

  it('is written only where it differs', async () => {
    const store = open();
    await store.save(held('one'));
    await rm(file);
    await store.save(held('one'));
    expect(await readdir(folder)).toEqual([]);
    await store.save(held('two'));
    expect(await open().load()).toEqual(held('two'));
  });

  it('is the newest of several that are saved at once', async () => {
    const store = open();
    const names = Array.from({ length: 20 }, (_, index) => `${index}`);
    await Promise.all(names.map((name) => store.save(held(name))));
    expect(await open().load()).toEqual(held('19'));
  });

  it('that another process wrote is read', async () => {
    const [mine, other] = [open(), open()];
    await mine.save(held('one'));
    await other.load();
    await other.save(held('two'));
    expect(await mine.load()).toEqual(held('two'));
  });
});

describe('a broken state', () => {
  it.each([
    ['that a power cut left empty', ''],
    ['that is cut off', '{"version":1,'],
    ['of another version', '{"version":9}'],
    ['that grew beyond reason', ' '.repeat(9 * 1024 * 1024)],
  ])('%s is set aside, said, and rebuilt', async (_, text) => {
    await writeFile(file, text);
    const store = open();
    const state = await store.load();
    expect(state).toEqual(emptyState(state.installation));
    await store.save(state);
    expect(store.problem()?.what).toMatch(/understand the state file: it is set aside as .*state\.json\.broken-\d+/);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['state.json', expect.stringMatching(/^state\.json\.broken-/)]);
    expect(await readFile(join(folder, names[1] ?? ''), 'utf8')).toBe(text);
    expect(await open().load()).toEqual(state);
  });

  it('does not make the daemon forget a hold', async () => {
    const store = open();
    await store.save(held('one'));
    await writeFile(file, 'garbage');
    const state = await store.load();
    expect(state).toEqual(held('one'));
    await store.save(state);
    expect(await open().load()).toEqual(held('one'));
  });

  it('that can’t be read for a while does not either', async () => {
    const store = open();
    await store.save(held('one'));
    await rm(file);
    await mkdir(file);
    expect(await store.load()).toEqual(held('one'));
    expect(store.problem()?.what).toMatch(/^could not read the state: /);
    await rm(file, { recursive: true });
    await store.save(held('one'));
    expect(await store.load()).toEqual(held('one'));
    expect(store.problem()).toBeUndefined();
  });
});

describe('a folder that takes no file', () => {
  it('is said, and nothing is forgotten until it takes one', async () => {
    await writeFile(join(folder, 'file'), '');
    const inside = join(folder, 'file', 'state');
    const store = open(inside);
    await store.save(held('one'));
    expect(store.problem()).toMatchObject({
      where: inside,
      what: expect.stringContaining('could not write the state'),
    });
    expect(await store.load()).toEqual(held('one'));
    await rm(join(folder, 'file'));
    await store.save(await store.load());
    expect(store.problem()).toBeUndefined();
    expect(await open(inside).load()).toEqual(held('one'));
  });

  it('does not keep the work from being done', async () => {
    await writeFile(join(folder, 'file'), '');
    const store = open(join(folder, 'file', 'state'));
    expect(await store.exclusively(async () => 7, signal())).toEqual({ kind: 'done', value: 7 });
    expect(store.problem()?.what).toMatch(/write a lock/);
    await rm(join(folder, 'file'));
    await store.exclusively(async () => 7, signal());
    expect(store.problem()).toBeUndefined();
  });
});

describe('who is at work', () => {
  it('is alone: nobody’s change is lost', async () => {
    const add = (store: ReturnType<typeof open>, name: string) =>
      store.exclusively(async () => {
        const state = await store.load();
        await new Promise((resolve) => setTimeout(resolve, 20));
        state.order.ipv4.push(name);
        await store.save(state);
      }, signal());
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(open(), name)));
    expect((await open().load()).order.ipv4.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is waited for a minute, and named', async () => {
    const clock = createHandClock();
    const [first, second] = [open(), open(folder, clock)];
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const work = first.exclusively(() => {
      started.resolve();
      return release.promise;
    }, signal());
    await started.promise;
    let said: unknown;
    const waiting = second
      .exclusively(async () => 1, signal())
      .then((result) => {
        said = result;
      });
    while (said === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.pass(5_000);
    }
    await waiting;
    expect(clock.monotonic()).toBeGreaterThan(60_000);
    expect(said).toMatchObject({ kind: 'busy', holder: { pid: process.pid } });
    release.resolve();
    await work;
  });

  it('leaves the lock though the work throws', async () => {
    const store = open();
    await expect(store.exclusively(() => Promise.reject(new Error('x')), signal())).rejects.toThrow('x');
    expect(await store.exclusively(async () => 1, signal())).toMatchObject({ kind: 'done' });
  });

  it('as the daemon is one', async () => {
    const store = open();
    expect(await store.daemon()).toBeUndefined();
    const lock = await store.becomeDaemon();
    expect(await open().becomeDaemon()).toMatchObject({ kind: 'busy', holder: { pid: process.pid } });
    expect(await open().daemon()).toMatchObject({ pid: process.pid });
    if (lock.kind === 'acquired') await lock.release();
    expect(await open().daemon()).toBeUndefined();
  });

  it('as the daemon takes its lock again when the folder was deleted, and gives the new one back', async () => {
    const store = open();
    const lock = await store.becomeDaemon();
    await rm(folder, { recursive: true });
    expect(await open().daemon()).toBeUndefined();
    await store.stayDaemon();
    expect(await open().becomeDaemon()).toMatchObject({ kind: 'busy', holder: { pid: process.pid } });
    if (lock.kind === 'acquired') await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('as the daemon says so when another one took the lock meanwhile', async () => {
    const [store, other] = [open(), open()];
    await store.becomeDaemon();
    await rm(folder, { recursive: true });
    const lock = await other.becomeDaemon();
    await store.stayDaemon();
    expect(store.problem()).toMatchObject({
      what: expect.stringContaining('be the only daemon'),
      fix: expect.any(String),
    });
    if (lock.kind === 'acquired') await lock.release();
    await store.stayDaemon();
    expect(store.problem()).toBeUndefined();
    expect(await open().daemon()).toMatchObject({ pid: process.pid });
  });

  it('as no daemon takes no daemon’s lock', async () => {
    const store = open();
    await store.stayDaemon();
    expect(await readdir(folder)).toEqual([]);
  });
});
