import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { inside, ip, until } from '../agent/triggers/gateway-lab.ts';
import { startInside } from '../agent/triggers/world.ts';
import { missing, run as runThere } from '../detect/debian.ts';
import {
  apiSettings,
  file,
  folder,
  later,
  oneDocument,
  program,
  type SeenRequest,
  type ZoneRecord,
} from './harness.ts';

const lacking = missing('ip', 'iproute2', true);
let made = 0;

/** A machine with two network cards that lead nowhere, as a namespace: `net0`, and `slow0` that never finishes DAD. */
const createMachine = (): string => {
  const name = `hostpin-${process.pid}-six${made++}`;
  runThere('ip', 'netns', 'add', name);
  later(() => runThere('ip', 'netns', 'del', name));
  const set = (key: string, value: string): string =>
    runThere('ip', ...inside(name, 'sh', '-c', `echo ${value} > /proc/sys/net/ipv6/conf/${key}`));
  ip(name, 'link set lo up', 'link add net0 type veth peer name net1', 'link add slow0 type veth peer name slow1');
  set('net0/use_tempaddr', '2');
  set('slow0/dad_transmits', '120');
  ip(name, ...['net0', 'net1', 'slow0', 'slow1'].map((each) => `link set ${each} up`));
  return name;
};

const node = async (machine: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('ip', inside(machine, process.execPath, ...args), { env: { ...process.env } })).stdout;

/** What `interface` answers there. */
const interfaceSays = async (machine: string): Promise<string> => {
  const script = resolve(import.meta.dirname, '../detect/ask-source.ts');
  const [answer] = oneDocument(await node(machine, script, 'ipv6', '5000', 'interface'));
  return answer.kind === 'address' ? answer.address : 'none';
};

const flagsOf = (machine: string): string => runThere('ip', '-n', machine, '-6', '-o', 'addr', 'show');

describe.skipIf(lacking !== undefined)('the IPv6 address of an interface', () => {
  it('is a stable one: temporary, deprecated, tentative and link-local ones are left out', async () => {
    const machine = createMachine();
    ip(
      machine,
      'addr add 2001:db8:1::5/64 dev net0 mngtmpaddr',
      'addr add 2001:db8:1::dead/64 dev net0 nodad preferred_lft 0',
      'addr add 2001:db8:1::7/64 dev slow0',
      'addr add fd00:1::5/64 dev net0 nodad',
    );
    const shows = (what: RegExp): Promise<void> =>
      until(
        () => what.test(flagsOf(machine)),
        `${what}`,
        () => flagsOf(machine),
      );
    await shows(/net0 .*scope global temporary dynamic/);
    await shows(/2001:db8:1::5\/64 scope global mngtmpaddr/);
    await shows(/::dead\/64 scope global .*deprecated/);
    await shows(/::7\/64 scope global tentative/);
    await shows(/fe80::[\da-f:]+\/64 scope link/);
    expect(await interfaceSays(machine)).toBe('2001:db8:1::5');
    ip(machine, 'addr del fd00:1::5/64 dev net0', 'addr change 2001:db8:1::5/64 dev net0 mngtmpaddr preferred_lft 0');
    await shows(/2001:db8:1::5\/64 scope global .*deprecated/);
    expect(await interfaceSays(machine)).toBe('none');
  });
});

describe.skipIf(lacking !== undefined)('AAAA records', () => {
  it('follow the prefix, for this machine and for others, and nothing else of the zone is touched', async () => {
    const machine = createMachine();
    ip(machine, 'addr add 2001:db8:1::5/64 dev net0 nodad');
    const kept = ['home.example.com TXT keep', 'nas.example.com A 192.0.2.9', 'other.example.com AAAA 2001:db8:9::9'];
    const records = ['home.example.com A 127.0.0.1', ...kept].flatMap((record) => ['--record', record]);
    const sandbox = startInside(machine, program, 'sandbox', ...records);
    await until(() => sandbox.output().includes('\n'), 'the sandbox starts', sandbox.output);
    const { dyndns, api, echo } = oneDocument(sandbox.output().split('\n')[0] ?? '');
    const ask = async (url: string, init: object = {}): Promise<string> =>
      node(
        machine,
        '-e',
        `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((r) => r.text()).then((t) => process.stdout.write(t))`,
      );
    const zone = async (): Promise<string[]> =>
      (oneDocument(await ask(`${echo}/records`)) as ZoneRecord[]).map(
        ({ name, type, value }) => `${name} ${type} ${value}`,
      );
    /** What the main API was asked since the last time. */
    const changes = async (): Promise<string[]> => {
      const seen = oneDocument(await ask(`${echo}/requests`)) as SeenRequest[];
      await ask(`${echo}/requests`, { method: 'DELETE' });
      return seen.map(({ operation }) => operation).filter((operation) => /dns(create|update|delete)$/.test(operation));
    };
    const call = async (operation: string, parameters: Record<string, string>): Promise<void> => {
      const body = new URLSearchParams({
        ...{ apiuser: apiSettings.user, apipasswd: apiSettings.password, serviceName: 'example.com' },
        ...parameters,
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const said = await ask(`${api}/${operation}/`, { method: 'POST', headers, body: `${body}` });
      expect(said).toMatch(/"success":\s*true/);
    };
    const state = folder();
    const settings = {
      ...{ user: 'demo', key: 'demo-key', api: apiSettings, endpoints: { dyndns, api }, state_dir: state },
      hosts: [
        { name: 'home.example.com', types: ['A', 'AAAA'] },
        { name: 'nas.example.com', types: ['AAAA'], suffix: '::1:2:3:4/64' },
      ],
      detect: { ipv4: [echo], ipv6: ['interface'], allow_private: true },
      schedule: { every: '1h' },
    };
    const config = file('hostpin.yaml', stringify(settings));
    const update = async (): Promise<string[]> =>
      oneDocument(await node(machine, program, 'update', '--json', '--config', config)).hosts.map(
        ({ host, type, outcome, address }: Record<string, string>) => `${host} ${type} ${outcome} ${address}`,
      );

    expect(await update()).toEqual([
      'home.example.com A updated 203.0.113.7',
      'home.example.com AAAA created 2001:db8:1::5',
      'nas.example.com AAAA created 2001:db8:1:0:1:2:3:4',
    ]);
    expect(await changes()).toEqual(['service/dnscreate', 'service/dnscreate']);
    expect((await update()).every((line) => line.includes(' unchanged '))).toBe(true);
    expect(oneDocument(await ask(`${echo}/requests`))).toEqual([]);

    // The daemon hears of a new prefix from the kernel, and changes what there is.
    const daemon = startInside(machine, program, 'run', '--log-level', 'debug', '--config', config);
    await until(() => daemon.output().includes('Round (start)'), 'the first round', daemon.output);
    ip(machine, 'addr add 2001:db8:2::5/64 dev net0 nodad', 'addr del 2001:db8:1::5/64 dev net0');
    const follows = async (...lines: string[]): Promise<void> => {
      const there = async (): Promise<boolean> => {
        const now = await zone();
        return lines.every((line) => now.includes(line));
      };
      await until(there, lines.join(', '), daemon.output);
    };
    await follows('home.example.com AAAA 2001:db8:2::5', 'nas.example.com AAAA 2001:db8:2:0:1:2:3:4');
    await daemon.stop();
    expect(await changes()).toEqual(['service/dnsupdate', 'service/dnsupdate']);
    expect(await zone()).toHaveLength(6);

    // One record was made anew by hand, with the value that is to be; the other one is gone.
    const listed = oneDocument(await ask(`${echo}/records`)) as (ZoneRecord & { entityID: string })[];
    const idOf = (name: string): string =>
      listed.find((record) => record.name === name && record.type === 'AAAA')?.entityID ?? '';
    for (const name of ['home.example.com', 'nas.example.com'])
      await call('service/dnsdelete', { entityID: idOf(name) });
    const again = { name: 'home.example.com', type: 'AAAA', value: '2001:0DB8:0003:0::0005' };
    await call('service/dnscreate', again);
    await changes();
    ip(machine, 'addr add 2001:db8:3::5/64 dev net0 nodad', 'addr del 2001:db8:2::5/64 dev net0');
    expect((await update()).slice(1)).toEqual([
      'home.example.com AAAA unchanged 2001:db8:3::5',
      'nas.example.com AAAA created 2001:db8:3:0:1:2:3:4',
    ]);
    expect(await changes()).toEqual(['service/dnscreate']);
    // And what was found then is what is changed next.
    ip(machine, 'addr add 2001:db8:4::5/64 dev net0 nodad', 'addr del 2001:db8:3::5/64 dev net0');
    await update();
    expect(await changes()).toEqual(['service/dnsupdate', 'service/dnsupdate']);
    expect((await zone()).toSorted()).toEqual(
      [
        ...['home.example.com A 203.0.113.7', ...kept],
        ...['home.example.com AAAA 2001:db8:4::5', 'nas.example.com AAAA 2001:db8:4:0:1:2:3:4'],
      ].toSorted(),
    );
  });
});
