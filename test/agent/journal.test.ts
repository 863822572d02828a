import { expect, it } from 'vitest';
import { journal } from '../../src/agent/journal.ts';
import type { RecordReport } from '../../src/agent/record-report.ts';
import type { RoundReport } from '../../src/agent/round.ts';
import type { Session } from '../../src/agent/session.ts';
import type { Observation } from '../../src/core/observation.ts';
import type { Problem } from '../../src/core/problem.ts';
import type { Logger } from '../../src/report/logger.ts';

const known: Observation = { kind: 'known', address: '203.0.113.7', votes: [] };
const record = (outcome: RecordReport['outcome'], message = 'm'): RecordReport => ({
  target: { host: 'home.example.com', type: 'A', create: true },
  outcome,
  address: '203.0.113.7',
  previous: '203.0.113.6',
  via: 'dyndns',
  message,
  exit: outcome === 'failed' || outcome === 'held' ? 75 : 0,
  nextAttemptAt: null,
});
const round = (records: RecordReport[], ipv4: Observation = known): RoundReport => ({
  missed: false,
  offline: false,
  observations: { ipv4 },
  records,
  nat: null,
});
const nat: Problem = { where: 'router', what: 'CGNAT', fix: 'Ask for an address.' };
const missed: RoundReport = { missed: true, offline: false, observations: {}, records: [], nat: null };
const unavailable: Observation = { kind: 'unavailable', votes: [] };
const disk: Problem = { where: '/state', what: 'could not write', fix: 'Make room.' };

it.each<[string, [RoundReport, Problem?][], RegExp[]]>([
  ['nothing that stays as it is', [[round([record('unchanged')])], [round([record('unchanged')])]], []],
  [
    'a change in one line',
    [[round([record('updated')])]],
    [/^info home\.example\.com A is 203\.0\.113\.7 now, was 203/],
  ],
  [
    'a failure once, and when it is right again',
    [
      [round([record('failed')])],
      [round([record('held', 'Not tried before 10:00')])],
      [round([record('failed')])],
      [round([record('held', 'Not tried before 11:00')])],
      [round([record('unchanged')])],
    ],
    [/^warn home\.example\.com A: m$/, /^info home\.example\.com A is current again/],
  ],
  [
    'a change that waits for being one of too many once, until it is let through',
    [
      [round([{ ...record('held', 'to and fro, 10 min'), damped: true }])],
      [round([record('unchanged')])],
      [round([{ ...record('held', 'to and fro, 9 min'), damped: true }])],
      [round([record('updated')])],
      [round([{ ...record('held', 'to and fro, 20 min'), damped: true }])],
    ],
    [/10 min$/, /^info .* is 203/, /20 min$/],
  ],
  [
    'another failure of the same record',
    [[round([record('failed', 'one')])], [round([record('failed', 'two')])]],
    [/one$/, /two$/],
  ],
  [
    'a change after a failure in one line',
    [[round([record('failed')])], [round([record('updated')])], [round([record('unchanged')])]],
    [/^warn /, /^info home\.example\.com A is 203/],
  ],
  [
    'that no address is known once, not for each record, and when it is known again',
    [
      [round([record('failed')], unavailable)],
      [round([record('failed')], unavailable)],
      [round([record('unchanged')])],
      [round([record('unchanged')])],
    ],
    [/^warn No source told/, /^info The IPv4 address is known again: 203\.0\.113\.7/],
  ],
  [
    'a full disk once, and when it is over',
    [[round([]), disk], [round([]), disk], [round([])], [round([])]],
    [/^error \/state: could not write\. Make room\.$/, /^info \/state takes the state again/],
  ],
  [
    'CGNAT once, also where a round was missed, and when it is over',
    [[{ ...round([]), nat }], [missed], [{ ...round([]), nat }], [round([])], [round([])]],
    [/^warn router: CGNAT\. Ask for an address\.$/, /^info The router tells of nothing in the way any more/],
  ],
])('the daemon says %s', (_, rounds, expected) => {
  const lines: string[] = [];
  const say = (level: string) => (text: string) => void lines.push(`${level} ${text}`);
  const quiet = () => {};
  const log: Logger = { trace: quiet, debug: quiet, info: say('info'), warn: say('warn'), error: say('error') };
  const book = journal();
  for (const [report, problem] of rounds) {
    // The journal takes these two of a session and no more.
    const session = { log, store: { folder: '/state', problem: () => problem } } as unknown as Session;
    book.write(session, report, 'schedule', 300_000);
  }
  expect(lines).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

it('the summary counts what is current', () => {
  const quiet = () => {};
  const log: Logger = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet };
  const session = { log, store: { folder: '/state', problem: () => undefined } } as unknown as Session;
  const book = journal();
  expect(book.summary()).toBe('Starting');
  book.write(session, round([record('unchanged'), record('failed')]), 'start', 300_000);
  expect(book.summary()).toBe('1 of 2 records current; next look in 5 min');
  book.write(session, missed, 'schedule', 60_000);
  expect(book.summary()).toBe('1 of 2 records current; next look in 5 min');
});
