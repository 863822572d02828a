import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, chown, copyFile, lstat, mkdir, open, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attempt, type FileDone, type FileFailure, failure, realFiles } from './files.ts';

export type Look =
  | { kind: 'none' }
  | { kind: 'file' | 'folder' | 'other'; mode: number; uid: number; gid: number }
  | { kind: 'link'; to: string }
  | FileFailure;

/** What an installation does to a file system, below a folder that stands for `/`. Nothing here rejects. */
export type Tree = {
  /** Follows no link. `mode` is the permission bits alone. */
  look(path: string): Promise<Look>;
  readText(path: string): ReturnType<typeof realFiles.readText>;
  /** Of a file's content; undefined where it can't be read. */
  digest(path: string): Promise<string | undefined>;
  digestOf(text: string): string;
  /** As a whole or not at all; what was there is replaced. */
  write(path: string, text: string, mode: number): Promise<FileDone>;
  /** The same with the content of a file, whose path is one of this machine and not of the tree. */
  copy(from: string, path: string, mode: number): Promise<FileDone>;
  /** A symbolic link; one that was there is replaced. */
  link(path: string, to: string): Promise<FileDone>;
  /** One folder, whose parent exists. */
  makeFolder(path: string, mode: number): Promise<FileDone>;
  /** Only an empty one: `ENOTEMPTY` otherwise. */
  removeFolder(path: string): Promise<FileDone>;
  remove(path: string): Promise<FileDone>;
  rename(from: string, to: string): Promise<FileDone>;
  chmod(path: string, mode: number): Promise<FileDone>;
  chown(path: string, uid: number, gid: number): Promise<FileDone>;
};

/** The digest of a file of this machine. */
export const digestOfFile = async (path: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
};

const beside = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`;

/** The new thing is made beside the old one and put in its place. */
const replace = (path: string, make: (temporary: string) => Promise<unknown>): Promise<FileDone> =>
  attempt(async () => {
    const temporary = beside(path);
    try {
      await make(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  });

export const createTree = (root: string): Tree => {
  const at = (path: string): string => join(root, path);
  return {
    async look(path) {
      try {
        const found = await lstat(at(path));
        if (found.isSymbolicLink()) return { kind: 'link', to: await readlink(at(path)) };
        const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
        return { kind, mode: found.mode & 0o7777, uid: found.uid, gid: found.gid };
      } catch (error) {
        const why = failure(error);
        return why.code === 'ENOENT' ? { kind: 'none' } : why;
      }
    },
    readText: (path) => realFiles.readText(at(path)),
    digest: (path) => digestOfFile(at(path)),
    digestOf: (text) => createHash('sha256').update(text).digest('hex'),
    write: (path, text, mode) => realFiles.writeAtomic(at(path), text, mode),
    copy: (from, path, mode) =>
      replace(at(path), async (temporary) => {
        await copyFile(from, temporary);
        await chmod(temporary, mode);
        const handle = await open(temporary, 'r');
        await handle.sync().finally(() => handle.close());
      }),
    link: (path, to) => replace(at(path), (temporary) => symlink(to, temporary)),
    makeFolder: (path, mode) =>
      attempt(async () => {
        await mkdir(at(path), { mode });
        // The umask may have taken bits away.
        await chmod(at(path), mode);
      }),
    removeFolder: (path) => attempt(() => rmdir(at(path))),
    remove: (path) => realFiles.remove(at(path)),
    rename: (from, to) => realFiles.rename(at(from), at(to)),
    chmod: (path, mode) => realFiles.chmod(at(path), mode),
    chown: (path, uid, gid) => attempt(() => chown(at(path), uid, gid)),
  };
};
