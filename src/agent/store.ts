import type { Problem } from '../core/problem.ts';
import { emptyState, type State } from '../core/state.ts';
import type { Files } from '../platform/files.ts';
import { randomName } from '../platform/fingerprint.ts';
import { acquireLock, type Holder, type Lock, lockHolder } from '../platform/lock.ts';
import type { Clock } from '../platform/ports.ts';
import { parseState } from './state-schema.ts';

/** The state folder: the state file, and the locks that name who is at work. */
export type Store = {
  folder: string;
  /** The state, or a new one where there is none; a broken file is set aside. */
  load(): Promise<State>;
  /** Writes the state where it differs from what was read or written last. */
  save(state: State): Promise<void>;
  /** Runs `work` while no other process changes the state. Who has it where it could not be had within 60 s. */
  exclusively<T>(work: () => Promise<T>, signal: AbortSignal): Promise<{ kind: 'done'; value: T } | Busy>;
  /** The daemon's lock. */
  becomeDaemon(): Promise<{ kind: 'acquired'; release(): Promise<void> } | Busy>;
  /** Takes the daemon's lock again where it is gone, as it is when somebody deleted the folder. */
  stayDaemon(): Promise<void>;
  daemon(): Promise<Holder | undefined>;
  /** What is wrong with the folder now, if anything. */
  problem(): Problem | undefined;
};

type Held = Extract<Lock, { kind: 'acquired' }>;
export type Busy = { kind: 'busy'; holder: Holder | undefined };

const patience = 60_000;
/** What a process that was killed while it wrote the state leaves. */
const halfWritten = /^\.state\.json\.\w+\.tmp$/;

/** What can go wrong with the folder, the gravest first. */
const gravest = [
  'write the state',
  'read the state',
  'write a lock',
  'be the only daemon',
  'understand the state file',
] as const;

export const openStore = (folder: string, files: Files, clock: Clock): Store => {
  const stateFile = `${folder}/state.json`;
  const stateLock = `${folder}/state.lock`;
  const daemonLock = `${folder}/hostpin.lock`;
  let stored: string | undefined;
  /** What was read or written last: a file that is gone or can't be read must not end a hold. */
  let last: State | undefined;
  /** What could not be written: a full disk must not make the daemon forget. */
  let unsaved: State | undefined;
  /** By what was being done. */
  const problems = new Map<(typeof gravest)[number], Problem>();

  const trouble = (doing: Parameters<typeof problems.set>[0], reason: string, fix: string): void => {
    problems.set(doing, { where: folder, what: `could not ${doing}: ${reason}`, fix });
  };

  const rebuilt = (): State => {
    stored = undefined;
    return last === undefined ? emptyState(randomName()) : structuredClone(last);
  };

  const load = async (): Promise<State> => {
    if (unsaved !== undefined) return unsaved;
    const read = await files.readText(stateFile);
    if (read.kind === 'failure' && read.code !== 'EFBIG') {
      if (read.code !== 'ENOENT') {
        trouble(
          'read the state',
          read.reason,
          'Let this user read and write the folder, or name another one in state_dir.',
        );
      }
      return rebuilt();
    }
    problems.delete('read the state');
    const state = read.kind === 'text' ? parseState(read.text) : undefined;
    if (read.kind === 'text' && state !== undefined) {
      problems.delete('understand the state file');
      stored = read.text;
      last = structuredClone(state);
      return state;
    }
    const aside = `${stateFile}.broken-${clock.now()}`;
    const moved = await files.rename(stateFile, aside);
    trouble(
      'understand the state file',
      moved.kind === 'done' ? `it is set aside as ${aside}` : `nor set it aside: ${moved.reason}`,
      'Nothing to do: it is rebuilt from what the provider confirms. Delete the old file when you like.',
    );
    return rebuilt();
  };

  const write = async (state: State): Promise<void> => {
    const text = `${JSON.stringify(state)}\n`;
    if (text === stored && unsaved === undefined) return;
    const made = await files.makeFolder(folder, 0o755);
    const written = made.kind === 'done' ? await files.writeAtomic(stateFile, text, 0o644) : made;
    if (written.kind === 'done') {
      stored = text;
      last = structuredClone(state);
      unsaved = undefined;
      problems.delete('write the state');
      return;
    }
    unsaved = structuredClone(state);
    trouble(
      'write the state',
      written.reason,
      'Make room or permissions, or name another folder in state_dir; until then what was published is forgotten when hostpin ends.',
    );
  };

  let writing = Promise.resolve();
  /** One after the other: of two at once the older might be renamed last, and a mark that a request leaves be lost. */
  const save = (state: State): Promise<void> => {
    writing = writing.then(() => write(state));
    return writing;
  };

  const lock = async (path: string): Promise<Exclude<Lock, { kind: 'unavailable' }>> => {
    await files.makeFolder(folder, 0o755);
    const taken = await acquireLock(path, path === stateLock ? halfWritten : undefined);
    if (taken.kind !== 'unavailable') {
      problems.delete('write a lock');
      return taken;
    }
    trouble('write a lock', taken.reason, 'Make room or permissions in the folder, or name another one in state_dir.');
    // Not held: as soon as the folder takes one, the daemon's is written.
    return { kind: 'acquired', isHeld: async () => false, release: async () => {} };
  };

  /** Where this process is the daemon. */
  let daemonship: Held | undefined;

  return {
    folder,
    load,
    save,
    async exclusively(work, signal) {
      const deadline = clock.monotonic() + patience;
      for (;;) {
        const taken = await lock(stateLock);
        if (taken.kind === 'acquired') {
          try {
            return { kind: 'done', value: await work() };
          } finally {
            await taken.release();
          }
        }
        if (signal.aborted || clock.monotonic() > deadline) return { kind: 'busy', holder: taken.holder };
        await clock.sleep(200, signal);
      }
    },
    async becomeDaemon() {
      const taken = await lock(daemonLock);
      if (taken.kind === 'taken') return { kind: 'busy', holder: taken.holder };
      daemonship = taken;
      return { kind: 'acquired', release: async () => daemonship?.release() };
    },
    async stayDaemon() {
      if (daemonship === undefined || (await daemonship.isHeld())) return;
      const taken = await lock(daemonLock);
      if (taken.kind === 'acquired') {
        daemonship = taken;
        problems.delete('be the only daemon');
        return;
      }
      trouble(
        'be the only daemon',
        `process ${taken.holder?.pid ?? 'unknown'} has the lock of this one since the folder was deleted`,
        'Stop one of the two.',
      );
    },
    daemon: () => lockHolder(daemonLock),
    problem: () => gravest.map((doing) => problems.get(doing)).find((one) => one !== undefined),
  };
};
