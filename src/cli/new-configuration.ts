import { dirname, join } from 'node:path';
import { newFile, resolvePath } from '../config/paths.ts';
import type { Written } from '../config/written.ts';
import { writeConfiguration } from '../config/written.ts';
import { type Call, textFlag } from './call.ts';

/** Where a new configuration and its secrets go. */
export type Place = { file: string; keyFile: string; passwordFile: string };

/** Beside `--config`, $HOSTPIN_CONFIG, or the usual place of this user. */
export const placeOf = ({ platform, env, flags }: Call): Place => {
  const around = { env, cwd: platform.cwd(), home: env.HOME ?? platform.cwd(), uid: platform.uid };
  const named = textFlag(flags.config) ?? env.HOSTPIN_CONFIG;
  const file = named ? resolvePath(named, around.home, around.cwd) : newFile(around);
  return { file, keyFile: join(dirname(file), 'key'), passwordFile: join(dirname(file), 'api-password') };
};

/** What a command takes to find this configuration, where `--config` named it. */
export const toFind = ({ flags }: Call, place: Place): string =>
  textFlag(flags.config) === undefined ? '' : ` --config ${place.file}`;

/** The first of these files that is there: a new configuration replaces nothing. */
export const inTheWay = async ({ platform }: Call, paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) if (await platform.files.exists(path)) return path;
  return undefined;
};

export const alreadyThere = (path: string): string =>
  `There is ${path} already, and it stays as it is: edit it, move it away, or name another place with --config.`;

/** Writes the secrets, then the file that names them. Says what could not be done; undefined where all was. */
export const putInPlace = async (
  { platform: { files } }: Call,
  place: Place,
  written: Omit<Written, 'keyFile'>,
  secrets: { key: string; apiPassword?: string },
): Promise<string | undefined> => {
  const folder = dirname(place.file);
  const made = await files.makeFolder(folder, 0o755);
  if (made.kind === 'failure') return `The folder ${folder} can't be made: ${made.reason}.`;
  const texts: [path: string, text: string, mode: number][] = [
    [place.keyFile, `${secrets.key}\n`, 0o600],
    ...(secrets.apiPassword === undefined
      ? []
      : [[place.passwordFile, `${secrets.apiPassword}\n`, 0o600] as [string, string, number]]),
    [place.file, writeConfiguration({ ...written, keyFile: place.keyFile }), 0o644],
  ];
  for (const [path, text, mode] of texts) {
    const done = await files.writeAtomic(path, text, mode);
    if (done.kind === 'failure') return `${path} can't be written: ${done.reason}.`;
  }
  return undefined;
};
