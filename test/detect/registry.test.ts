import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../src/core/observation.ts';
import { defaultSources } from '../../src/detect/defaults.ts';
import { chooseAddress } from '../../src/detect/interface.ts';
import { parseSource } from '../../src/detect/registry.ts';
import type { DetectPorts, Source } from '../../src/detect/source.ts';
import { createExec } from '../../src/platform/exec.ts';
import { createHttp } from '../../src/platform/http.ts';
import { createNetwork } from '../../src/platform/network.ts';
import type { InterfaceAddress } from '../../src/platform/ports.ts';

const http = createHttp();
const ports: DetectPorts = {
  http,
  network: createNetwork(),
  exec: createExec(),
  timeoutMs: 10_000,
  userAgent: 'hostpin/test',
};

const source = (spec: string, family: Family = 'ipv4'): Source => {
  const parsed = parseSource(spec, family);
  if (parsed.kind === 'wrong') throw new Error(`${spec} ${parsed.what}`);
  return parsed.source;
};
const ask = (spec: string, more: Partial<DetectPorts> = {}) => source(spec).ask('ipv4', { ...ports, ...more });

describe('parseSource', () => {
  it.each<[string, Family, string, string]>([
    ['https://echo.example/ip', 'ipv4', 'https', 'https://echo.example:443'],
    ['http://echo.example/a', 'ipv4', 'http', 'http://echo.example:80'],
    ['http://[2001:db8::1]:8080/', 'ipv6', 'http', 'http://[2001:db8::1]:8080'],
    ['https://1.1.1.1/cdn-cgi/trace', 'ipv4', 'https', 'cloudflare'],
    ['https://[2606:4700:4700::1111]/cdn-cgi/trace', 'ipv6', 'https', 'cloudflare'],
    // A page at a literal address may tell an address of the other family.
    ['http://192.168.1.1/status', 'ipv6', 'http', 'http://192.168.1.1:80'],
    ['https://ipv4.icanhazip.com', 'ipv4', 'https', 'cloudflare'],
    ['dns:cloudflare', 'ipv4', 'dns', 'cloudflare'],
    // Whoever it is asked by, an operator is one witness.
    ['dns:google', 'ipv4', 'dns', 'google'],
    ['stun:stun3.l.google.com:19302', 'ipv4', 'stun', 'google'],
    ['dns:o-o.myaddr.l.google.com/TXT@ns2.google.com', 'ipv4', 'dns', 'google'],
    ['dns:o-o.myaddr.l.google.com/TXT@[2001:4860:4802:34:0::A]', 'ipv6', 'dns', 'google'],
    ['dns:opendns', 'ipv6', 'dns', 'opendns'],
    ['dns:myip.opendns.com/A@resolver4.opendns.com', 'ipv4', 'dns', 'opendns'],
    ['dns:myip.opendns.com/A@208.67.220.222', 'ipv4', 'dns', 'opendns'],
    ['stun:stun.cloudflare.com', 'ipv6', 'stun', 'cloudflare'],
    // Others differ by scheme, host or port.
    ['dns:a.example/A@127.0.0.1:5301', 'ipv4', 'dns', 'dns://127.0.0.1:5301'],
    ['dns:a.example/A@127.0.0.1:5302', 'ipv4', 'dns', 'dns://127.0.0.1:5302'],
    ['stun:127.0.0.1:5302', 'ipv4', 'stun', 'stun://127.0.0.1:5302'],
    ['stun:stun.example', 'ipv4', 'stun', 'stun://stun.example:3478'],
    ['router', 'ipv4', 'router', 'router'],
    ['interface', 'ipv6', 'interface', 'interface'],
    ['interface:eth0', 'ipv4', 'interface', 'interface'],
    ['command:/bin/echo 203.0.113.7', 'ipv4', 'command', 'command:/bin/echo'],
    ['static:203.0.113.7', 'ipv4', 'static', 'static'],
    ['api', 'ipv4', 'api', 'provider'],
    ['provider', 'ipv4', 'provider', 'provider'],
  ])('reads %s for %s', (spec, family, kind, operator) => {
    expect(source(spec, family)).toMatchObject({ spec, kind, operator });
  });

  it.each<[string, Family]>([
    ['', 'ipv4'],
    ['carrier-pigeon', 'ipv4'],
    ['203.0.113.7', 'ipv4'],
    ['https:', 'ipv4'],
    ['https://', 'ipv4'],
    ['https://user:password@echo.example/', 'ipv4'],
    ['interface:', 'ipv4'],
    ['command', 'ipv4'],
    ['command: ', 'ipv4'],
    ['static:', 'ipv4'],
    ['static:2001:db8::1', 'ipv4'],
    ['static:203.0.113.7', 'ipv6'],
    ['api:x', 'ipv4'],
    ['provider:x', 'ipv4'],
    ['provider', 'ipv6'],
  ])('refuses %j for %s', (spec, family) => {
    const parsed = parseSource(spec, family);
    expect(parsed).toEqual({ kind: 'wrong', what: expect.any(String), fix: expect.any(String) });
    expect(JSON.stringify(parsed)).not.toContain('password@');
  });

  it('takes any text without throwing', () => {
    const start = fc.constantFrom(
      '',
      'https:',
      'http://',
      'interface:',
      'command:',
      'static:',
      'api',
      'dns:',
      'stun:',
      'router:',
    );
    fc.assert(
      fc.property(start, fc.string(), fc.constantFrom<Family>('ipv4', 'ipv6'), (head, tail, family) => {
        expect(['source', 'wrong']).toContain(parseSource(head + tail, family).kind);
      }),
    );
  });
});

describe('the default sources', () => {
  it.each<Family>(['ipv4', 'ipv6'])('of %s are of at least four operators, each its own', (family) => {
    const operators = defaultSources[family].map((spec) => source(spec, family).operator);
    expect(new Set(operators).size).toBe(operators.length);
    expect(operators.length).toBeGreaterThanOrEqual(4);
    for (const operator of operators) expect(operator).not.toContain('://');
  });
});

describe('an echo page', () => {
  let origin = '';
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: '/' });
    if (request.url === '/flood') return response.end('203.0.113.7 '.repeat(20_000));
    return response.end(`${request.headers['user-agent']} 203.0.113.7\n`);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await http.close();
    server.close();
  });
  it('is asked for the address', async () => {
    expect(await ask(`${origin}/`)).toEqual({ kind: 'address', address: '203.0.113.7' });
  });
  it('that has moved is not followed', async () => {
    expect(await ask(`${origin}/moved`)).toEqual({ kind: 'none', reason: expect.stringContaining('HTTP 301') });
  });
  it('that floods is not read', async () => {
    expect(await ask(`${origin}/flood`)).toEqual({ kind: 'none', reason: 'answer is longer than 64 KiB' });
  });
  it('that nobody serves is a failure', async () => {
    expect(await ask('http://127.0.0.1:1/')).toEqual({ kind: 'none', reason: 'connection refused by 127.0.0.1:1' });
  });
});

describe('a command', () => {
  it('prints the address', async () => {
    expect(await ask('command:/bin/echo  ip=203.0.113.7')).toEqual({ kind: 'address', address: '203.0.113.7' });
  });
  it('is run without a shell', async () => {
    expect(await ask('command:/bin/echo $((1+1))03.0.113.7')).toEqual({ kind: 'none', reason: expect.any(String) });
  });
  it.each([
    ['command:/bin/false', 'ended with exit code 1'],
    ['command:/bin/true', 'printed no ipv4 address'],
    ['command:/bin/there-is-no-such-program', 'there is no program'],
  ])('%s explains itself', async (spec, reason) => {
    expect(await ask(spec)).toEqual({ kind: 'none', reason: expect.stringContaining(reason) });
  });
});

describe('the other kinds', () => {
  it('static is what was written', async () => {
    expect(await ask('static:203.0.113.7')).toEqual({ kind: 'address', address: '203.0.113.7' });
  });
  it('api asks the main API, where there are credentials', async () => {
    expect(await ask('api')).toEqual({ kind: 'none', reason: expect.stringContaining('api.user') });
    const hello = async () => ({ kind: 'address' as const, address: '203.0.113.7' });
    expect(await ask('api', { hello })).toEqual({ kind: 'address', address: '203.0.113.7' });
  });
  it('interface explains what is missing', async () => {
    expect(await ask('interface:nonexistent')).toEqual({
      kind: 'none',
      reason: expect.stringContaining('nonexistent'),
    });
  });
});

describe('chooseAddress', () => {
  const on = (name: string, address: string, ...flags: string[]): InterfaceAddress => ({
    interface: name,
    family: address.includes(':') ? 'ipv6' : 'ipv4',
    address,
    prefix: 64,
    internal: name === 'lo',
    flags,
  });
  it.each<[string, InterfaceAddress[], Family, string | undefined, string | undefined]>([
    [
      'the first that is not of the loopback',
      [on('lo', '127.0.0.1'), on('eth0', '10.0.0.1'), on('eth1', '10.0.0.2')],
      'ipv4',
      undefined,
      '10.0.0.1',
    ],
    [
      'a public one before a private one',
      [on('eth0', '10.0.0.1'), on('ppp0', '8.8.8.8')],
      'ipv4',
      undefined,
      '8.8.8.8',
    ],
    [
      'one that others may reach before a local one',
      [on('eth0', 'fd00::1'), on('eth0', '2002:c000:201::1'), on('eth0', '2001:db8::1')],
      'ipv6',
      undefined,
      '2001:db8::1',
    ],
    ['of the interface that is named', [on('eth0', '10.0.0.1'), on('ppp0', '8.8.8.8')], 'ipv4', 'eth0', '10.0.0.1'],
    ['no link-local one', [on('eth0', '169.254.1.1')], 'ipv4', undefined, undefined],
    ['no link-local one of IPv6', [on('eth0', 'fe80::1', 'permanent')], 'ipv6', undefined, undefined],
    ['a stable one', [on('eth0', '2a00::1', 'temporary'), on('eth0', '2a00::2')], 'ipv6', undefined, '2a00::2'],
    [
      'none that is deprecated, tentative or a duplicate',
      [on('e', '2a00::1', 'deprecated'), on('e', '2a00::2', 'tentative', 'permanent'), on('e', '2a00::3', 'dadfailed')],
      'ipv6',
      undefined,
      undefined,
    ],
    [
      'a public one before a unique local one',
      [on('eth0', 'fd00::1', 'permanent'), on('eth0', '2a00::1')],
      'ipv6',
      undefined,
      '2a00::1',
    ],
    ['nothing where there is nothing', [], 'ipv6', undefined, undefined],
  ])('takes %s', (_, addresses, family, name, expected) => {
    expect(chooseAddress(addresses, family, name)).toBe(expected);
  });
});
