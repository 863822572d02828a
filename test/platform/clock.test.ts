import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createClock } from '../../src/platform/clock.ts';
import { fingerprint, randomName } from '../../src/platform/fingerprint.ts';

const clock = createClock();

it('the wall clock is the machine’s, the other one only goes on', async () => {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5_000);
  const before = clock.monotonic();
  await clock.sleep(20);
  expect(clock.monotonic()).toBeGreaterThan(before);
});

it.each([
  ['a negative time is none', -5],
  ['no time is none', 0],
])('a sleep ends: %s', async (_, ms) => expect(await clock.sleep(ms)).toBeUndefined());

it.each([
  ['an hour', 3_600_000],
  ['longer than a timer can be', 2 ** 40],
  ['for ever', Number.POSITIVE_INFINITY],
])('a sleep of %s lasts, and ends at the abort', async (_, ms) => {
  const stop = new AbortController();
  let over = false;
  const sleep = clock.sleep(ms, stop.signal).then(() => {
    over = true;
  });
  await clock.sleep(30);
  expect(over).toBe(false);
  stop.abort();
  await sleep;
  await clock.sleep(ms, stop.signal);
});

it('a sleep that ended leaves no listener behind', async () => {
  const stop = new AbortController();
  for (let n = 0; n < 20; n++) await clock.sleep(0, stop.signal);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('a fingerprint tells secrets and installations apart, and has nothing of them', () => {
  const prints = [
    fingerprint('salt', ['user', 'key']),
    fingerprint('salt', ['user', 'key2']),
    fingerprint('salt', ['userkey', '']),
    fingerprint('other', ['user', 'key']),
  ];
  expect(new Set(prints).size).toBe(4);
  expect(fingerprint('salt', ['user', 'key'])).toBe(prints[0]);
  for (const print of prints) expect(print).toMatch(/^[0-9a-f]{32}$/);
  expect(randomName()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomName()).not.toBe(randomName());
});
