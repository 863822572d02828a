import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export type FileFailure = {
  kind: 'failure';
  /** The system's name of the error: `ENOENT`, `EACCES`, `ENOSPC`; `EFBIG` for a file over the limit. */
  code: string;
  /** What is wrong, for a person, without the path: `there is no such file`. */
  reason: string;
};

export type FileDone = { kind: 'done' } | FileFailure;

/** The file system, as far as the program uses it. Nothing here rejects. */
export type Files = {
  /** The file as UTF-8, without a byte order mark. A longer one than `maxBytes` (default 8 MiB) is a failure. */
  readText(path: string, maxBytes?: number): Promise<{ kind: 'text'; text: string } | FileFailure>;
  /** Follows links. `mode` is the permission bits alone. */
  stat(
    path: string,
  ): Promise<
    { kind: 'stat'; type: 'file' | 'folder' | 'other'; mode: number; uid: number; size: number } | FileFailure
  >;
  /** Whether something is there, be it a dangling link. */
  exists(path: string): Promise<boolean>;
  /**
   * Replaces the file as a whole or leaves it as it was, a power cut included: a temporary file beside it is written,
   * synced and renamed, then the folder is synced. `mode` defaults to 0600.
   */
  writeAtomic(path: string, text: string, mode?: number): Promise<FileDone>;
  /** Makes the folder and its missing parents; those that it makes have `mode`, by default 0700. */
  makeFolder(path: string, mode?: number): Promise<FileDone>;
  chmod(path: string, mode: number): Promise<FileDone>;
  /** Removes a file, or a folder with `recursive`. One that is not there is done already. */
  remove(path: string, options?: { recursive?: boolean }): Promise<FileDone>;
  rename(from: string, to: string): Promise<FileDone>;
};

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'it exists already',
  ENOTEMPTY: 'it is not empty',
  ETXTBSY: 'it is a program that runs',
  EIO: 'the disk reports an input/output error',
  EMFILE: 'too many open files',
};

export const failure = (error: unknown): FileFailure => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
  return { kind: 'failure', code, reason: reasons[code] ?? `the system says ${code}` };
};

export const attempt = async (work: () => Promise<unknown>): Promise<FileDone> => {
  try {
    await work();
    return { kind: 'done' };
  } catch (error) {
    return failure(error);
  }
};

const defaultMaxBytes = 8 * 1024 * 1024;

/** Reads by pieces, since the size that a device or a pipe reports says nothing. */
const readBytes = async (path: string, maxBytes: number): Promise<Buffer | FileFailure> => {
  const handle = await open(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let total = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(64 * 1024));
      if (bytesRead === 0) return Buffer.concat(pieces);
      total += bytesRead;
      if (total > maxBytes) return { kind: 'failure', code: 'EFBIG', reason: `it is longer than ${maxBytes} bytes` };
      pieces.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
};

/** Makes a rename last; some systems (Windows, a few network file systems) can't sync a folder, and that is no failure. */
const syncFolder = async (path: string): Promise<void> => {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {}
};

const writeAndSync = async (path: string, text: string, mode: number): Promise<void> => {
  // 'wx': a file or link that somebody put there is never followed or overwritten.
  const handle = await open(path, 'wx', mode);
  try {
    // The umask may have taken bits away from the mode that was asked for.
    await handle.chmod(mode);
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The files of this machine. */
export const realFiles: Files = {
  async readText(path, maxBytes = defaultMaxBytes) {
    try {
      const bytes = await readBytes(path, maxBytes);
      return 'kind' in bytes ? bytes : { kind: 'text', text: new TextDecoder().decode(bytes) };
    } catch (error) {
      return failure(error);
    }
  },

  async stat(path) {
    try {
      const found = await stat(path);
      const type = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
      return { kind: 'stat', type, mode: found.mode & 0o7777, uid: found.uid, size: found.size };
    } catch (error) {
      return failure(error);
    }
  },

  async exists(path) {
    try {
      await lstat(path);
      return true;
    } catch {
      return false;
    }
  },

  writeAtomic(path, text, mode = 0o600) {
    const folder = dirname(path);
    const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
    return attempt(async () => {
      try {
        await writeAndSync(temporary, text, mode);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(folder);
    });
  },

  makeFolder: (path, mode = 0o700) => attempt(() => mkdir(path, { recursive: true, mode })),
  chmod: (path, mode) => attempt(() => chmod(path, mode)),
  remove: (path, options) => attempt(() => rm(path, { force: true, recursive: options?.recursive ?? false })),
  rename: (from, to) => attempt(() => rename(from, to)),
};
