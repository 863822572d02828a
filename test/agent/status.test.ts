import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Session } from '../../src/agent/session.ts';
import { statusOf } from '../../src/agent/status.ts';
import { openStore } from '../../src/agent/store.ts';
import { holdLength } from '../../src/core/hold.ts';
import { emptyRecord, emptyState, type RecordState, type State } from '../../src/core/state.ts';
import { realFiles } from '../../src/platform/files.ts';
import { version } from '../../src/version.ts';
import { createHandClock } from './hand-clock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostpin-status-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = Date.UTC(2026, 0, 1);
const address = '203.0.113.7';
const current: RecordState = { ...emptyRecord, address, confirmedAt: now - 1_000, outcome: 'updated', message: 'm' };

/** What `status` says of a state that is on the disk. */
const status = async (state: Partial<State>, { key = 'key', daemon = false } = {}) => {
  const clock = createHandClock(now);
  const store = openStore(folder, realFiles, clock);
  await store.save({ ...emptyState('i'), ...state });
  const lock = daemon ? await store.becomeDaemon() : undefined;
  // Status takes these of a session and no more.
  const session = {
    config: { targets: [{ host: 'home.example.com', type: 'A', create: false }] },
    store: openStore(folder, realFiles, clock),
    platform: { clock },
    fingerprints: () => key,
  } as unknown as Session;
  const document = await statusOf(session);
  if (lock?.kind === 'acquired') await lock.release();
  return document;
};
const records = (record: RecordState) => ({ 'home.example.com/A': record, 'gone.example.com/A': current });
const hold = {
  reason: 'credentials' as const,
  message: 'refused',
  since: now,
  until: now + holdLength,
  fingerprint: 'key',
};

it('a record that is current, without a daemon', async () => {
  expect(await status({ records: records(current), detected: { ipv4: address, ipv6: null } })).toEqual({
    running: false,
    pid: null,
    since: null,
    version,
    detected: { ipv4: address, ipv6: null },
    account: { state: 'ok' },
    hosts: [
      {
        host: 'home.example.com',
        type: 'A',
        address,
        confirmedAt: '2025-12-31T23:59:59.000Z',
        outcome: 'updated',
        nextAttemptAt: null,
        message: 'm',
      },
    ],
    problems: [],
  });
});

it('the daemon is named where it runs', async () => {
  expect(await status({}, { daemon: true })).toMatchObject({
    running: true,
    pid: process.pid,
    since: expect.any(String),
  });
});

it('a record that nobody tried is listed', async () => {
  expect((await status({})).hosts).toMatchObject([{ address: null, confirmedAt: null, outcome: null }]);
});

it('a failure is a problem, with the time of the next attempt', async () => {
  const failed: RecordState = {
    ...current,
    outcome: 'failed',
    failure: 'passing',
    message: 'no answer',
    nextAttemptAt: now + 5_000,
  };
  const said = await status({ records: records(failed) });
  expect(said.hosts).toMatchObject([{ outcome: 'failed', address, nextAttemptAt: '2026-01-01T00:00:05.000Z' }]);
  expect(said.problems).toMatchObject([
    { where: 'home.example.com A', what: 'no answer', fix: expect.stringContaining('2026-01-01T00:00:05.000Z') },
  ]);
});

it('a time that has passed is no next attempt', async () => {
  const late: RecordState = { ...current, nextAttemptAt: now - 1 };
  expect((await status({ records: records(late) })).hosts).toMatchObject([{ nextAttemptAt: null }]);
});

it('a change that waits for being one of too many is a problem, with its time', async () => {
  const [a, b] = ['203.0.113.8', address];
  const changes = [b, a, b].map((one, index) => ({ at: now - 30_000 + index, address: one }));
  const said = await status({ records: records({ ...current, changes }), detected: { ipv4: a, ipv6: null } });
  const until = '2026-01-01T00:09:30.000Z';
  expect(said.hosts).toMatchObject([{ address: b, outcome: 'held', nextAttemptAt: until }]);
  expect(said.problems).toMatchObject([{ where: 'home.example.com A', what: expect.stringContaining(until) }]);
});

it('a held account says why, until when and what to do', async () => {
  const said = await status({ holds: { dyndns: hold, api: null } });
  expect(said.account).toEqual({ state: 'held', reason: 'refused', until: '2026-01-02T00:00:00.000Z' });
  expect(said.problems).toMatchObject([{ where: 'account', what: 'refused', fix: expect.stringContaining('--force') }]);
});

it('changed credentials end the hold', async () => {
  expect((await status({ holds: { dyndns: hold, api: null } }, { key: 'new' })).account).toEqual({ state: 'ok' });
});

it('each problem has something to do, and what the router told is one', async () => {
  const refused: RecordState = { ...current, outcome: 'failed', failure: 'refused', message: 'not in the zone' };
  const nat = { where: 'router', what: 'CGNAT', fix: 'Ask for an address.' };
  const unknown = { ipv4: { rounds: 3, message: 'The sources disagree' }, ipv6: null };
  const { problems } = await status({ records: records(refused), unknown, nat });
  expect(problems).toEqual([
    { where: 'home.example.com A', what: 'not in the zone', fix: expect.stringContaining('Mend') },
    { where: 'detect.ipv4', what: 'The sources disagree', fix: expect.stringContaining('hostpin ip') },
    nat,
  ]);
});
