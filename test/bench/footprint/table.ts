import type { Row } from '../footprint.ts';

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? Number.NaN, sorted[Math.floor(middle)] ?? Number.NaN];
  return (low + high) / 2;
};

type Column = { title: string; of(row: Row): number | undefined; digits: number; unit?: number };

const mega = 1_000_000;
/** What the kernel counts memory in, a thousand times over. */
const mebi = 1024 ** 2;

const onceColumns: Column[] = [
  { title: 'wall ms', of: ({ once }) => once?.wallMs, digits: 0 },
  { title: 'cpu ms', of: ({ once }) => once?.cpuMs, digits: 0 },
  { title: 'peak MiB', of: ({ once }) => once?.peakBytes, digits: 1, unit: mebi },
  { title: 'disk MB', of: ({ bytes }) => bytes, digits: 2, unit: mega },
];

const memoryColumns = (at: 'idle' | 'driven' | 'drivenMore'): Column[] => [
  { title: 'resident MiB', of: ({ memory }) => memory?.[at]?.resident, digits: 1, unit: mebi },
  { title: 'pss MiB', of: ({ memory }) => memory?.[at]?.proportional, digits: 1, unit: mebi },
  { title: 'private MiB', of: ({ memory }) => memory?.[at]?.private, digits: 1, unit: mebi },
  { title: 'anon MiB', of: ({ memory }) => memory?.[at]?.anonymous, digits: 1, unit: mebi },
];

const idleColumns: Column[] = [
  ...memoryColumns('idle'),
  { title: 'cpu %', of: ({ idle }) => idle?.percentOfOneCore, digits: 3 },
  { title: 'wakeups/s', of: ({ idle }) => idle?.wakeupsPerSecond, digits: 2 },
  { title: 'requests', of: ({ idle }) => idle?.requests, digits: 0 },
];

const width = 19;
const against = { once: 'ddclient', memory: 'node alone' } as const;

const printTable = (title: string, rows: readonly Row[], columns: readonly Column[], reference: string): void => {
  const out = (line: string): void => void process.stdout.write(`${line}\n`);
  const first = rows.find(({ name }) => name === reference);
  const cell = (row: Row, { of, digits, unit = 1 }: Column): string => {
    const value = of(row);
    if (value === undefined) return '-'.padStart(width);
    const base = first === undefined || row === first ? undefined : of(first);
    const ratio = base === undefined || base === 0 ? '' : ` (${(value / base).toFixed(2)})`;
    return `${(value / unit).toFixed(digits)}${ratio}`.padStart(width);
  };
  out(`\n${title}; in brackets: the ratio to ${reference}`);
  out(`${''.padEnd(20)}${columns.map((column) => column.title.padStart(width)).join('')}`);
  for (const row of rows) {
    if (columns.every(({ of }) => of(row) === undefined)) continue;
    out(`${row.name.padEnd(20)}${columns.map((column) => cell(row, column)).join('')}`);
  }
};

export const printTables = (
  rows: readonly Row[],
  { runs, idle, requests, more }: { runs: number; idle: string | undefined; requests: number; more: number },
): void => {
  printTable(`one update over TLS, medians of ${runs}`, rows, onceColumns, against.once);
  printTable(`the daemon after one update and ${idle}`, rows, idleColumns, against.memory);
  // Node alone has no requests: its idle memory is what there is to compare with.
  const compared = rows.map((row): Row => {
    const { memory } = row;
    return memory === undefined || memory.driven
      ? row
      : { ...row, memory: { ...memory, driven: memory.idle, drivenMore: memory.idle } };
  });
  const driven = compared.filter(({ name, memory }) => name === against.memory || memory?.driven !== memory?.idle);
  printTable(`after ${requests} requests`, driven, memoryColumns('driven'), against.memory);
  printTable(`after ${more} more`, driven, memoryColumns('drivenMore'), against.memory);
  for (const { missing } of rows) if (missing !== undefined) process.stdout.write(`\nleft out: ${missing}\n`);
};
