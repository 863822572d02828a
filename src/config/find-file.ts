import type { Problem } from '../core/problem.ts';
import type { Files } from '../platform/files.ts';
import { candidates, resolvePath, type Surroundings } from './paths.ts';

export type Found =
  | { kind: 'file'; path: string; text: string; mode: number; uid: number }
  | { kind: 'none'; looked: string[] }
  | { kind: 'wrong'; file: string; problem: Problem };

/** No configuration that a person wrote comes near it. */
const maxBytes = 1024 * 1024;

const read = async (path: string, name: string, files: Files): Promise<Found> => {
  const [content, status] = await Promise.all([files.readText(path, maxBytes), files.stat(path)]);
  if (content.kind === 'text') {
    const { mode, uid } = status.kind === 'stat' ? status : { mode: 0, uid: -1 };
    return { kind: 'file', path, text: content.text, mode, uid };
  }
  const fix =
    content.code === 'ENOENT'
      ? "name a file that exists, or write one with user, key_file and hosts ('hostpin init' asks for them)"
      : 'make it a file that this user can read, or name another with --config';
  return { kind: 'wrong', file: path, problem: { where: name, what: `can't read ${path}: ${content.reason}`, fix } };
};

/** The configuration file: the one that is named, which must be there, or the first that exists. */
export const findFile = async (named: string | undefined, files: Files, around: Surroundings): Promise<Found> => {
  if (named !== undefined) return read(resolvePath(named, around.home, around.cwd), '--config', files);
  const fromVariable = around.env.HOSTPIN_CONFIG;
  if (fromVariable) return read(resolvePath(fromVariable, around.home, around.cwd), 'HOSTPIN_CONFIG', files);
  const looked: string[] = [];
  for (const path of candidates(around)) {
    const status = await files.stat(path);
    // A folder that this user may not look into has no configuration for this user.
    if (status.kind === 'stat' && status.type !== 'folder') return read(path, 'the file', files);
    looked.push(status.kind === 'failure' && status.code === 'EACCES' ? `${path} (${status.reason})` : path);
  }
  return { kind: 'none', looked };
};
