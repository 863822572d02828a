import { createClock } from './clock.ts';
import { createExec } from './exec.ts';
import { realFiles } from './files.ts';
import { follow } from './follow.ts';
import { createHttp } from './http.ts';
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
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  onSignal: (name, handler) => {
    process.on(name, handler);
    return () => process.off(name, handler);
  },
  cwd: () => process.cwd(),
  uid: process.getuid?.() ?? 0,
  pid: process.pid,
});
