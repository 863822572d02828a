import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRecord } from '../../src/core/state.ts';
import {
  changeLine,
  duration,
  holdMessage,
  keepMessage,
  problemLine,
  recordLine,
  time,
  whoSaidWhat,
} from '../../src/report/wording.ts';

describe('a duration', () => {
  it.each([
    [0, '1 s'],
    [1, '1 s'],
    [1_001, '2 s'],
    [60_000, '1 min'],
    [90_000, '90 s'],
    [120_001, '3 min'],
    [3_600_000, '1 h'],
    [5_400_000, '90 min'],
    [86_400_000, '1 d'],
    [86_400_001, '25 h'],
    [172_800_000, '2 d'],
    [-5, '1 s'],
  ])('of %i ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

  it('is never shorter than it is', () => {
    const sizes: Record<string, number> = { s: 1e3, min: 6e4, h: 3.6e6, d: 8.64e7 };
    fc.assert(
      fc.property(fc.nat(1e10), (ms) => {
        const [count, unit = ''] = duration(ms).split(' ');
        expect(Number(count) * (sizes[unit] ?? 0)).toBeGreaterThanOrEqual(ms);
      }),
    );
  });
});

it('a time is ISO 8601 with offset', () => expect(time(0)).toBe('1970-01-01T00:00:00.000Z'));

describe('why nothing is done', () => {
  const votes = [
    { source: 'https://a', operator: 'a', address: '203.0.113.7' },
    { source: 'https://b', operator: 'b', error: 'no answer within 5 s' },
  ];
  it('says who said what', () => {
    expect(whoSaidWhat(votes)).toBe('https://a said 203.0.113.7; https://b: no answer within 5 s');
    expect(keepMessage({ do: 'keep', why: 'disputed' }, votes)).toContain('https://a said 203.0.113.7');
    expect(keepMessage({ do: 'keep', why: 'unavailable' }, [])).toContain('none was asked');
  });

  const until = Date.UTC(2026, 0, 1);
  it.each<[Parameters<typeof holdMessage>[0]['why'], RegExp]>([
    [
      'account',
      /refused\. Nothing is sent until the credentials are changed, .*--force.*2026-01-01T00:00:00.000Z \(in 2 h\)/,
    ],
    ['backoff', /Not tried before 2026-01-01T00:00:00.000Z \(in 2 h\): no answer\. .*--force/],
    ['flapping', /waits until 2026-01-01T00:00:00.000Z/],
  ])('a hold by %s says until when and what to do', (why, pattern) => {
    const hold = { reason: 'credentials' as const, message: 'refused.', since: 0, until, fingerprint: '' };
    const record = { ...emptyRecord, message: 'no answer.' };
    expect(holdMessage({ do: 'hold', why, until }, record, hold, until - 7_200_000)).toMatch(pattern);
  });

  it('a problem is where, what and the remedy', () =>
    expect(problemLine({ where: 'hosts', what: 'is empty', fix: 'Name one.' })).toBe('hosts: is empty. Name one.'));
});

describe('a record in one line', () => {
  const base = {
    target: { host: 'home.example.com', type: 'A' },
    outcome: 'updated',
    address: '203.0.113.8',
    previous: '203.0.113.7',
    via: 'dyndns',
    message: 'm',
  };
  it.each<[string, Partial<Parameters<typeof recordLine>[0]>, string]>([
    ['with the address before', {}, 'home.example.com A 203.0.113.8 updated (was 203.0.113.7)'],
    ['without one that is not known', { previous: null }, 'home.example.com A 203.0.113.8 updated'],
    [
      'nor one that is the same',
      { outcome: 'unchanged', previous: '203.0.113.8' },
      'home.example.com A 203.0.113.8 unchanged',
    ],
    [
      'and why where it failed',
      { outcome: 'failed', address: null, previous: null },
      'home.example.com A - failed\n  m',
    ],
  ])('%s', (_, over, line) => expect(recordLine({ ...base, ...over })).toBe(line));

  it('for the log', () => {
    expect(changeLine(base)).toBe('home.example.com A is 203.0.113.8 now, was 203.0.113.7 (updated over dynamic DNS)');
    expect(changeLine({ ...base, address: null, previous: null, via: 'api' })).toBe(
      'home.example.com A is the address the provider sees now (updated over the main API)',
    );
  });
});
