import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Why tests with this program of Debian can't run here; undefined where they can. Said once, on standard error. */
export const missing = (program: string, debianPackage: string, needsNamespaces = false): string | undefined => {
  const found = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((folder) => existsSync(join(folder, program)));
  const why = !found
    ? `the package ${debianPackage} is not installed`
    : needsNamespaces && !canMakeNamespaces()
      ? 'this user may not make network namespaces (root may)'
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
  const stop = async () => {
    child.kill();
    await gone;
  };
  let output = '';
  await new Promise<void>((done, failed) => {
    const late = setTimeout(() => {
      child.kill();
      failed(new Error(`${program} does not start: ${output}`));
    }, 20_000);
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
  return { stop };
};

const canMakeNamespaces = (): boolean => {
  const name = `hostpin-probe-${process.pid}`;
  try {
    run('ip', 'netns', 'add', name);
    run('ip', 'netns', 'delete', name);
    return true;
  } catch {
    return false;
  }
};
