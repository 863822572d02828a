import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../src/core/observation.ts';
import type { DetectPorts } from '../../src/detect/source.ts';
import { stunKind } from '../../src/detect/stun.ts';
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
  const parsed = stunKind.parse(spec, family);
  if (parsed.kind === 'wrong') throw new Error(`${spec} ${parsed.what}`);
  return parsed.source.ask(family, { ...ports, ...more });
};

/** A success with a MAPPED-ADDRESS, or an error, for the transaction of the request. */
const reply = (request: Buffer, type: string, attributes: string): Buffer => {
  const body = Buffer.from(attributes.replaceAll(' ', ''), 'hex');
  const length = Buffer.from([body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from(type, 'hex'), length, request.subarray(4, 20), body]);
};
const mapped = (last: string) => `0001 0008 0001 8055 090909${last}`;

describe('the source stun', () => {
  it.each([
    ['stun:stun.example', 'ipv4', 'stun://stun.example:3478'],
    ['stun:stun.example:19302', 'ipv6', 'stun://stun.example:19302'],
    ['stun:192.0.2.1', 'ipv4', 'stun://192.0.2.1:3478'],
    ['stun:[2001:db8::1]:3479', 'ipv6', 'stun://[2001:db8::1]:3479'],
  ] as [string, Family, string][])('%s for %s has the operator %s', (spec, family, operator) => {
    const parsed = stunKind.parse(spec, family);
    expect(parsed.kind === 'source' && parsed.source.operator).toBe(operator);
  });

  it.each([
    ['stun:', 'ipv4', 'names no STUN server'],
    ['stun', 'ipv4', 'names no STUN server'],
    ['stun:a b', 'ipv4', 'names no STUN server'],
    ['stun:stun.example:0', 'ipv4', 'names no STUN server'],
    ['stun:2001:db8::1', 'ipv6', 'names no STUN server'],
    ['stun:192.0.2.1', 'ipv6', 'over ipv6'],
  ] as [string, Family, string][])('%s for %s is wrong: %s', (spec, family, words) => {
    const parsed = stunKind.parse(spec, family);
    expect(parsed.kind === 'wrong' && parsed.what).toContain(words);
  });

  it('ignores what is not its transaction, and sends again where a request was lost', async () => {
    const server = await serveDatagrams('127.0.0.1', 0, (request, nth) => {
      if (nth === 0) return [Buffer.from('garbage')];
      const other = Buffer.from(request);
      other.writeUInt8(request.readUInt8(19) ^ 1, 19);
      return [reply(other, '0101', mapped('01')), reply(request, '0101', mapped('07'))];
    });
    expect(await ask(`stun:127.0.0.1:${server.port}`)).toEqual({ kind: 'address', address: '9.9.9.7' });
    expect(server.received[1]).toEqual(server.received[0]);
    await server.close();
  });

  it.each([
    ['an error', '0111', '0009 0008 00000414 62757379', 'refuses: 420 busy'],
    ['no address', '0101', '', 'without an address'],
    ['an address of the other family', '0101', `0001 0014 0002 8055 ${'20'.repeat(16)}`, 'an address of ipv6'],
  ])('says that there was %s', async (_, type, attributes, words) => {
    const server = await serveDatagrams('127.0.0.1', 0, (request) => [reply(request, type, attributes)]);
    const answer = await ask(`stun:127.0.0.1:${server.port}`);
    expect(answer.kind === 'none' && answer.reason).toContain(words);
    await server.close();
  });

  it('ends at its time, and at once where nothing listens', async () => {
    const dead = await serveDatagrams('127.0.0.1', 0, () => []);
    const late = await ask(`stun:127.0.0.1:${dead.port}`, 'ipv4', { timeoutMs: 200 });
    expect(late).toEqual({ kind: 'none', reason: `no answer from 127.0.0.1:${dead.port} within 0.2 s` });
    await dead.close();
    const refused = await ask(`stun:127.0.0.1:${dead.port}`, 'ipv4', { timeoutMs: 60_000 });
    expect(refused).toEqual({ kind: 'none', reason: `nothing listens at 127.0.0.1:${dead.port}` });
  });
});

describe.skipIf(missing('turnserver', 'coturn'))('the source stun, asking coturn', () => {
  let folder: string;
  let port: number;
  let turnserver: { stop(): Promise<void> };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostpin-coturn-'));
    port = await freePort();
    const options = ['-n', '--no-cli', '--no-tls', '--no-dtls', '--stun-only', '--log-file', 'stdout'];
    const files = ['--pidfile', join(folder, 'pid'), '--userdb', join(folder, 'db')];
    const listen = ['-L', '127.0.0.1', '-L', '::1', '-p', String(port)];
    turnserver = await start('SQLite DB connection success', 'turnserver', ...options, ...files, ...listen);
  });
  afterAll(async () => {
    await turnserver?.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['127.0.0.1', 'ipv4', '127.0.0.1'],
    ['[::1]', 'ipv6', '::1'],
    ['localhost', 'ipv4', '127.0.0.1'],
  ] as [string, Family, string][])('at %s over %s', async (host, family, address) => {
    expect(await ask(`stun:${host}:${port}`, family)).toEqual({ kind: 'address', address });
  });
});
