import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from '../notice/cpu.ts';
import type { Contender, Ground } from './contenders.ts';

/** Bytes of one process (its children left out). */
export type Memory = { resident: number; proportional: number; private: number; anonymous: number };

export type Idle = {
  seconds: number;
  percentOfOneCore: number;
  /** Times that a thread of the process went to sleep, a second: what keeps a processor awake. */
  wakeupsPerSecond: number;
  requests: number;
};

export type Daemon = {
  name: string;
  pid: number;
  memory(): Memory;
  /** Watches it for a time, together with the others. */
  idle(ms: number, requests: () => number): Promise<Idle>;
  /** Makes it ask the provider, two requests a round: the address, and the change. */
  drive(requests: number): Promise<void>;
  stop(): Promise<void>;
};

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const memoryOf = (pid: number): Memory => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string): number => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]);
  return {
    resident: bytes('Rss'),
    proportional: bytes('Pss'),
    private: bytes('Private_Clean') + bytes('Private_Dirty'),
    anonymous: bytes('Anonymous'),
  };
};

const wakeupsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  }, 0);

/** Starts it, and waits until it has published an address. */
export const startDaemon = async (contender: Contender, { provider }: Ground): Promise<Daemon> => {
  const { name } = contender;
  const address = await provider.move();
  const [command = '', ...args] = contender.daemon;
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', ...contender.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (log = `${log}${chunk}`.slice(-4000)));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const died = ended.then(() => Promise.reject(new Error(`${name} has ended: ${log}`)));
  died.catch(() => undefined);
  const pid = child.pid ?? 0;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(hard);
  };
  try {
    if (contender.publishes) await Promise.race([provider.publishing(address), died]);
  } catch (cause) {
    await stop();
    throw new Error(`${name} does not start: ${log}`, { cause });
  }
  return {
    name,
    pid,
    memory: () => memoryOf(pid),
    async idle(ms, requests) {
      const [begun, cpu, wakeups, asked] = [performance.now(), cpuSeconds(pid), wakeupsOf(pid), requests()];
      await Promise.race([sleep(ms), died]);
      const seconds = (performance.now() - begun) / 1000;
      return {
        seconds,
        percentOfOneCore: (100 * (cpuSeconds(pid) - cpu)) / seconds,
        wakeupsPerSecond: (wakeupsOf(pid) - wakeups) / seconds,
        requests: requests() - asked,
      };
    },
    async drive(requests) {
      const end = provider.requests() + requests;
      while (provider.requests() < end) {
        const next = await provider.move();
        child.kill('SIGUSR1');
        await Promise.race([provider.publishing(next), died]);
      }
    },
    stop,
  };
};
