import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { type ServerPort, server } from '../../../src/platform/server.ts';
import { sandboxDefaults, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { outerAddress, readdress } from '../../agent/triggers/gateway-lab.ts';
import { cpuSeconds } from './cpu.ts';

/** One way of noticing, measured by a process inside of the machine's namespace. */
export type Plan = {
  /** The address source. */
  source: string;
  schedule: Record<string, unknown>;
  /** The interface whose address changes, and its namespace. */
  namespace: string;
  interface: string;
  changes: number;
  /** A change waits for this after the last one was seen, and up to `spreadMs` more. */
  pauseMs: number;
  spreadMs: number;
  /** Without changes: how long the processor's time is measured. */
  idleMs?: number;
};

export type Measured = {
  /** From the change to the request at the sandbox, milliseconds; null where none came within 30 s. */
  samples: (number | null)[];
  /** How often the daemon said that the router's answer, announcement, event told it. */
  told: Record<string, number>;
  /** Processor time of the daemon and its children. */
  idle?: { seconds: number; cpuSeconds: number; percentOfOneCore: number };
};

const program = resolve(process.env.HOSTPIN_DIST ?? 'dist/main.js');
const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const giveUpAfter = 30_000;
/** For the first round, and until the router's ways are found out. */
const warmUp = 12_000;

export const measure = async (plan: Plan): Promise<Measured> => {
  const seen = new Map<string, number>();
  const watched: ServerPort = {
    start: (handler, options) =>
      server.start((request) => {
        const at = performance.now();
        const address = /[?&]ip=(\d+\.\d+\.\d+\.\d+)/.exec(`?${request.query}&${request.body.toString()}`)?.[1];
        if (address !== undefined && !seen.has(address)) seen.set(address, at);
        return handler(request);
      }, options),
  };
  const sandbox = await startSandbox(sandboxDefaults, watched, { now: () => Date.now() });
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-notice-'));
  const config = join(folder, 'hostpin.yaml');
  const settings = {
    ...{ user: 'demo', key: 'demo-key', hosts: ['home.example.com'], state_dir: join(folder, 'state') },
    endpoints: { dyndns: sandbox.dyndns, api: sandbox.api },
    detect: { ipv4: [plan.source] },
    schedule: plan.schedule,
    log: { level: 'debug', format: 'json' },
  };
  writeFileSync(config, stringify(settings), { mode: 0o600 });
  // What is ours in the environment would be the daemon's configuration.
  const { HOSTPIN_DIST: _, ...env } = process.env;
  const daemon = spawn(process.execPath, [program, 'run', '--config', config], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  daemon.stdout.on('data', (chunk) => (log += chunk));
  const at = async (address: string): Promise<number | undefined> => {
    const end = performance.now() + giveUpAfter;
    while (!seen.has(address) && performance.now() < end && daemon.exitCode === null) await sleep(20);
    return seen.get(address);
  };
  try {
    if ((await at(outerAddress(0))) === undefined) throw new Error(`the daemon does not start: ${log}`);
    await sleep(warmUp);
    if (plan.idleMs !== undefined) return { samples: [], told: {}, idle: await idle(daemon, plan.idleMs) };
    const samples: (number | null)[] = [];
    for (let nth = 1; nth <= plan.changes; nth++) {
      await sleep(plan.pauseMs + Math.random() * plan.spreadMs);
      const changed = performance.now();
      readdress(plan.namespace, plan.interface, outerAddress(nth - 1), outerAddress(nth));
      const arrived = await at(outerAddress(nth));
      samples.push(arrived === undefined ? null : arrived - changed);
    }
    const told = Object.fromEntries(
      ['answer', 'announcement', 'event'].map((by) => [by, log.split(`says its ${by}`).length - 1]),
    );
    return { samples, told };
  } finally {
    daemon.kill('SIGTERM');
    await Promise.race([new Promise((done) => daemon.once('exit', done)), sleep(6_000)]);
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const idle = async (daemon: ChildProcess, ms: number): Promise<NonNullable<Measured['idle']>> => {
  const pid = daemon.pid ?? 0;
  const [begun, before] = [performance.now(), cpuSeconds(pid)];
  await sleep(ms);
  const used = cpuSeconds(pid) - before;
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, cpuSeconds: used, percentOfOneCore: (100 * used) / seconds };
};
