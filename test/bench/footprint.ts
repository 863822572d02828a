import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeCertificate } from '../platform/certificates.ts';
import { type Contender, contenders, type Entry, type Ground } from './footprint/contenders.ts';
import { type Daemon, type Idle, type Memory, startDaemon } from './footprint/daemon.ts';
import { missingTool, type Run, runOnce } from './footprint/once.ts';
import { startProvider } from './footprint/provider.ts';
import { median, printTables } from './footprint/table.ts';

// What hostpin costs, beside ddclient, inadyn and Node itself, in one run on one machine: `npm run build`, then
// `npm run bench:footprint [-- --runs 20 --idle 5m --requests 500 --more 5000]`. In a network namespace of its own, where
// that can be had: the daemon watches a router, and this machine's is none of our business.

export type Row = {
  name: string;
  missing?: string;
  bytes?: number;
  /** Medians, of the runs that take turns. */
  once?: Run;
  runs?: Run[];
  idle?: Idle;
  memory?: { idle: Memory; driven?: Memory; drivenMore?: Memory };
};

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    idle: { type: 'string', default: '5m' },
    requests: { type: 'string', default: '500' },
    more: { type: 'string', default: '5000' },
    only: { type: 'string' },
    inside: { type: 'boolean', default: false },
  },
});

/** A duration such as 30s or 5m, in milliseconds. */
const duration = (text: string): number => {
  const [, number, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--idle ${text}: write it like 30s or 5m`);
  return Number(number) * (unit === 'm' ? 60_000 : 1_000);
};

const count = (name: 'runs' | 'requests' | 'more'): number => {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} ${values[name]}: write a whole number`);
  return number;
};

/** Writes a line for the one who waits. */
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const underway = async <Got>(
  makeGround: () => Promise<Ground>,
  work: (ground: Ground) => Promise<Got>,
): Promise<Got> => {
  const ground = await makeGround();
  try {
    return await work(ground);
  } finally {
    await ground.provider.close();
  }
};

const chosen = (entries: Entry[]): Entry[] =>
  values.only === undefined ? entries : entries.filter(({ name }) => values.only?.split(',').includes(name));

const medianRun = (runs: readonly Run[]): Run => {
  const of = (pick: (run: Run) => number): number => median(runs.map(pick));
  return { wallMs: of((run) => run.wallMs), cpuMs: of((run) => run.cpuMs), peakBytes: of((run) => run.peakBytes) };
};

/** Runs in turns, so that whatever else the machine does meets them all. */
const measureOnce = async (ground: Ground, many: number): Promise<Map<string, Run[]>> => {
  const ready = chosen(contenders(ground)).flatMap((entry) => ('contender' in entry ? [entry.contender] : []));
  const runs = new Map<string, Run[]>(ready.map(({ name }) => [name, []]));
  // The first run of each makes its state and its caches, and does not count.
  for (let round = 0; round <= many; round++) {
    for (const contender of ready) {
      const run = await runOnce(contender, ground);
      if (round > 0) runs.get(contender.name)?.push(run);
    }
    tell(`one-shot: ${round} of ${many}`);
  }
  return runs;
};

const named = (ground: Ground, name: string): Contender => {
  const entry = contenders(ground).find((each) => each.name === name);
  if (entry === undefined || !('contender' in entry)) throw new Error(`${name} is gone`);
  return entry.contender;
};

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const warmUpMs = 10_000;
/** Until a daemon that was driven is idle again. */
const restMs = 10_000;

/** One daemon with a provider of its own. */
const measureDaemon = async (ground: Ground, name: string): Promise<Pick<Row, 'idle' | 'memory'>> => {
  const contender = named(ground, name);
  const daemon: Daemon = await startDaemon(contender, ground);
  try {
    await sleep(warmUpMs);
    const idle = await daemon.idle(duration(values.idle), ground.provider.requests);
    const memory: NonNullable<Row['memory']> = { idle: daemon.memory() };
    tell(`${name}: idle is measured`);
    if (contender.rings) {
      await daemon.drive(count('requests'));
      await sleep(restMs);
      memory.driven = daemon.memory();
      tell(`${name}: ${values.requests} requests`);
      await daemon.drive(count('more'));
      await sleep(restMs);
      memory.drivenMore = daemon.memory();
      tell(`${name}: ${values.more} more`);
    }
    return { idle, memory };
  } finally {
    await daemon.stop();
  }
};

const main = async (): Promise<void> => {
  const missing = missingTool(existsSync);
  if (missing !== undefined) throw new Error(`${missing} is needed to measure, and is not there`);
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-footprint-'));
  try {
    const tls = makeCertificate('IP:127.0.0.1,DNS:localhost');
    const [certificate, authorities] = [join(folder, 'sandbox.pem'), join(folder, 'authorities.pem')];
    const system = '/etc/ssl/certs/ca-certificates.crt';
    writeFileSync(certificate, tls.cert);
    writeFileSync(authorities, `${existsSync(system) ? readFileSync(system, 'utf8') : ''}${tls.cert}`);
    const groundIn = (name: string) => async (): Promise<Ground> => {
      const own = mkdtempSync(join(folder, name));
      return { provider: await startProvider(tls), certificate, authorities, folder: own };
    };
    const { entries, runs } = await underway(groundIn('once'), async (ground) => ({
      entries: chosen(contenders(ground)),
      runs: await measureOnce(ground, count('runs')),
    }));
    const daemons = await Promise.all(
      entries.map((entry) =>
        'missing' in entry ? {} : underway(groundIn('daemon'), (ground) => measureDaemon(ground, entry.name)),
      ),
    );
    const rows: Row[] = entries.map((entry, at): Row => {
      if ('missing' in entry) return entry;
      const own = runs.get(entry.name) ?? [];
      const { bytes } = entry.contender;
      return {
        name: entry.name,
        ...(bytes !== undefined && { bytes }),
        once: medianRun(own),
        runs: own,
        ...daemons[at],
      };
    });
    const counts = { runs: count('runs'), idle: values.idle, requests: count('requests'), more: count('more') };
    printTables(rows, counts);
    const machine = {
      node: process.version,
      kernel: release(),
      processor: cpus()[0]?.model,
      cores: availableParallelism(),
    };
    const report = { measuredAt: new Date().toISOString(), machine, ...counts, rows };
    writeFileSync(new URL('footprint.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A router that is silent, behind a route: all that the watchers need to be at work. */
const furnish = (): void => {
  const ip = (words: string): void =>
    void execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
  for (const words of [
    'link set lo up',
    'link add wan0 type veth peer name router0',
    'addr add 192.0.2.2/24 dev wan0',
    'link set wan0 up',
    'link set router0 up',
    'route add default via 192.0.2.1',
  ]) {
    ip(words);
  }
};

if (values.inside) {
  furnish();
  await main();
} else {
  const how = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];
  const again = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--inside'];
  process.exitCode = spawnSync('unshare', [...how, ...again], { stdio: 'inherit' }).status ?? 1;
}
