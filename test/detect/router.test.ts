import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  believe,
  makeRouterKind,
  type RouterMemory,
  type RouterQuestion,
  routerExternalAddress,
} from '../../src/detect/router.ts';
import type { DetectPorts } from '../../src/detect/source.ts';
import { createExec } from '../../src/platform/exec.ts';
import { createHttp } from '../../src/platform/http.ts';
import type { Network } from '../../src/platform/ports.ts';
import { udp } from '../../src/platform/udp.ts';
import { serveDatagrams } from './datagrams.ts';
import { missing, run, start } from './debian.ts';

/** A router on loopback, at an address of its own since the port of NAT-PMP and PCP is fixed. */
const gateway = '127.53.51.1';
const behind = (address: string | undefined): Network => ({
  addresses: async () => [],
  gateway: async () => (address === undefined ? undefined : { address, interface: 'lo' }),
  wayOut: async () => (address === undefined ? undefined : 'lo'),
});
const http = createHttp();
afterAll(() => http.close());

const question = (more: Partial<RouterQuestion> = {}): RouterQuestion => ({
  http,
  udp,
  network: behind(gateway),
  timeoutMs: 2000,
  userAgent: 'hostpin/test',
  memory: {},
  ...more,
});

const ask = (spec: string, family: 'ipv4' | 'ipv6' = 'ipv4', more: Partial<DetectPorts> = {}) => {
  const parsed = makeRouterKind({}).parse(spec, family);
  if (parsed.kind === 'wrong') throw new Error(`${spec} ${parsed.what}`);
  return parsed.source.ask(family, { ...question(), exec: createExec(), ...more });
};

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const natPmp = (address: string) => hex(`00 80 0000 00000001 ${address}`);
const pcp = (request: Buffer, result: string, address: string) =>
  Buffer.concat([
    hex(`02 81 00 ${result}`),
    request.subarray(4, 8),
    hex(`00000001 ${'00'.repeat(12)}`),
    request.subarray(24, 42),
    hex(`0009 ${'00'.repeat(10)} ffff ${address}`),
  ]);
const isPcp = (request: Buffer) => request[0] === 2;

let router: Awaited<ReturnType<typeof serveDatagrams>>;
const serve = async (reply: Parameters<typeof serveDatagrams>[2]) => {
  router = await serveDatagrams(gateway, 5351, reply);
};
afterEach(() => router?.close().catch(() => undefined));

describe('the source router', () => {
  it.each(['router:', 'router:snmp', 'routers', 'router:NATPMP'])('%s is wrong', (spec) => {
    const parsed = makeRouterKind({}).parse(spec, 'ipv4');
    expect(parsed.kind === 'wrong' && parsed.fix).toBe('write router, or router:natpmp, router:pcp, router:upnp');
  });

  it('takes the address that the router names by NAT-PMP, though the first question is lost', async () => {
    await serve((_, nth) => (nth === 0 ? [] : [Buffer.from('x'), natPmp('09090907')]));
    expect(await ask('router:natpmp')).toEqual({ kind: 'address', address: '9.9.9.7' });
  });

  it.each([
    ['64400304', "the router's own external address is 100.64.3.4 (carrier-grade NAT"],
    ['c0a80102', "the router's own external address is 192.168.1.2 (a private address"],
    ['00000000', "the router's own external address is 0.0.0.0 (the router is not connected"],
  ])('tells a finding, not an address, for %s', async (address, words) => {
    await serve(() => [natPmp(address)]);
    const answer = await ask('router:natpmp');
    expect(answer.kind === 'none' && answer.reason).toContain(words);
  });

  it('says why the router does not tell', async () => {
    await serve(() => [hex('00 80 0003 00000001 00000000')]);
    const answer = await ask('router:natpmp');
    expect(answer.kind === 'none' && answer.reason).toContain('it has no external address now');
  });

  it('is done at once where nothing listens at the router', async () => {
    const answer = await ask('router:natpmp', 'ipv4', { timeoutMs: 60_000 });
    expect(answer.kind === 'none' && answer.reason).toContain(`NAT-PMP: nothing listens at ${gateway}:5351`);
  });

  it('has no answer for IPv6, nor without a gateway', async () => {
    expect(await ask('router', 'ipv6')).toEqual({ kind: 'none', reason: 'the router tells only its IPv4 address' });
    const none = await ask('router', 'ipv4', { network: behind(undefined) });
    expect(none.kind === 'none' && none.reason).toContain('no default gateway');
  });

  it('gives a PCP mapping back, with the nonce and from the address that it was made with', async () => {
    await serve((request) => [pcp(request, '00', '09090907')]);
    expect(await ask('router:pcp')).toEqual({ kind: 'address', address: '9.9.9.7' });
    const [made, givenBack] = router.received;
    expect(made?.readUInt32BE(4)).toBe(120);
    expect(givenBack?.readUInt32BE(4)).toBe(0);
    expect(givenBack?.subarray(8)).toEqual(made?.subarray(8));
    expect(made?.subarray(20, 24)).toEqual(Buffer.from([127, 0, 0, 1]));
  });

  it('gives a PCP mapping back also where the round ended meanwhile', async () => {
    await serve(() => []);
    const answer = await ask('router:pcp', 'ipv4', { signal: AbortSignal.timeout(50) });
    expect(answer).toEqual({ kind: 'none', reason: 'stopped before an answer came' });
    expect(router.received.at(-1)?.readUInt32BE(4)).toBe(0);
  });
});

describe('routerExternalAddress', () => {
  it('tells a private address as it is', async () => {
    await serve(() => [natPmp('0a010203')]);
    expect(await routerExternalAddress(question())).toEqual({
      kind: 'address',
      address: '10.1.2.3',
      protocol: 'natpmp',
      gateway,
    });
  });

  it('goes on to PCP where NAT-PMP is not spoken, and asks by PCP first the next time', async () => {
    await serve((request) =>
      isPcp(request) ? [pcp(request, '00', '09090907')] : [hex(`02 80 00 01 ${'00'.repeat(20)}`)],
    );
    const memory: RouterMemory = {};
    for (let time = 0; time < 2; time++) {
      expect(await routerExternalAddress(question({ memory }))).toMatchObject({ protocol: 'pcp', address: '9.9.9.7' });
    }
    expect(router.received.map(isPcp)).toEqual([false, true, true, true, true]);
    // One nonce for all: else the router would take us for somebody else whose mapping is in the way.
    const nonces = router.received.filter(isPcp).map((request) => request.subarray(24, 36).toString('hex'));
    expect(new Set(nonces).size).toBe(1);
  });

  it('goes back to the others where the protocol that answered last no longer does', async () => {
    await serve((request) => (isPcp(request) ? [hex('00 81 0001 00000001')] : [natPmp('09090907')]));
    const memory: RouterMemory = { gateway, protocol: 'pcp' };
    expect(await routerExternalAddress(question({ memory }))).toMatchObject({ kind: 'address', protocol: 'natpmp' });
    expect(memory.protocol).toBe('natpmp');
  });

  it('forgets what it knew of another gateway', async () => {
    await serve(() => [natPmp('09090907')]);
    const upnpService = { type: 'x', controlUrl: 'http://192.0.2.1/' };
    const memory: RouterMemory = { gateway: '192.0.2.1', protocol: 'upnp', upnpService };
    await routerExternalAddress(question({ memory }));
    expect(memory).toEqual({ gateway, protocol: 'natpmp', external: '9.9.9.7' });
  });
});

it('believes no text that is no IPv4 address', () => {
  for (const address of ['', 'nonsense', '::1', '9.9.9', '9.9.9.9 ']) {
    expect(believe({ kind: 'address', address, protocol: 'upnp', gateway }).kind).toBe('none');
  }
});

const lacking = missing('miniupnpd', 'miniupnpd', true) ?? missing('nft', 'nftables') ?? missing('ip', 'iproute2');

describe.skipIf(lacking)('the source router, asking miniupnpd', () => {
  // Three namespaces: a machine, its router, and the network beyond, from which nothing leaves.
  const [machine, gate, beyond] = ['lan', 'gw', 'wan'].map((name) => `hostpin-${process.pid}-${name}`) as [
    string,
    string,
    string,
  ];
  let folder: string;
  let miniupnpd: { stop(): Promise<void> };

  /** Asks inside the machine's namespace, with the real platform. */
  const askThere = (...specs: string[]): unknown =>
    JSON.parse(
      run(
        'ip',
        'netns',
        'exec',
        machine,
        process.execPath,
        join(import.meta.dirname, 'ask-source.ts'),
        'ipv4',
        '8000',
        ...specs,
      ),
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostpin-miniupnpd-'));
    for (const name of [machine, gate, beyond]) {
      run('ip', 'netns', 'add', name);
      run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    }
    run('ip', 'link', 'add', 'lan0', 'netns', machine, 'type', 'veth', 'peer', 'name', 'lan1', 'netns', gate);
    run('ip', 'link', 'add', 'wan0', 'netns', gate, 'type', 'veth', 'peer', 'name', 'wan1', 'netns', beyond);
    for (const [name, link] of [
      [machine, 'lan0'],
      [gate, 'lan1'],
      [gate, 'wan0'],
      [beyond, 'wan1'],
    ] as const) {
      run('ip', '-n', name, 'link', 'set', link, 'up');
    }
    run('ip', '-n', machine, 'address', 'add', '192.168.77.2/24', 'dev', 'lan0');
    run('ip', '-n', gate, 'address', 'add', '192.168.77.1/24', 'dev', 'lan1');
    run('ip', '-n', gate, 'address', 'add', '9.9.9.7/32', 'dev', 'wan0');
    run('ip', '-n', machine, 'route', 'add', 'default', 'via', '192.168.77.1');
    // The chains that miniupnpd puts its mappings in; without them PCP says that it is out of resources.
    const chains = ['miniupnpd', 'prerouting_miniupnpd', 'postrouting_miniupnpd'];
    const rules = join(folder, 'nft');
    writeFileSync(rules, `table inet filter {\n${chains.map((chain) => `chain ${chain} { }\n`).join('')}}\n`);
    run('ip', 'netns', 'exec', gate, 'nft', '-f', rules);
    const configuration = [
      'ext_ifname=wan0',
      'listening_ip=lan1',
      'enable_natpmp=yes',
      'enable_upnp=yes',
      'ipv6_disable=yes',
      'uuid=6b5a2f0e-64a5-4d0e-8a4c-6f3e0c1d2b3a',
      `lease_file=${join(folder, 'leases')}`,
      'allow 1-65535 192.168.77.0/24 1-65535',
    ];
    writeFileSync(join(folder, 'conf'), `${configuration.join('\n')}\n`);
    const options = ['-d', '-f', join(folder, 'conf'), '-P', join(folder, 'pid')];
    miniupnpd = await start('Listening for NAT-PMP/PCP', 'ip', 'netns', 'exec', gate, 'miniupnpd', ...options);
  });
  afterAll(async () => {
    await miniupnpd?.stop();
    for (const name of [machine, gate, beyond]) run('ip', 'netns', 'delete', name);
    rmSync(folder, { recursive: true });
  });

  it('learns the address by each protocol, and by all', () => {
    const answer = { kind: 'address', address: '9.9.9.7' };
    expect(askThere('router:natpmp', 'router:pcp', 'router:upnp', 'router')).toEqual([answer, answer, answer, answer]);
  });

  it('leaves no mapping behind', () => {
    askThere('router:pcp');
    const ruleset = execFileSync('ip', ['netns', 'exec', gate, '/usr/sbin/nft', 'list', 'ruleset'], {
      encoding: 'utf8',
    });
    expect(ruleset).not.toContain('dnat');
  });

  it('learns the new address when it changes, and says that there is none while it is a private one', async () => {
    run('ip', '-n', gate, 'address', 'add', '9.9.9.8/32', 'dev', 'wan0');
    run('ip', '-n', gate, 'address', 'delete', '9.9.9.7/32', 'dev', 'wan0');
    const answer = { kind: 'address', address: '9.9.9.8' };
    expect(askThere('router:natpmp', 'router:upnp')).toEqual([answer, answer]);
    run('ip', '-n', gate, 'address', 'add', '10.1.2.3/32', 'dev', 'wan0');
    run('ip', '-n', gate, 'address', 'delete', '9.9.9.8/32', 'dev', 'wan0');
    const none = { kind: 'none', reason: expect.any(String) };
    expect(askThere('router:natpmp', 'router:pcp', 'router:upnp')).toEqual([none, none, none]);
  });

  it('searches on the network of the default route, though multicast has a route elsewhere', async () => {
    run('ip', '-n', machine, 'link', 'add', 'vpn0', 'type', 'veth', 'peer', 'name', 'vpn1');
    for (const link of ['vpn0', 'vpn1']) run('ip', '-n', machine, 'link', 'set', link, 'up');
    run('ip', '-n', machine, 'address', 'add', '10.9.9.1/24', 'dev', 'vpn0');
    run('ip', '-n', machine, 'route', 'add', '224.0.0.0/4', 'dev', 'vpn0');
    // Bound to the group's own address, it hears nothing that is sent to the router alone.
    const script = `const s = require('node:dgram').createSocket({ type: 'udp4', reuseAddr: true });
      s.on('message', (data, from) => console.log('heard', String(data).split(' ')[0], from.address));
      s.bind(1900, '239.255.255.250', () => { s.addMembership('239.255.255.250', '192.168.77.1'); console.log('ready'); });`;
    const child = spawn('ip', ['netns', 'exec', gate, process.execPath, '-e', script]);
    try {
      let heard = '';
      child.stdout.on('data', (chunk) => (heard += chunk));
      await vi.waitFor(() => expect(heard).toContain('ready'), 20_000);
      askThere('router:upnp');
      await vi.waitFor(() => expect(heard).toContain('heard M-SEARCH 192.168.77.2'), 20_000);
    } finally {
      child.kill();
    }
  });
});
