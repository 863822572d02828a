import type { Exec } from '../platform/ports.ts';
import type { Tree } from '../platform/tree.ts';

export type Ids = { uid: number; gid: number };

/** What an installation works with. */
export type Ports = {
  tree: Tree;
  /** The content of a file of this machine, which may lie outside of the tree. */
  digestOfFile(path: string): Promise<string | undefined>;
  /** Absent where the tree is not the running system: then nothing is run. */
  exec?: Exec;
  /** A user's numbers; undefined where there is no such user, or where the tree is not the running system. */
  ids(name: string): Promise<Ids | undefined>;
};

export type State = 'there' | 'to do' | 'done' | 'left' | 'failed';

/** One line of what was found or done. */
export type Line = { what: string; state: State; note?: string };

/** A service starts within systemd's 90 s, or does not. Milliseconds. */
const patience = 120_000;

/** Runs a program; what went wrong, or undefined. */
export const tell = async (
  exec: Exec,
  [program, ...args]: readonly [string, ...string[]],
): Promise<string | undefined> => {
  const ran = await exec(program, args, { timeoutMs: patience, maxBytes: 16_384 });
  if (ran.kind === 'failed') return ran.reason;
  if (ran.code === 0) return undefined;
  const said = `${ran.stderr}\n${ran.stdout}`.trim();
  return `exit code ${ran.code}${said === '' ? '' : `: ${said}`}`;
};
