import { readFileSync } from 'node:fs';
import { open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Who has a lock. */
export type Holder = { pid: number; since: string };

export type Lock =
  | {
      kind: 'acquired';
      /** Whether the file still names this process: somebody may have deleted it. */
      isHeld(): Promise<boolean>;
      release(): Promise<void>;
    }
  | { kind: 'taken'; holder: Holder | undefined }
  /** The folder takes no file (full, read-only): there is no telling whether somebody else is at work. */
  | { kind: 'unavailable'; reason: string };

/** A lock file is empty between its creation and its first write: that long, it counts as somebody's. Milliseconds. */
const beingWritten = 5_000;

/**
 * Takes the lock file at `path`, which names this process. A lock whose process is gone (or whose id another process
 * has now) is taken over.
 *
 * @param leftovers names of files beside the lock that a holder who was killed may have left half written; they are
 * removed when its lock is taken over
 */
export const acquireLock = async (path: string, leftovers?: RegExp): Promise<Lock> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const created = await create(path);
    if (created !== 'exists') {
      if (attempt > 0 && created.kind === 'acquired' && leftovers !== undefined) await sweep(dirname(path), leftovers);
      return created;
    }
    const found = await inspect(path);
    if (found.alive) return { kind: 'taken', holder: found.holder };
    const cannot = await removeDead(path);
    if (cannot !== undefined) return { kind: 'unavailable', reason: cannot };
  }
  return { kind: 'taken', holder: undefined };
};

/** Who has the lock at `path`, if anybody alive has. */
export const lockHolder = async (path: string): Promise<Holder | undefined> => {
  const found = await inspect(path);
  return found.alive ? found.holder : undefined;
};

const create = async (path: string): Promise<Lock | 'exists'> => {
  const text = JSON.stringify({ pid: process.pid, since: new Date().toISOString(), started: startTime(process.pid) });
  try {
    const file = await open(path, 'wx', 0o644);
    try {
      await file.writeFile(text);
    } catch (error) {
      await unlink(path).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'EEXIST' ? 'exists' : { kind: 'unavailable', reason: message };
  }
  const isHeld = async (): Promise<boolean> => (await readFile(path, 'utf8').catch(() => '')) === text;
  const release = async (): Promise<void> => {
    if (await isHeld()) await unlink(path).catch(() => {});
  };
  return { kind: 'acquired', isHeld, release };
};

const inspect = async (path: string): Promise<{ alive: boolean; holder: Holder | undefined }> => {
  try {
    const text = await readFile(path, 'utf8');
    const holder = parse(text);
    if (holder !== undefined) return { alive: isAlive(holder), holder };
    // Either way: the file's time is finer than ours, so that one of this very moment may seem to come from the future.
    const age = Math.abs(Date.now() - (await stat(path)).mtimeMs);
    return { alive: age < beingWritten, holder };
  } catch (error) {
    // Another user's lock, unreadable, is somebody's; one that is gone is nobody's.
    return { alive: (error as NodeJS.ErrnoException).code !== 'ENOENT', holder: undefined };
  }
};

const parse = (text: string): (Holder & { started: string | null }) | undefined => {
  try {
    const { pid, since, started } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || typeof since !== 'string') return undefined;
    return { pid, since, started: typeof started === 'string' ? started : null };
  } catch {
    return undefined;
  }
};

const isAlive = (holder: { pid: number; started: string | null }): boolean => {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startTime(holder.pid);
  return holder.started === null || now === null || holder.started === now;
};

/** When a process started, in clock ticks since boot (proc(5), stat field 22): tells apart two with the same id. */
const startTime = (pid: number): string | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Not the boot's id: containers and services see different ones on one machine.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
};

/**
 * Removes a dead process's lock; why not, where the folder does not allow it. One process at a time looks and removes:
 * another that had looked before would remove the lock of the one that took over.
 */
const removeDead = async (path: string): Promise<string | undefined> => {
  const turn = `${path}.stale`;
  try {
    await (await open(turn, 'wx')).close();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') return message;
    const found = await stat(turn).catch(() => undefined);
    // It takes a moment: who left this was killed at it.
    const isLeft = found !== undefined && Math.abs(Date.now() - found.mtimeMs) > beingWritten;
    if (isLeft) await unlink(turn).catch(() => {});
    return undefined;
  }
  if (!(await inspect(path)).alive) await unlink(path).catch(() => {});
  await unlink(turn).catch(() => {});
  return undefined;
};

const sweep = async (folder: string, leftovers: RegExp): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.filter((name) => leftovers.test(name)).map((name) => unlink(join(folder, name)).catch(() => {})),
  );
};
