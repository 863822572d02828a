import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missing } from '../../detect/debian.ts';
import { run } from '../../e2e/harness.ts';
import { type Lab, until } from './gateway-lab.ts';
import { type Started, start, startInside, type World } from './world.ts';

const lacking = missing('ip', 'iproute2', true);

type Behind = World & { router: Started; asked(what: string): number };

const behind = async (source: string, external: string, ...also: string[]): Promise<Behind> => {
  let router: Started | undefined;
  const world = await start({}, source, async (lab: Lab) => {
    router = startInside(lab.router, join(import.meta.dirname, 'pcp-router.ts'), lab.gateway, external, ...also);
    const { output } = router;
    await until(() => output().includes('ready'), 'the router starts', output);
  });
  if (router === undefined) throw new Error('no router');
  const { output } = router;
  return { ...world, router, asked: (what) => output().split(`${what}`).length - 1 };
};

const follows = async ({ daemon, record }: Behind, address: string): Promise<void> => {
  const words = `external address is ${address} now, says its answer`;
  await until(() => daemon.output().includes(words), `the daemon says "${words}"`, daemon.output);
  await until(async () => (await record()) === address, 'the record follows', daemon.output);
};

describe.skipIf(lacking !== undefined)('behind a router that speaks PCP alone', () => {
  it('its announcement, its restart and a question find the new address; nothing is left mapped', async () => {
    const world = await behind('router', '20.0.0.1');
    expect(await world.record()).toBe('20.0.0.1');
    // After the first question, as after each, the next regular one is nearly 10 s away.
    const { output } = world.daemon;
    await until(() => output().includes('Round (router-heard)'), 'the router is heard', output);
    const inVain = world.asked('natpmp');
    for (const [address, command] of [
      ['20.0.0.2', 'announce'],
      ['20.0.0.3', 'restart'],
    ] as const) {
      const began = performance.now();
      for (const line of [`address ${address}`, command]) world.router.write(line);
      await follows(world, address);
      expect(performance.now() - began).toBeLessThan(8_000);
    }
    world.router.write('address 20.0.0.4');
    await follows(world, '20.0.0.4');

    // Once PCP answered, nobody tries NAT-PMP any more; one owner, whom the router refuses nothing.
    expect(world.asked('natpmp')).toBe(inVain);
    const maps = world.router.output().match(/^map .*$/gm) ?? [];
    expect(new Set(maps.map((line) => line.split(' ')[2])).size).toBe(1);
    expect(maps.filter((line) => !/ 0, [01] mapped$/.test(line))).toEqual([]);
    await until(() => /, 0 mapped\n$/.test(world.router.output()), 'the mapping is given back', world.router.output);
  });

  it('router:pcp publishes what it says, and a round asks it in that way alone', async () => {
    const world = await behind('router:pcp', '20.0.0.7');
    expect(await world.record()).toBe('20.0.0.7');
    expect(world.router.output()).toMatch(/map 120 \w{24} 0, 1 mapped\n(natpmp\n)*map 0 \w{24} 0, 0 mapped/);
  });
});

describe.skipIf(lacking !== undefined)('behind CGNAT, with an hour between looks', () => {
  it('status says that inbound IPv4 cannot work, until it can; the daemon says each once', async () => {
    const world = await behind('echo', '100.64.3.4', 'natpmp');
    const { daemon, router, config } = world;
    const problems = async (): Promise<{ where: string; what: string; fix: string }[]> =>
      JSON.parse((await run(['status', '--json', '--config', config])).stdout).problems;
    const says = (words: string, times = 1): Promise<void> =>
      until(() => daemon.output().split(words).length - 1 === times, `"${words}"`, daemon.output);
    const tells = async (address: string): Promise<void> => {
      router.write(`address ${address}`);
      router.write('announce');
    };

    await says('router: its external address is 100.64.3.4, of carrier-grade NAT');
    expect(await problems()).toEqual([
      {
        where: 'router',
        what: expect.stringContaining('inbound IPv4 cannot work here'),
        fix: expect.stringMatching(/public IPv4 address.*IPv6/),
      },
    ]);
    expect((await run(['status', '--config', config])).stdout).toContain('inbound IPv4 cannot work here');
    // The first look, and one when the router was heard: none goes out for asking the router every 10 s.
    expect(daemon.output().split('Round (').length - 1).toBe(2);

    await tells('192.168.1.2');
    await says('its external address is 192.168.1.2, a private one');
    expect(await problems()).toMatchObject([{ where: 'router', fix: expect.stringContaining('bridge mode') }]);

    await tells('203.0.113.7');
    await says('The router tells of nothing in the way any more.');
    expect(await problems()).toEqual([]);
    expect(daemon.output().split('carrier-grade NAT').length - 1).toBe(1);
  });
});
