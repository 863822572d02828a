import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDynDnsClient, type DynDnsOptions } from '../../src/dyndns/client.ts';
import { createHttp } from '../../src/platform/http.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

let server: Server;
let base: string;
let answer: Answer | ((request: IncomingMessage, response: ServerResponse) => void) = {};
let asked: IncomingMessage[] = [];
const http = createHttp();

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  asked = [];
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const host = 'home.example.com';
const key = 'correct-horse-battery';
const client = (changes: Partial<DynDnsOptions> = {}) =>
  createDynDnsClient({
    http,
    endpoint: base,
    format: 'json',
    lang: 'en',
    user: 'alice',
    key,
    keyParameter: 'password',
    userAgent: 'hostpin/test',
    now: () => Date.UTC(2026, 0, 1),
    ...changes,
  });
const json = (changes: object = {}, entry: object = {}): string =>
  JSON.stringify({
    success: true,
    user: 'alice',
    host: { name: host, value: '192.0.2.1', type: 'A', updated: true, ...entry },
    ...changes,
  });
const xml = `<data success="true" version="2.0" oper="x"><resData><user t="x">alice</user><request success="true"/></resData><host type="A"><name>${host}</name><value>192.0.2.1</value></host></data>`;

describe('the request', () => {
  it('is a GET with every parameter escaped, and the path of the endpoint kept', async () => {
    answer = { body: json() };
    const nasty = { user: 'al&ice=1', key: 'k &+%#?/=ñ€😀"\\' };
    await client({ ...nasty, endpoint: `${base}/some/path//`, lang: 'es' }).publish('*.example.com', '192.0.2.1');
    const { method, url = '', headers } = asked[0] ?? {};
    expect(method).toBe('GET');
    const { pathname, search, searchParams } = new URL(url, base);
    expect(pathname).toBe('/some/path/json/');
    expect(search).not.toContain('+');
    expect(Object.fromEntries(searchParams)).toEqual({
      user: nasty.user,
      password: nasty.key,
      host: '*.example.com',
      ip: '192.0.2.1',
      lang: 'es',
    });
    expect(headers?.['user-agent']).toBe('hostpin/test');
  });

  it('sends the key under the other name where it is told to, and no ip where there is none', async () => {
    answer = { body: json() };
    const outcome = await client({ keyParameter: 'apikey' }).publish(host, undefined);
    const { searchParams } = new URL(asked[0]?.url ?? '', base);
    expect(searchParams.get('apikey')).toBe(key);
    expect(searchParams.has('password') || searchParams.has('ip')).toBe(false);
    expect(outcome).toMatchObject({ kind: 'accepted', address: '192.0.2.1' });
  });

  it('leaves for a key that is no well-formed text', async () => {
    answer = { body: json() };
    expect(await client({ key: '\uD800' }).publish(host, '192.0.2.1')).toMatchObject({ kind: 'accepted' });
  });
});

describe('what an answer comes to', () => {
  const accepted = { kind: 'accepted', address: '192.0.2.1', created: false, via: 'dyndns' };
  const unchanged = { kind: 'unchanged', address: '192.0.2.1', via: 'dyndns' };
  const reached = { kind: 'unreachable', reached: true };
  const rows: [sentence: string, Partial<DynDnsOptions>, Answer, object, RegExp?][] = [
    ['a change in JSON', {}, { body: json() }, accepted],
    ['no change in JSON', {}, { body: json({}, { updated: false }) }, unchanged],
    ['a change in XML', { format: 'xml' }, { body: xml }, accepted],
    [
      'no change in XML',
      { format: 'xml' },
      { body: xml.replace('request success="true"', 'request success="false"') },
      unchanged,
    ],
    ['a change in plain text', { format: 'plain' }, { body: 'OK\nUPDATE: 192.0.2.1\nIP:192.0.2.1' }, accepted],
    ['an address that is confirmed', { format: 'plain' }, { body: 'OK\nIP:192.0.2.1' }, { ...unchanged, unsaid: true }],
    ['no change in plain text', { format: 'plain' }, { body: 'OK' }, { ...unchanged, address: null }],
    ['the host written in another way', {}, { body: json({}, { name: 'HOME.example.com.', type: 'a' }) }, accepted],
    [
      'another host',
      {},
      { body: json({}, { name: 'other.example.com' }) },
      { kind: 'unconfirmed' },
      /other\.example\.com/,
    ],
    ['another type', {}, { body: json({}, { type: 'AAAA' }) }, { kind: 'unconfirmed' }, /AAAA/],
    [
      'another address',
      {},
      { body: json({}, { value: '192.0.2.2' }) },
      { kind: 'unconfirmed' },
      /192\.0\.2\.2 instead of 192\.0\.2\.1/,
    ],
    ['an address of the other family', {}, { body: json({}, { value: '2001:db8::1' }) }, { kind: 'unconfirmed' }],
    ['no address at all', {}, { body: json({}, { value: 'cname.example.com' }) }, { kind: 'unconfirmed' }],
    ['another address in plain text', { format: 'plain' }, { body: 'OK\nIP:192.0.2.2' }, { kind: 'unconfirmed' }],
    [
      'wrong credentials',
      { format: 'plain' },
      { body: 'ERROR\nDatos incorrectos' },
      { kind: 'rejected', refusal: 'credentials' },
      /DonDNS Key/,
    ],
    ['a block', { format: 'plain' }, { body: 'ERROR\nUser blocked' }, { kind: 'rejected', refusal: 'blocked' }],
    [
      'an unknown host',
      { format: 'xml' },
      { body: '<data success="false"><resData><user>a</user></resData></data>' },
      { kind: 'rejected', refusal: 'unknown-host' },
    ],
    [
      'an error nobody knows',
      { format: 'plain' },
      { body: 'ERROR\nMoon in the wrong phase' },
      { kind: 'rejected', refusal: 'host' },
      /"Moon in the wrong phase"/,
    ],
    [
      'a plea to wait in the body',
      { format: 'plain' },
      { body: 'ERROR\nToo many requests' },
      { ...reached, retryAfterMs: 3_600_000 },
    ],
    ['HTTP 401', {}, { status: 401 }, { kind: 'rejected', refusal: 'credentials' }],
    [
      'HTTP 401 that tells of a block',
      { format: 'plain' },
      { status: 401, body: 'ERROR\nblocked' },
      { kind: 'rejected', refusal: 'blocked' },
    ],
    [
      'HTTP 403 with an error that is understood',
      { format: 'plain' },
      { status: 403, body: 'ERROR\nHost not found' },
      { kind: 'rejected', refusal: 'unknown-host' },
    ],
    ['HTTP 403 without one', {}, { status: 403, body: 'Forbidden' }, reached, /"Forbidden"/],
    [
      'HTTP 404 with a web page',
      {},
      { status: 404, body: '<html>no</html>' },
      reached,
      /endpoints\.dyndns.*captive portal/,
    ],
    ['a success in the body of HTTP 400', {}, { status: 400, body: json() }, reached],
    [
      'HTTP 429 with a time, whatever the body says',
      {},
      { status: 429, headers: { 'Retry-After': '30' }, body: json() },
      { ...reached, retryAfterMs: 30_000 },
    ],
    [
      'HTTP 503 with a date',
      {},
      { status: 503, headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:01:00 GMT' } },
      { ...reached, retryAfterMs: 60_000 },
    ],
    ['HTTP 500 with a success in it', {}, { status: 500, body: json() }, reached],
    ['HTTP 500 with an error in it', { format: 'plain' }, { status: 500, body: 'ERROR\nDatos incorrectos' }, reached],
    [
      'a redirect',
      {},
      { status: 302, headers: { location: `https://login.example/?password=${key}` } },
      reached,
      /login\.example"\. Redirects/,
    ],
    ['a redirect with a success in it', {}, { status: 307, headers: { location: '/x' }, body: json() }, reached],
    ['a web page', {}, { body: '<!DOCTYPE html><html>Welcome</html>' }, reached, /captive portal/],
    ['an empty answer', {}, { body: '' }, reached, /empty/],
    ['HTTP 204', { format: 'plain' }, { status: 204 }, reached],
    ['the answer of another format', {}, { body: xml }, reached],
    ['an answer that is too long', {}, { body: ' '.repeat(65 * 1024) + json() }, { kind: 'unconfirmed' }],
  ];
  it.each(rows)('%s', async (_sentence, changes, given, expected, says) => {
    answer = given;
    const outcome = await client(changes).publish(host, '192.0.2.1');
    expect(outcome).toMatchObject(expected);
    expect(outcome.message).toMatch(says ?? /./);
    expect(outcome.message).not.toContain(key);
    if (outcome.kind === 'unreachable' && !('retryAfterMs' in expected)) expect(outcome.retryAfterMs).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('is the same host in Unicode and in Punycode', async () => {
    answer = { body: json({}, { name: 'ñandú.example.com' }) };
    expect(await client().publish('xn--and-6ma2c.example.com', '192.0.2.1')).toMatchObject({ kind: 'accepted' });
  });

  it('quotes at most 200 characters of what it does not understand', async () => {
    answer = { body: 'x\x1b'.repeat(5000) };
    const { message } = await client().publish(host, '192.0.2.1');
    expect(message.match(/x/g)?.length).toBeLessThanOrEqual(200);
    expect(message).not.toContain('\x1b');
    expect(message.length).toBeLessThan(500);
  });
});

describe('no answer', () => {
  it('is unconfirmed where the connection broke after the request', async () => {
    answer = (request) => request.socket.destroy();
    expect(await client().publish(host, '192.0.2.1')).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is unconfirmed where the answer was cut', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write(json(), () => request.socket.destroy());
    };
    expect(await client().publish(host, '192.0.2.1')).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is unconfirmed where the caller gave up on a provider that hangs', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    expect(await client().publish(host, '192.0.2.1', controller.signal)).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is unreachable where nobody listens', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    const outcome = await client({ endpoint: `http://127.0.0.1:${port}` }).publish(host, '192.0.2.1');
    expect(outcome).toMatchObject({ kind: 'unreachable', reached: false });
    expect(outcome.message).not.toContain(key);
  });
});

describe('the key', () => {
  const nasty = [
    'p&s+w %#"\'<ñ€😀/\\x',
    '.*+?^$\x7b}()|[]',
    '\\\\\\a\\"',
    'a b c d',
    '$&$1$$',
    'x'.repeat(300),
    '%2B%25%41',
  ];
  const formats = ['json', 'xml', 'plain'] as const;
  it.each(nasty.flatMap((secret) => formats.map((format) => [secret, format] as const)))(
    '%s is in no message of %s',
    async (secret, format) => {
      const echoes = [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ a: secret }).toString().slice(2),
        JSON.stringify(secret).slice(1, -1),
      ];
      const xmlText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      for (const echo of echoes) {
        const told = {
          json: JSON.stringify({ success: false, user: 'a', messages: [`Wrong: ${echo}.`] }),
          xml: `<data success="false"><errors><error>Wrong: ${xmlText(echo)}.</error></errors></data>`,
          plain: `ERROR\nWrong: ${echo}.`,
        };
        const answers: Answer[] = [
          { body: told[format] },
          { body: `Cannot GET /?password=${echo}` },
          { body: `${'-'.repeat(190)}${echo}` },
          { status: 401, body: `<html>${echo}</html>` },
          { status: 404, body: echo },
          { body: json({ messages: [echo] }, { name: echo }) },
          { body: json({ messages: [echo] }) },
        ];
        for (const given of answers) {
          answer = given;
          const { message } = await client({ key: secret, format }).publish(host, '192.0.2.1');
          for (const form of [...echoes, secret.slice(0, 8)]) expect(message).not.toContain(form);
        }
      }
    },
  );
});
