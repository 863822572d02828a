import { realpathSync } from 'node:fs';
import { isSea } from 'node:sea';

/** What runs now. */
export type Running = {
  /** The runtime, or the single executable. */
  execPath: string;
  /** The script that the runtime was given; absent in a single executable. */
  script?: string;
  /** Both as they are when links are followed. */
  realPaths: readonly string[];
};

/** The program that this process is. */
export const runningProgram = (): Running => {
  const script = isSea() ? undefined : process.argv[1];
  const paths = [process.execPath, ...(script === undefined ? [] : [script])];
  return {
    execPath: process.execPath,
    ...(script === undefined ? {} : { script }),
    realPaths: paths.map((path) => {
      try {
        return realpathSync(path);
      } catch {
        return path;
      }
    }),
  };
};
