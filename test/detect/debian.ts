import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Why tests with this program of Debian can't run here; undefined where they can. Said once, on standard error. */
export const missing = (program: string, debianPackage: string, needsRoot = false): string | undefined => {
  const found = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((folder) => existsSync(join(folder, program)));
  const why = !found
    ? `the package ${debianPackage} is not installed`
    : needsRoot && process.getuid?.() !== 0
      ? 'making network namespaces needs root'
      : undefined;
  if (why !== undefined) console.warn(`skipped: tests with ${program}: ${why}`);
  return why;
};

const path = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { env: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Starts a server and waits until its output has the words. */
export const start = async (words: string, program: string, ...args: string[]): Promise<{ stop(): Promise<void> }> => {
  const child: ChildProcess = spawn(program, args, { env: path, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  let output = '';
  await new Promise<void>((done, failed) => {
    const late = setTimeout(() => failed(new Error(`${program} does not start: ${output}`)), 20_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (!output.includes(words)) return;
        clearTimeout(late);
        done();
      });
    }
    gone.then(() => failed(new Error(`${program} ended: ${output}`)));
  });
  const stop = async () => {
    child.kill();
    await gone;
  };
  return { stop };
};
