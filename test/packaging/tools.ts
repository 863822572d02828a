import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platforms } from '../../packaging/platforms.ts';
import { runtimeOf } from '../../packaging/runtime.ts';

export type Done = { code: number; output: string; stdout: string };

/** Runs a program to its end: exit code (-1 where it did not run) and what it printed. */
export const run = (program: string, args: readonly string[], seconds = 120): Promise<Done> =>
  new Promise((resolve) => {
    const limits = { timeout: seconds * 1000, maxBuffer: 1 << 26 };
    const child = execFile(program, args, limits, (error, stdout, stderr) =>
      resolve({
        code: error ? (child.exitCode ?? -1) : 0,
        stdout,
        output: `${stdout}${stderr}${error?.message ?? ''}`,
      }),
    );
    child.stdin?.end();
  });

/** True, after a line that names the package, where a file or program is not there: for `it.skipIf`. */
export const lacks = (what: string, debianPackage: string): boolean => {
  const found = spawnSync('sh', ['-c', `[ -e "${what}" ] || command -v "${what}"`]).status === 0;
  if (!found) console.log(`skipped: tests of packaging want ${what}, from Debian's package ${debianPackage}`);
  return !found;
};

/** True, after a line that says so, where the tests are not run by root. */
export const lacksRoot = (): boolean => {
  if (process.getuid?.() === 0) return false;
  console.log('skipped: the Debian package is installed only by root');
  return true;
};

/** True, after a line that says so, where npm's registry does not give the runtime. */
export const lacksRuntime = (name: string): boolean => {
  const platform = platforms.find((each) => each.name === name);
  if (platform === undefined) throw new Error(`no platform ${name}`);
  try {
    runtimeOf(platform);
    return false;
  } catch (error) {
    if (!String(error).includes("can't be fetched")) throw error;
    console.log(`skipped: the executable for ${name}: ${error}`);
    return true;
  }
};

/** `npm run package` for some platforms, into a folder of its own; its files are large: call `remove`. */
export const packageFor = async (...names: string[]): Promise<{ folder: string; remove(): void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-packaging-'));
  const chosen = names.flatMap((name) => ['--platform', name]);
  const script = join(import.meta.dirname, '../../packaging/package.ts');
  const done = await run(process.execPath, [script, '--quick', '--out', folder, ...chosen], 300);
  if (done.code !== 0) throw new Error(`npm run package failed: ${done.output}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** A program that goes on; `ended` gives its exit code. */
export const launch = (
  program: string,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<number | null> } => {
  const child = spawn(program, args, { stdio: 'ignore' });
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
};
