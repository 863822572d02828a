import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The library against the sandbox, over zones of growing size: listing every record, finding one, setting one. What it
// costs has to grow no faster than the number of records. Wants a build: `npm run bench:api`.

const program = resolve(process.env.HOSTPIN_DIST ?? fileURLToPath(new URL('../../dist/main.js', import.meta.url)));
const library = pathToFileURL(join(dirname(program), 'index.js')).href;
const { createClient }: typeof import('../../src/index.ts') = await import(library);
const sizes = [1_000, 10_000];
const serviceName = 'example.com';
const nameOf = (index: number): string => `h${index}.${serviceName}`;
const addressOf = (index: number): string => `198.51.${index >> 8}.${index & 255}`;

type Measured = { records: number; work: string; perSecond: number; bytes: number };

const startSandbox = async (records: number) => {
  const rows = Array.from({ length: records }, (_, index) => ['--record', `${nameOf(index)} A ${addressOf(index)}`]);
  const child = spawn(process.execPath, [program, 'sandbox', '--service', serviceName, ...rows.flat()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await new Promise<string>((done, failed) => {
    let text = '';
    child.once('exit', (code) => failed(new Error(`the sandbox ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
    });
  });
  return { api: (JSON.parse(first) as { api: string }).api, stop: () => child.kill() };
};

const collect = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Repeats the work for about `seconds`, and takes the most memory that it held when it was done. */
const timed = async (work: () => Promise<unknown>, seconds: number): Promise<{ perSecond: number; bytes: number }> => {
  await work();
  const before = collect();
  const held: unknown = await work();
  const bytes = Math.max(0, process.memoryUsage().heapUsed - before);
  if (held === null) throw new Error('nothing came');
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < seconds * 1000 && calls < 2_000) {
    await work();
    calls += 1;
  }
  return { perSecond: (calls * 1000) / (performance.now() - start), bytes };
};

const measure = async (records: number): Promise<Measured[]> => {
  const { api, stop } = await startSandbox(records);
  const client = createClient({ endpoint: api, user: 'demo-api', password: 'demo-password' });
  const middle = Math.floor(records / 2);
  try {
    const list = async () => {
      const all = [];
      for await (const page of client.pages('service/dnslist', { serviceName })) all.push(...page.dns);
      if (all.length !== records) throw new Error(`${all.length} of ${records} records were listed`);
      return all;
    };
    const find = async () => {
      const { dns } = await client.call('service/dnslist', {
        serviceName,
        filterType: 'A',
        filterValue: addressOf(middle),
      });
      if (dns[0]?.name !== nameOf(middle)) throw new Error('another record was found');
      return dns[0];
    };
    const { entityID } = await find();
    let turn = 0;
    const set = () => {
      turn += 1;
      return client.call('service/dnsupdate', {
        serviceName,
        entityID,
        value: turn % 2 === 0 ? addressOf(middle) : '203.0.113.1',
      });
    };
    const works: [string, () => Promise<unknown>][] = [
      ['listing all', list],
      ['finding one', find],
      ['setting one', set],
    ];
    const measured: Measured[] = [];
    for (const [work, run] of works) measured.push({ records, work, ...(await timed(run, 3)) });
    return measured;
  } finally {
    await client.close();
    stop();
  }
};

const all: Measured[] = [];
for (const size of sizes) all.push(...(await measure(size)));
const [small = 1, large = 1] = sizes;
const pairs = all
  .filter(({ records }) => records === small)
  .map((few) => ({ few, many: all.find(({ records, work }) => records === large && work === few.work) ?? few }));

process.stdout.write(`${availableParallelism()} cores, Node ${process.versions.node}\n\n`);
process.stdout.write('work         records  calls/s   memory held  time, as a multiple of the smaller zone\n');
for (const { few, many } of pairs)
  for (const row of [few, many]) {
    const growth = row === many ? (few.perSecond / many.perSecond).toFixed(1) : '1.0';
    process.stdout.write(
      `${row.work.padEnd(12)} ${String(row.records).padStart(7)} ${row.perSecond.toFixed(1).padStart(8)} ${`${Math.round(row.bytes / 1024)} KiB`.padStart(13)}  ${growth}\n`,
    );
  }
writeFileSync(
  new URL('api.json', import.meta.url),
  `${JSON.stringify({ cores: availableParallelism(), node: process.versions.node, measured: all }, undefined, 2)}\n`,
);
const tooFast = pairs.filter(({ few, many }) => few.perSecond / many.perSecond > (1.5 * large) / small);
for (const { few } of tooFast) process.stdout.write(`${few.work}: grows faster than the number of records\n`);
process.exitCode = tooFast.length > 0 ? 1 : 0;
