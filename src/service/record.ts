import type { FileDone } from '../platform/files.ts';
import type { Tree } from '../platform/tree.ts';
import { type Entry, type Ledger, withEntry, writeLedger } from './ledger.ts';

/** Keeps the ledger: what an installation is about to do is on the disk before it is done. */
export type Record = {
  ledger(): Ledger;
  add(entry: Entry): Promise<FileDone>;
  /** The installation by this version is complete. */
  finish(release: string): Promise<FileDone>;
  /** Makes a folder and its missing parents, all of them written down. */
  makeFolders(path: string, mode: number): Promise<FileDone>;
};

const done: FileDone = { kind: 'done' };

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const keepRecord = (tree: Tree, path: string, first: Ledger): Record => {
  let ledger = first;
  const save = (next: Ledger): Promise<FileDone> => {
    ledger = next;
    return tree.write(path, writeLedger(ledger), 0o600);
  };
  /** The folders that are not there, the outermost first. */
  const missing = async (folder: string): Promise<string[]> =>
    folder === '' || (await tree.look(folder)).kind !== 'none' ? [] : [...(await missing(parentOf(folder))), folder];

  const add = async (entry: Entry): Promise<FileDone> => {
    // The ledger's own folder can't be written down before it is there.
    for (const folder of await missing(parentOf(path))) {
      const made = await tree.makeFolder(folder, 0o755);
      if (made.kind === 'failure') return made;
      ledger = withEntry(ledger, { kind: 'folder', path: folder });
    }
    return save(withEntry({ ...ledger, finished: false }, entry));
  };
  return {
    ledger: () => ledger,
    add,
    async finish(release) {
      // What was there before anybody installed anything is not ours to write down.
      const news = ledger.entries.length > 0 && !(ledger.finished && ledger.release === release);
      return news ? save({ ...ledger, finished: true, release }) : done;
    },
    async makeFolders(path, mode) {
      for (const folder of await missing(path)) {
        const written = await add({ kind: 'folder', path: folder });
        if (written.kind === 'failure') return written;
        // Writing it down may have made it.
        if ((await tree.look(folder)).kind !== 'none') continue;
        const made = await tree.makeFolder(folder, folder === path ? mode : 0o755);
        if (made.kind === 'failure') return made;
      }
      return done;
    },
  };
};
