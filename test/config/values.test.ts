import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCron } from '../../src/config/cron.ts';
import { renderOptionsTable } from '../../src/config/docs.ts';
import { readDuration } from '../../src/config/duration.ts';
import { readHostName } from '../../src/config/host-name.ts';
import { nearest } from '../../src/config/near.ts';
import { options } from '../../src/config/options.ts';
import type { Reading } from '../../src/config/reading.ts';
import { readSuffix } from '../../src/config/suffix.ts';
import { proxyFromEnvironment, readEndpoint } from '../../src/config/url.ts';

const readValue = <T>(reading: Reading<T>): T | undefined => (reading.kind === 'value' ? reading.value : undefined);

describe('a host name', () => {
  it.each([
    ['home.example.com', 'home.example.com'],
    ['HOME.Example.COM.', 'home.example.com'],
    ['*.example.com', '*.example.com'],
    ['bücher.example.com', 'xn--bcher-kva.example.com'],
    ['xn--bcher-kva.example.com', 'xn--bcher-kva.example.com'],
    ['_gw.example.com', '_gw.example.com'],
    [`${'a'.repeat(63)}.example.com`, `${'a'.repeat(63)}.example.com`],
    [`${'a'.repeat(64)}.example.com`, undefined],
    [`${'a234567.'.repeat(32)}com`, undefined],
    ['', undefined],
    ['.', undefined],
    ['com', undefined],
    ['a..example.com', undefined],
    ['a.example.com..', undefined],
    ['.example.com', undefined],
    ['-a.example.com', undefined],
    ['a-.example.com', undefined],
    ['a.*.example.com', undefined],
    ['a*.example.com', undefined],
    ['*example.com', undefined],
    ['192.0.2.1', undefined],
    ['0x7f.1', undefined],
    ['2001:db8::1', undefined],
    ['https://home.example.com', undefined],
    ['home.example.com/x', undefined],
    ['home example.com', undefined],
    ['a%41.example.com', undefined],
    ['xn--\u00e9.example.com', undefined],
  ])('%s is %s', (text, expected) => expect(readValue(readHostName(text))).toBe(expected));

  it('is kept as it is when it is read again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `${text}.example.com`),
        ),
        (text) => {
          const name = readValue(readHostName(text));
          if (name === undefined) return;
          expect(name).toMatch(/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)+$/);
          expect(readValue(readHostName(name))).toBe(name);
        },
      ),
    );
  });
});

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['5s', 5000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['24h', 86_400_000],
    ['1d', 86_400_000],
    ['1w', undefined],
    ['100ms', undefined],
    ['5', undefined],
    ['5 parsecs', undefined],
    ['-5m', undefined],
    ['1e9s', undefined],
    ['', undefined],
    ['9'.repeat(400), undefined],
  ])('%s is %s', (text, expected) => expect(readValue(readDuration(text, '500ms', '2d'))).toBe(expected));
});

describe('a cron expression', () => {
  it.each(['* * * * *', '*/5 * * * *', '0 0,12 1-15/2 jan-mar MON', '30 */5 * * * *', '0 0 * * 7'])(
    'may be %s',
    (text) => {
      expect(readValue(readCron(text))).toBe(text);
    },
  );
  it.each([
    '',
    '* * * *',
    '* * * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '*/0 * * * *',
    '5-1 * * * *',
    '1-2-3 * * * *',
    'a * * * *',
    '@daily',
    '1, * * * *',
  ])('may not be %s', (text) => expect(readCron(text).kind).toBe('wrong'));
});

describe('a suffix', () => {
  it.each([
    ['::1:2:3:4/64', '::1:2:3:4/64'],
    ['::5/56', '::5/56'],
    ['::1', undefined],
    ['::/0', undefined],
    ['1::1/64', undefined],
    ['0:0:0:1::/64', undefined],
    ['0:0:0:1::/63', '0:0:0:1::/63'],
    ['0:0:0:2::/63', undefined],
    ['0:0:0:1::/48', '0:0:0:1::/48'],
    ['192.0.2.1/24', undefined],
    ['::1/129', undefined],
  ])('%s is %s', (text, expected) => expect(readValue(readSuffix(text))).toBe(expected));
});

describe('an endpoint', () => {
  it.each([
    ['https://dondns.dondominio.com', 'https://dondns.dondominio.com'],
    ['https://example.com:8443/a/b/', 'https://example.com:8443/a/b'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://[::1]:1', 'http://[::1]:1'],
    ['http://localhost:1', 'http://localhost:1'],
    ['http://192.0.2.1', undefined],
    ['http://localhost.example.com', undefined],
    ['ftp://example.com', undefined],
    ['https://example.com/?a=b', undefined],
    ['https://user@example.com', undefined],
    ['https://', undefined],
    ['example.com', undefined],
  ])('%s is %s', (text, expected) => expect(readValue(readEndpoint(text))).toBe(expected));
});

describe('the proxy of the environment', () => {
  const proxy = 'http://proxy:3128';
  it.each([
    ['', proxy],
    ['example.com', undefined],
    ['.example.com', undefined],
    ['*.example.com', undefined],
    ['a.example.com:443', undefined],
    ['a.example.com:80', proxy],
    ['ample.com', proxy],
    ['b.example.com , EXAMPLE.COM', undefined],
    ['*', undefined],
  ])('with NO_PROXY=%s is %s', (noProxy, expected) => {
    const found = proxyFromEnvironment('https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: noProxy });
    expect(found && readValue(found)).toBe(expected);
  });
});

describe('readers', () => {
  it('answer any text, and quote it on one line', () => {
    const readers = [
      readHostName,
      readCron,
      readSuffix,
      readEndpoint,
      (text: string) => readDuration(text, '1s', '1d'),
    ];
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.ipV6(), fc.string({ minLength: 300 })),
        (text) => {
          for (const read of readers) {
            const result: Reading<unknown> = read(text);
            if (result.kind === 'wrong') expect(result.what.length).toBeLessThan(700);
            if (result.kind === 'wrong') expect(result.what + result.fix).not.toMatch(/[\n\r]/);
          }
        },
      ),
    );
  });
});

describe('a near name', () => {
  it.each([
    ['usr', 'user'],
    ['key-file', 'key_file'],
    ['Hosts', 'hosts'],
    ['zzz', undefined],
  ])('for %s is %s', (name, expected) => expect(nearest(name, ['user', 'key', 'key_file', 'hosts'])).toBe(expected));
});

describe('the table of keys', () => {
  it('has a row for each key, of three cells', () => {
    const table = renderOptionsTable();
    for (const { path, description } of options) {
      expect(table).toContain(`| \`${path}\` | `);
      expect(table).toContain(description);
    }
    for (const line of table.split('\n').filter((one) => one.startsWith('|'))) {
      expect(line.replaceAll('\\|', '').split('|')).toHaveLength(5);
    }
  });
});
