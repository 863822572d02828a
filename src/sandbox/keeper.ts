import type { Files } from '../platform/files.ts';
import { type Kept, printKept } from './kept.ts';

/** Keeps the newest state in a file. */
export type Keeper = {
  /** Returns at once; what is given while a write goes on is written after it, the newest alone. */
  keep(kept: Kept): void;
  /** When all is written: why the last state is not in the file, undefined where it is. */
  settle(): Promise<string | undefined>;
};

/** `failed` is told once about each reason for which a write failed; the next state is tried again. */
export const createKeeper = (
  files: Pick<Files, 'writeAtomic'>,
  path: string,
  failed: (reason: string) => void,
): Keeper => {
  let waiting: Kept | undefined;
  let last: Kept | undefined;
  let writing: Promise<void> | undefined;
  let problem: string | undefined;
  const write = async (): Promise<void> => {
    while (waiting) {
      const text = printKept(waiting);
      waiting = undefined;
      const done = await files.writeAtomic(path, text);
      const reason = done.kind === 'failure' ? done.reason : undefined;
      if (reason !== undefined && reason !== problem) failed(reason);
      problem = reason;
    }
    writing = undefined;
  };
  const keep = (kept: Kept): void => {
    waiting = kept;
    last = kept;
    writing ??= write();
  };
  return {
    keep,
    async settle() {
      await writing;
      // The disk may have room again.
      if (problem !== undefined && last) keep(last);
      await writing;
      return problem;
    },
  };
};
