import { createServer, type RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../../src/platform/http.ts';
import type { HttpRequest } from '../../src/platform/ports.ts';
import { type Certificate, makeCertificate } from './certificates.ts';

const http = createHttp();
const closers: (() => void)[] = [];
afterEach(async () => {
  await http.close();
  for (const close of closers.splice(0)) close();
});

const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
};
const raw = (answer: (socket: Socket) => void) =>
  listen(net.createServer((socket) => void socket.once('data', () => answer(socket))));
const web = (listener: RequestListener) => listen(createServer(listener));
const secureWeb = ({ key, cert }: Certificate) =>
  listen(https.createServer({ key, cert }, (_, response) => response.end('secure')));

const send = (url: string, more: Partial<HttpRequest> = {}) =>
  http.send({ method: 'GET', url, timeoutMs: 20_000, maxBytes: 65_536, ...more });

/** A proxy that tunnels (CONNECT) and forwards, and says what it was asked. */
const startProxy = async (status = 200) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('forwarded');
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const upstream = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    return undefined;
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
};

describe('an exchange', () => {
  it('sends method, headers and body and gives status, headers and body', async () => {
    const port = await web((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        response.writeHead(418, { 'X-Two': ['a', 'b'], 'content-type': 'text/plain' });
        response.end(JSON.stringify([request.method, request.url, request.headers['x-one'], body]));
      });
    });
    const result = await send(`http://127.0.0.1:${port}/path?a=1`, {
      method: 'POST',
      headers: { 'x-one': '1' },
      body: 'käse',
    });
    expect(result).toMatchObject({
      kind: 'response',
      status: 418,
      headers: { 'x-two': 'a, b', 'content-type': 'text/plain' },
      body: JSON.stringify(['POST', '/path?a=1', '1', 'käse']),
    });
  });
  it('does not follow redirects, asks for no compression and reuses its connection', async () => {
    const sockets = new Set<Socket>();
    const port = await web((request, response) => {
      sockets.add(request.socket);
      response.writeHead(302, { location: '/other', 'x-encoding': request.headers['accept-encoding'] ?? 'none' }).end();
    });
    for (let i = 0; i < 3; i++) {
      const result = await send(`http://127.0.0.1:${port}/`);
      expect(result).toMatchObject({ status: 302, headers: { location: '/other', 'x-encoding': 'none' } });
    }
    expect(sockets.size).toBe(1);
  });
  it('has at most two connections to one origin', async () => {
    let most = 0;
    let open = 0;
    const port = await web((_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.end('ok');
      }, 30);
    });
    await Promise.all(Array.from({ length: 8 }, () => send(`http://127.0.0.1:${port}/`)));
    expect(most).toBe(2);
  });
  it('reaches an IPv6 address in brackets', async () => {
    const port = await listen(
      createServer((_, response) => response.end('six')),
      '::1',
    );
    expect(await send(`http://[::1]:${port}/`, { family: 'ipv6' })).toMatchObject({ status: 200, body: 'six' });
  });
  it('connects over the family that it is told', async () => {
    const port = await web((request, response) => response.end(request.socket.remoteAddress));
    expect(await send(`http://localhost:${port}/`, { family: 'ipv4' })).toMatchObject({ body: '127.0.0.1' });
    expect(await send(`http://localhost:${port}/`, { family: 'ipv6' })).toMatchObject({ kind: 'failure', sent: false });
    expect(await send(`http://127.0.0.1:${port}/`, { family: 'ipv6' })).toEqual({
      kind: 'failure',
      reason: `127.0.0.1:${port} can't be reached over ipv6`,
      sent: false,
    });
  });
  it('takes interim answers for what they are', async () => {
    const port = await raw((socket) => {
      socket.end('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, body: 'ok' });
  });
});

describe('a server that misbehaves', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['never answers', () => undefined, /no whole answer from 127\.0\.0\.1:\d+ within 0\.5 s/],
    [
      'never ends its answer',
      (s) => s.write(`${head}content-length: 9\r\n\r\nabc`),
      /no whole answer .* within 0\.5 s/,
    ],
    ['hangs up at once', (s) => s.destroy(), /closed the connection/],
    [
      'resets in the middle of the answer',
      (s) => s.write(`${head}content-length: 9\r\n\r\nabc`, () => s.resetAndDestroy()),
      /closed the connection/,
    ],
    ['ends before the length it said', (s) => s.end(`${head}content-length: 9\r\n\r\nabc`), /closed the connection/],
    [
      'ends in the middle of a chunk',
      (s) => s.end(`${head}transfer-encoding: chunked\r\n\r\n9\r\nabc`),
      /closed the connection/,
    ],
    ['announces a flood', (s) => s.write(`${head}content-length: 99999999\r\n\r\n`), /^answer is longer than 64 KiB$/],
    ['sends a flood', (s) => s.write(`${head}\r\n${'x'.repeat(200_000)}`), /^answer is longer than 64 KiB$/],
    ['sends a flood of headers', (s) => s.write(`${head}${'x: y\r\n'.repeat(20_000)}`), /too many headers/],
    ['does not speak HTTP', (s) => s.end('220 mail.example.com ESMTP\r\n'), /is not HTTP/],
    [
      'sends a zip bomb',
      (s) => s.end(Buffer.concat([Buffer.from(`${head}content-encoding: gzip\r\n\r\n`), gzipSync('x'.repeat(1e7))])),
      /answers compressed/,
    ],
  ])('that %s fails the request, which was sent', async (_, answer, reason) => {
    const port = await raw(answer);
    const result = await send(`http://127.0.0.1:${port}/?key=secret`, {
      timeoutMs: /within/.test(reason.source) ? 500 : 20_000,
    });
    expect(result).toEqual({ kind: 'failure', reason: expect.stringMatching(reason), sent: true });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
  it('leaves the next request alone', async () => {
    let first = true;
    const port = await raw((socket) => {
      if (first) socket.end(`${head}content-length: 9\r\n\r\nabc`);
      else socket.end(`${head}content-length: 2\r\n\r\nok`);
      first = false;
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failure' });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ body: 'ok' });
  });
});

describe('a request that never leaves', () => {
  it.each<[string, string, Partial<HttpRequest>, RegExp]>([
    ['nobody listens', 'http://127.0.0.1:1/?key=secret', {}, /^connection refused by 127\.0\.0\.1:1$/],
    ['the text is no URL', 'secret', {}, /not a URL/],
    ['the URL is of another kind', 'ftp://127.0.0.1/', {}, /ftp:/],
    [
      'a header has a line end in it',
      'http://127.0.0.1:1/',
      { headers: { 'x-key': 'secret\r\nx: y' } },
      /does not allow/,
    ],
    ['the certificates are none', 'https://127.0.0.1:1/', { ca: 'no PEM' }, /endpoints\.ca_file/],
    ['the proxy is no URL', 'http://127.0.0.1:1/', { proxy: 'nowhere' }, /endpoints\.proxy/],
    [
      'nobody listens at the proxy',
      'https://192.0.2.1/',
      { proxy: 'http://u:secret@127.0.0.1:1' },
      /refused .*over the proxy 127\.0\.0\.1:1\)/,
    ],
    ['it was given up before', 'http://127.0.0.1:1/', { signal: AbortSignal.abort() }, /given up/],
  ])('because %s', async (_, url, more, reason) => {
    const result = await send(url, more);
    expect(result).toEqual({ kind: 'failure', reason: expect.stringMatching(reason), sent: false });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
  it('because no TLS handshake comes about within the time', async () => {
    const port = await raw(() => undefined);
    expect(await send(`https://127.0.0.1:${port}/`, { timeoutMs: 300 })).toMatchObject({
      kind: 'failure',
      sent: false,
    });
  });
});

describe('giving up', () => {
  it('ends the exchange', async () => {
    const stop = new AbortController();
    const port = await raw(() => stop.abort());
    expect(await send(`http://127.0.0.1:${port}/`, { signal: stop.signal })).toEqual({
      kind: 'failure',
      reason: 'given up',
      sent: true,
    });
  });
  it('by closing everything ends exchanges that are under way', async () => {
    const port = await raw(() => void http.close());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failure', sent: true });
  });
});

describe('TLS', () => {
  let good: Certificate;
  let expired: Certificate;
  let foreign: Certificate;
  beforeAll(() => {
    good = makeCertificate('IP:127.0.0.1,DNS:localhost');
    expired = makeCertificate('IP:127.0.0.1', -1);
    foreign = makeCertificate('DNS:other.example');
  });

  it('trusts what `ca` names', async () => {
    const port = await secureWeb(good);
    expect(await send(`https://127.0.0.1:${port}/`, { ca: good.cert })).toMatchObject({ status: 200, body: 'secure' });
    expect(await send(`https://localhost:${port}/`, { ca: good.cert })).toMatchObject({ status: 200, body: 'secure' });
  });
  it('does not trust a certificate that nobody vouches for', async () => {
    const port = await secureWeb(good);
    const reason = expect.stringMatching(/self-signed and not trusted.*endpoints\.ca_file/);
    expect(await send(`https://127.0.0.1:${port}/`)).toEqual({ kind: 'failure', reason, sent: false });
    expect(await send(`https://127.0.0.1:${port}/`, { ca: foreign.cert })).toEqual({
      kind: 'failure',
      reason,
      sent: false,
    });
  });
  it('does not trust an expired certificate', async () => {
    const port = await secureWeb(expired);
    const reason = expect.stringMatching(/has expired/);
    expect(await send(`https://127.0.0.1:${port}/`, { ca: expired.cert })).toEqual({
      kind: 'failure',
      reason,
      sent: false,
    });
  });
  it('does not trust the certificate of another name', async () => {
    const port = await secureWeb(foreign);
    const reason = expect.stringMatching(/is for another name/);
    expect(await send(`https://127.0.0.1:${port}/`, { ca: foreign.cert })).toEqual({
      kind: 'failure',
      reason,
      sent: false,
    });
  });
  it('verifies certificates though the environment tells Node not to', async () => {
    const port = await secureWeb(good);
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failure', sent: false });
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });
  it('speaks through a proxy, and verifies there too', async () => {
    const port = await secureWeb(good);
    const proxy = await startProxy();
    expect(await send(`https://127.0.0.1:${port}/`, { proxy: proxy.url, ca: good.cert })).toMatchObject({
      body: 'secure',
    });
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${port}`]);
    expect(await send(`https://127.0.0.1:${port}/`, { proxy: proxy.url })).toMatchObject({
      reason: expect.stringContaining('not trusted'),
      sent: false,
    });
  });
});

describe('a proxy', () => {
  it('forwards plain HTTP without a tunnel', async () => {
    const proxy = await startProxy();
    expect(await send('http://192.0.2.1/x?y=1', { proxy: proxy.url })).toMatchObject({ body: 'forwarded' });
    expect(proxy.asked).toEqual(['GET http://192.0.2.1/x?y=1']);
  });
  it('that refuses is named as the cause', async () => {
    const proxy = await startProxy(403);
    expect(await send('https://192.0.2.1/', { proxy: proxy.url })).toEqual({
      kind: 'failure',
      reason: 'the proxy refused to connect to 192.0.2.1:443 (HTTP 403): check endpoints.proxy',
      sent: false,
    });
  });
  it('that can reach nothing is named as the cause', async () => {
    const proxy = await startProxy();
    expect(await send('https://127.0.0.1:1/', { proxy: proxy.url })).toMatchObject({
      reason: expect.stringContaining('proxy'),
      sent: false,
    });
  });
});
