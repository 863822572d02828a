import { fstatSync } from 'node:fs';
import { createClock } from './clock.ts';
import { createExec } from './exec.ts';
import { realFiles } from './files.ts';
import { follow } from './follow.ts';
import { createHttp } from './http.ts';
import { beFrugal } from './memory.ts';
import { createNetwork } from './network.ts';
import type { Platform } from './platform.ts';
import { udp } from './udp.ts';

/** This machine. */
export const realPlatform = (): Platform => ({
  clock: createClock(),
  http: createHttp(),
  network: createNetwork(),
  exec: createExec(),
  follow,
  udp,
  files: realFiles,
  random: () => Math.random(),
  terminal: process.stdout.isTTY === true,
  colorful: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  journal: isJournal(),
  out: (text) => written('stdout', text),
  err: (text) => written('stderr', text),
  async flushed() {
    for (const name of used) await new Promise<void>((done) => process[name].write('', () => done()));
  },
  onSignal: (name, handler) => {
    process.on(name, handler);
    return () => process.off(name, handler);
  },
  frugal: beFrugal,
  cwd: () => process.cwd(),
  uid: process.getuid?.() ?? 0,
  pid: process.pid,
});

/** The ends that were written to; Node makes one, which takes a moment, when it is asked for. */
const used = new Set<'stdout' | 'stderr'>();

const written = (name: 'stdout' | 'stderr', text: string): void => {
  used.add(name);
  process[name].write(text);
};

/** JOURNAL_STREAM names the journal's end of the standard output or error (systemd.exec(5)); children inherit the name. */
const isJournal = (): boolean => {
  const named = process.env.JOURNAL_STREAM;
  if (!named) return false;
  return [1, 2].some((descriptor) => {
    try {
      const { dev, ino } = fstatSync(descriptor, { bigint: true });
      return `${dev}:${ino}` === named;
    } catch {
      return false;
    }
  });
};
