import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLab, inside, ip, type Lab, outerAddress, type Speaks } from '../agent/triggers/gateway-lab.ts';
import { type Measured, measure, type Plan } from './notice/lane.ts';

// From the change of an address to the request at the sandbox, by each way of noticing, all at the same time, each behind
// a router (miniupnpd) of its own in network namespaces; and what the idle daemon costs meanwhile.
// Wants root, iproute2 and miniupnpd, and a build: `npm run bench:notice [-- --changes 20 --idle 10m]`.

type Way = { name: string; note: string; speaks: Speaks; plan: Omit<Plan, 'namespace' | 'changes'>; onMachine?: true };

const hourly = { every: '1h' };
const soon = { pauseMs: 2_500, spreadMs: 500 };
const ways: Way[] = [
  {
    ...{ name: 'kernel event', note: 'interface source, every: 1h', speaks: {}, onMachine: true },
    plan: { source: 'interface:wan0', interface: 'wan0', schedule: hourly, ...soon },
  },
  {
    ...{ name: 'NAT-PMP announcement', note: 'router:natpmp, no UPnP, every: 1h' },
    speaks: { natpmp: true, upnp: true, searchable: false },
    plan: { source: 'router:natpmp', interface: 'outer0', schedule: hourly, ...soon },
  },
  {
    ...{ name: 'UPnP event', note: 'router:upnp, every: 1h', speaks: { upnp: true } },
    plan: { source: 'router:upnp', interface: 'outer0', schedule: hourly, ...soon },
  },
  {
    ...{ name: 'gateway poll', note: 'router:natpmp, announcements dropped, every: 1h' },
    speaks: { natpmp: true, announces: false },
    plan: { source: 'router:natpmp', interface: 'outer0', schedule: hourly, pauseMs: 500, spreadMs: 10_000 },
  },
  {
    ...{ name: 'plain schedule', note: 'router:natpmp, watch: false, every: 5s (scaled down from 5m, times 60)' },
    speaks: { natpmp: true },
    plan: {
      ...{ source: 'router:natpmp', interface: 'outer0', schedule: { every: '5s', watch: false } },
      ...{ pauseMs: 500, spreadMs: 5_000 },
    },
  },
];
const idleWay: Way = {
  ...{ name: 'idle', note: 'router, every: 5m, everything on', speaks: { natpmp: true, upnp: true } },
  plan: { source: 'router', interface: 'outer0', schedule: {}, pauseMs: 0, spreadMs: 0 },
};

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '20' },
    idle: { type: 'string', default: '10m' },
    lane: { type: 'string' },
  },
});

/** A duration such as 30s or 10m, in milliseconds. */
const duration = (text: string): number => {
  const [, number, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--idle ${text}: write it like 30s or 10m`);
  return Number(number) * (unit === 'm' ? 60_000 : 1_000);
};

/** Runs this file again inside of the lab's machine. */
const runLane = async (way: Way, changes: number, idleMs?: number): Promise<Measured> => {
  const lab: Lab = await createLab(way.speaks);
  try {
    if (way.onMachine === true) ip(lab.machine, `addr add ${outerAddress(0)}/32 dev wan0`);
    const namespace = way.onMachine === true ? lab.machine : lab.router;
    const plan: Plan = { ...way.plan, namespace, changes, ...(idleMs !== undefined && { idleMs }) };
    const self = fileURLToPath(import.meta.url);
    const child = spawn('ip', inside(lab.machine, process.execPath, self, '--lane', JSON.stringify(plan)), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const code = await new Promise((done) => child.once('close', done));
    if (code !== 0) throw new Error(`${way.name}: ended with ${code}`);
    process.stderr.write(`${way.name}: done\n`);
    return JSON.parse(output);
  } finally {
    await lab.remove();
  }
};

const median = (sorted: readonly number[]): number => {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [
    sorted[Math.max(0, middle - 1 + (sorted.length % 2))] ?? Number.NaN,
    sorted[middle] ?? Number.NaN,
  ];
  return (low + high) / 2;
};

const row = ({ name, note }: Way, { samples, told }: Measured) => {
  const times = samples.filter((each) => each !== null).sort((a, b) => a - b);
  const round = (ms: number): number => Math.round(ms);
  return {
    ...{ name, note, changes: samples.length, missed: samples.length - times.length },
    ...{ medianMs: round(median(times)), maximumMs: round(times.at(-1) ?? Number.NaN), told },
    samplesMs: samples.map((each) => (each === null ? null : round(each))),
  };
};

const main = async (): Promise<void> => {
  const [changes, idleMs] = [Number(values.changes), duration(values.idle)];
  const quiet = runLane(idleWay, 0, idleMs);
  const measured = await Promise.all([quiet, ...ways.map((way) => runLane(way, changes))]);
  const [{ idle }, ...lanes] = measured as [Measured, ...Measured[]];
  const rows = lanes.map((lane, at) => row(ways[at] as Way, lane));
  const pad = (text: string | number, width: number): string => String(text).padStart(width);
  const out = (line: string): void => void process.stdout.write(`${line}\n`);
  out(
    `${'noticed by'.padEnd(22)}${pad('changes', 8)}${pad('missed', 8)}${pad('median ms', 11)}${pad('max ms', 8)}  how`,
  );
  for (const each of rows) {
    const { name, note, missed, medianMs, maximumMs } = each;
    out(`${name.padEnd(22)}${pad(each.changes, 8)}${pad(missed, 8)}${pad(medianMs, 11)}${pad(maximumMs, 8)}  ${note}`);
  }
  if (idle !== undefined) {
    const percent = idle.percentOfOneCore.toFixed(3);
    out(`idle daemon, ${idleWay.note}: ${percent} % of one core over ${Math.round(idle.seconds)} s`);
  }
  const machine = {
    node: process.version,
    kernel: release(),
    processor: cpus()[0]?.model,
    cores: availableParallelism(),
  };
  const report = { measuredAt: new Date().toISOString(), machine, rows, idle: { note: idleWay.note, ...idle } };
  writeFileSync(new URL('notice.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`);
};

if (values.lane !== undefined) process.stdout.write(`${JSON.stringify(await measure(JSON.parse(values.lane)))}\n`);
else await main();
