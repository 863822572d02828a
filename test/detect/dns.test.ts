import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../src/core/observation.ts';
import { encodeForTcp } from '../../src/detect/codec/dns.ts';
import { dnsKind } from '../../src/detect/dns.ts';
import type { DetectPorts } from '../../src/detect/source.ts';
import { createExec } from '../../src/platform/exec.ts';
import { createHttp } from '../../src/platform/http.ts';
import { createNetwork } from '../../src/platform/network.ts';
import { udp } from '../../src/platform/udp.ts';
import { freePort, serveDatagrams } from './datagrams.ts';
import { missing, start } from './debian.ts';

const ports: DetectPorts = {
  http: createHttp(),
  network: createNetwork(),
  exec: createExec(),
  udp,
  timeoutMs: 5000,
  userAgent: 'hostpin/test',
};
afterAll(() => ports.http.close());

const ask = (spec: string, family: Family = 'ipv4', more: Partial<DetectPorts> = {}) => {
  const parsed = dnsKind.parse(spec, family);
  if (parsed.kind === 'wrong') throw new Error(`${spec} ${parsed.what}`);
  return parsed.source.ask(family, { ...ports, ...more });
};

/** The query turned into its reply: flags, and answers in hexadecimal behind the question. */
const reply = (query: Uint8Array, flags = 0x8180, ...answers: string[]): Buffer => {
  const message = Buffer.concat([query, ...answers.map((each) => Buffer.from(each.replaceAll(' ', ''), 'hex'))]);
  message.writeUInt16BE(flags, 2);
  message.writeUInt16BE(answers.length, 6);
  return message;
};
const address = (last: string) => `c00c 0001 0001 00000000 0004 090909${last}`;

describe('the source dns', () => {
  it.each([
    ['dns:opendns', 'ipv4', 'opendns'],
    ['dns:google', 'ipv6', 'google'],
    ['dns:cloudflare', 'ipv4', 'cloudflare'],
    ['dns:whoami.cloudflare/ch-txt@1.0.0.1', 'ipv4', 'cloudflare'],
    ['dns:who.example/TXT@ns.example:5353', 'ipv4', 'dns://ns.example:5353'],
    ['dns:who.example/AAAA@[2001:db8::53]', 'ipv6', 'dns://[2001:db8::53]:53'],
  ] as [string, Family, string][])('%s for %s has the operator %s', (spec, family, operator) => {
    const parsed = dnsKind.parse(spec, family);
    expect(parsed.kind === 'source' && [parsed.source.spec, parsed.source.operator]).toEqual([spec, operator]);
  });

  it.each([
    ['dns:', 'ipv4', 'what to ask'],
    ['dns:quad9', 'ipv4', 'what to ask'],
    ['dns:constructor', 'ipv4', 'what to ask'],
    ['dns:who.example@192.0.2.53', 'ipv4', 'what to ask'],
    ['dns:who.example/A@', 'ipv4', 'what to ask'],
    ['dns:who.example/A@192.0.2.53:99999', 'ipv4', 'what to ask'],
    ['dns:who.example/A@192.0.2', 'ipv4', 'what to ask'],
    ['dns:who.example/MX@192.0.2.53', 'ipv4', 'asks for MX'],
    ['dns:who..example/A@192.0.2.53', 'ipv4', 'no name that DNS can hold'],
    ['dns:who.example/AAAA@192.0.2.53', 'ipv4', 'no ipv4 address'],
    ['dns:who.example/A@[2001:db8::53]', 'ipv6', 'no ipv6 address'],
  ] as [string, Family, string][])('%s for %s is wrong: %s', (spec, family, words) => {
    const parsed = dnsKind.parse(spec, family);
    expect(parsed.kind === 'wrong' && parsed.what).toContain(words);
  });

  it('takes the answer to its question and ignores others, be they of another id, question or server', async () => {
    const liar = await serveDatagrams('127.0.0.1', 0, () => []);
    const server = await serveDatagrams('127.0.0.1', 0, (query, _, from) => {
      liar.socket.send(reply(query, 0x8180, address('01')), from.port, from.address);
      const otherId = Buffer.from(query);
      otherId.writeUInt16BE(query.readUInt16BE(0) ^ 1, 0);
      const otherName = Buffer.from(query);
      otherName.writeUInt8('x'.charCodeAt(0), 13);
      return [
        Buffer.from('garbage'),
        reply(otherId, 0x8180, address('02')),
        reply(otherName, 0x8180, address('03')),
        query,
        reply(query, 0x8180, address('07')),
      ];
    });
    expect(await ask(`dns:who.example/A@127.0.0.1:${server.port}`)).toEqual({ kind: 'address', address: '9.9.9.7' });
    await Promise.all([server.close(), liar.close()]);
  });

  it('asks once more where the first query is lost, and then no more', async () => {
    const lossy = await serveDatagrams('127.0.0.1', 0, (query, nth) =>
      nth === 0 ? [] : [reply(query, 0x8180, address('07'))],
    );
    const spec = `dns:who.example/A@127.0.0.1:${lossy.port}`;
    expect(await ask(spec, 'ipv4', { timeoutMs: 2000 })).toEqual({ kind: 'address', address: '9.9.9.7' });
    await lossy.close();
    const dead = await serveDatagrams('127.0.0.1', 0, () => []);
    const answer = await ask(`dns:who.example/A@127.0.0.1:${dead.port}`, 'ipv4', { timeoutMs: 500 });
    expect(answer).toEqual({ kind: 'none', reason: `no answer from 127.0.0.1:${dead.port} within 0.5 s` });
    expect(dead.received).toHaveLength(2);
    await dead.close();
  });

  it('asks over TCP where the answer over UDP is truncated', async () => {
    const short = await serveDatagrams('127.0.0.1', 0, (query) => [reply(query, 0x8380)]);
    const long = createServer((socket) => {
      socket.on('data', (framed) => {
        // In two parts, as TCP may bring it.
        const whole = encodeForTcp(reply(framed.subarray(2), 0x8180, address('07')));
        socket.write(whole.subarray(0, 5));
        setTimeout(() => socket.end(whole.subarray(5)), 50);
      });
    });
    await new Promise<void>((done) => void long.listen(short.port, '127.0.0.1', done));
    expect(await ask(`dns:who.example/A@127.0.0.1:${short.port}`)).toEqual({ kind: 'address', address: '9.9.9.7' });
    await new Promise((done) => long.close(done));
    expect(await ask(`dns:who.example/A@127.0.0.1:${short.port}`)).toEqual({
      kind: 'none',
      reason: `nothing listens at 127.0.0.1:${short.port} (TCP)`,
    });
    await short.close();
  });

  it.each([
    [0x8182, 'that it failed (SERVFAIL)'],
    [0x8183, 'that the name does not exist (NXDOMAIN)'],
    [0x8185, 'that it refuses to answer this client (REFUSED)'],
    [0x8180, 'no such record'],
  ])('says in words what response %i means', async (flags, words) => {
    const server = await serveDatagrams('127.0.0.1', 0, (query) => [reply(query, flags)]);
    const answer = await ask(`dns:who.example/A@127.0.0.1:${server.port}`);
    expect(answer.kind === 'none' && answer.reason).toContain(words);
    await server.close();
  });

  it('says that nothing listens without waiting, and ends when it is told to', async () => {
    const port = await freePort();
    expect(await ask(`dns:who.example/A@127.0.0.1:${port}`)).toEqual({
      kind: 'none',
      reason: `nothing listens at 127.0.0.1:${port}`,
    });
    const dead = await serveDatagrams('127.0.0.1', 0, () => []);
    const signal = AbortSignal.timeout(50);
    const answer = await ask(`dns:who.example/A@127.0.0.1:${dead.port}`, 'ipv4', { signal, timeoutMs: 60_000 });
    expect(answer).toEqual({ kind: 'none', reason: 'stopped before an answer came' });
    await dead.close();
  });

  it('asks a server by its name, over the wanted family', async () => {
    const server = await serveDatagrams('::1', 0, (query) => [
      reply(query, 0x8180, 'c00c 001c 0001 00000000 0010 20010db8 00000000 00000000 00000007'),
    ]);
    expect(await ask(`dns:who.example/AAAA@[::1]:${server.port}`, 'ipv6')).toEqual({
      kind: 'address',
      address: '2001:db8::7',
    });
    await server.close();
  });
});

describe.skipIf(missing('named', 'bind9'))('the source dns, asking BIND', () => {
  let folder: string;
  let port: number;
  let named: { stop(): Promise<void> };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostpin-named-'));
    port = await freePort();
    const long = Array.from({ length: 20 }, (_, nth) => `long TXT "${String(nth).padStart(200, 'x')}"`);
    writeFileSync(
      join(folder, 'zone'),
      [
        '$TTL 60',
        '@ SOA ns.who.test. root.who.test. 1 60 60 60 60',
        '@ NS ns.who.test.',
        'ns A 127.0.0.1',
        'my A 9.9.9.7',
        'my AAAA 2001:db8::7',
        'alias CNAME my',
        'text TXT "9.9.9.8"',
        'words TXT "your address is" " 9.9.9.8, friend"',
        'none TXT "nobody"',
        'long TXT "9.9.9.9"',
        ...long,
        '',
      ].join('\n'),
    );
    writeFileSync(
      join(folder, 'chaos'),
      '$TTL 60\n@ CH SOA ns.whoami. root.whoami. 1 60 60 60 60\n@ CH NS ns.whoami.\n@ CH TXT "9.9.9.6"\n',
    );
    writeFileSync(
      join(folder, 'named.conf'),
      `options { directory "${folder}"; pid-file none; session-keyfile none; listen-on port ${port} { 127.0.0.1; };
        listen-on-v6 port ${port} { ::1; }; recursion no; dnssec-validation no; querylog no; };
       controls { };
       view internet IN { zone "who.test" { type primary; file "zone"; }; };
       view chaos CH { zone "whoami" CH { type primary; file "chaos"; }; };`,
    );
    named = await start('all zones loaded', 'named', '-g', '-c', join(folder, 'named.conf'));
  });
  afterAll(async () => {
    await named?.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['my.who.test/A', 'ipv4', { kind: 'address', address: '9.9.9.7' }],
    ['alias.who.test/A', 'ipv4', { kind: 'address', address: '9.9.9.7' }],
    ['MY.who.TEST./AAAA', 'ipv6', { kind: 'address', address: '2001:db8::7' }],
    ['text.who.test/TXT', 'ipv4', { kind: 'address', address: '9.9.9.8' }],
    ['words.who.test/TXT', 'ipv4', { kind: 'address', address: '9.9.9.8' }],
    // 4 KB of text: truncated over UDP, whole over TCP.
    ['long.who.test/TXT', 'ipv4', { kind: 'address', address: '9.9.9.9' }],
    ['whoami/CH-TXT', 'ipv4', { kind: 'address', address: '9.9.9.6' }],
    ['none.who.test/TXT', 'ipv4', { kind: 'none', reason: expect.stringContaining('no ipv4 address') }],
    ['nobody.who.test/A', 'ipv4', { kind: 'none', reason: expect.stringContaining('NXDOMAIN') }],
    ['example.org/A', 'ipv4', { kind: 'none', reason: expect.stringContaining('REFUSED') }],
  ] as [string, Family, object][])('%s over %s', async (what, family, answer) => {
    expect(await ask(`dns:${what}@${family === 'ipv4' ? '127.0.0.1' : '[::1]'}:${port}`, family)).toEqual(answer);
  });
});
