import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender, Ground } from './contenders.ts';

/** One run from its start to its end: milliseconds, and the most memory that was resident at a time, bytes. */
export type Run = { wallMs: number; cpuMs: number; peakBytes: number };

/** bash tells thousandths of a second, GNU time the memory; both cost every contender the same. */
const timing = `TIMEFORMAT='%3R %3U %3S'; peak=$1 log=$2; shift 2
time /usr/bin/time -q -f %M -o "$peak" "$@" >"$log" 2>&1`;

/** Whether this machine has what a run is measured with; otherwise what is missing. */
export const missingTool = (exists: (path: string) => boolean): string | undefined =>
  ['/bin/bash', '/usr/bin/time', '/usr/bin/openssl'].find((path) => !exists(path));

/** Rejects where the address was not published. */
export const runOnce = async (contender: Contender, { provider, folder }: Ground): Promise<Run> => {
  for (const file of contender.forget) rmSync(file, { force: true });
  const address = await provider.move();
  const [peak, log] = [join(folder, 'peak'), join(folder, 'log')];
  const child = spawn('/bin/bash', ['-c', timing, 'bash', peak, log, ...contender.once], {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...contender.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  await new Promise((done) => child.once('close', done));
  const [wall, user, system] = text.trim().split(' ').map(Number);
  if (wall === undefined || user === undefined || system === undefined) throw new Error(`no times: ${text}`);
  if (contender.publishes && !provider.published(address)) {
    throw new Error(`${contender.name} did not publish ${address}: ${readFileSync(log, 'utf8')}`);
  }
  const peakBytes = Number(readFileSync(peak, 'utf8').trim().split('\n').at(-1)) * 1024;
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, peakBytes };
};
