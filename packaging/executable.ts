import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from 'zsign-wasm';
import { withoutSymbols } from './elf.ts';
import type { Platform } from './platforms.ts';
import { withoutSignature } from './portable-executable.ts';
import type { Runtime } from './runtime.ts';

/** Marks the place in Node's executable that says whether a program was put into it. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const postject = resolve(import.meta.dirname, '../node_modules/postject/dist/cli.js');

/**
 * Writes Node with the program in it to `path`: one executable file. `work` is a folder for what is needed on the way.
 * Symbols and signatures go before the program comes: the other order breaks the file.
 */
export const makeExecutable = async (
  platform: Platform,
  runtime: Runtime,
  code: string,
  path: string,
  work: string,
): Promise<void> => {
  writeFileSync(path, withoutUnneeded[platform.format](readFileSync(runtime.executable)));
  chmodSync(path, 0o755);
  const blob = makeBlob(platform, runtime, code, work);
  quietly(work, postject, path, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, '--macho-segment-name', 'NODE_SEA');
  if (platform.format === 'Mach-O') writeFileSync(path, await signed(readFileSync(path)));
};

const withoutUnneeded: Record<Platform['format'], (file: Buffer) => Buffer> = {
  ELF: withoutSymbols,
  PE: withoutSignature,
  'Mach-O': (file) => file,
};

/** Ad hoc: macOS on arm64 starts nothing that has no signature, and this one says only that the file is whole. */
const signed = async (file: Buffer): Promise<Buffer> => {
  const signer = await createClient();
  signer.setLogLevel(0);
  const data = Buffer.from(signer.signMachO(file, { adhoc: true, sha256Only: true, forceSign: true }).data);
  // The signer names the program after a temporary file, differently each time; the name is not part of what is signed.
  const from = data.indexOf('output_', file.length);
  const to = data.indexOf(0, from);
  if (from < 0 || to - from < identifier.length) throw new Error('the signature has no name of the program');
  data.fill(0, from, to).write(identifier, from, 'latin1');
  return data;
};

/** The program's name in its signature. */
const identifier = 'io.hostpin.hostpin';

/** Writes the program in the layout that Node looks for in its own file; gives the path. */
const makeBlob = (platform: Platform, runtime: Runtime, code: string, work: string): string => {
  const own = readFileSync(process.execPath);
  const target = readFileSync(runtime.executable);
  for (const key of layoutKeys) {
    if (own.includes(key) === target.includes(key)) continue;
    throw new Error(`Node ${platform.runtime.version} for ${platform.name} has another layout of programs: ${key}`);
  }
  // Names, not paths: the blob has the first one in it.
  const [main, output] = ['program.cjs', 'program.blob'];
  const useCodeCache = own.equals(target);
  const settings = { main, output, disableExperimentalSEAWarning: true, useCodeCache };
  writeFileSync(join(work, main), code);
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings));
  quietly(work, '--experimental-sea-config', 'sea.json');
  return join(work, output);
};

/** A layout has no version in it. Two runtimes agree on it where they know the same keys of its settings. */
const layoutKeys = ['"useCodeCache"', '"assets"', '"execArgv"', '"execArgvExtension"', '"mainFormat"'];

/** Runs Node, whose output is of interest only where it fails. */
const quietly = (cwd: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed with ${status}:\n${stdout}${stderr}`);
};
