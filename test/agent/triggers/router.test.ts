import { describe, expect, it } from 'vitest';
import { missing } from '../../detect/debian.ts';
import { outerAddress, readdress, until } from './gateway-lab.ts';
import { start, type World } from './world.ts';

const lacking = missing('ip', 'iproute2', true) ?? missing('miniupnpd', 'miniupnpd', true);

/** The router's outer address becomes another, twice; the record follows, and the log tells by what it was noticed. */
const followsTwice = async ({ lab, daemon, record }: World, ...by: string[]): Promise<void> => {
  for (const nth of [1, 2]) {
    readdress(lab.router, 'outer0', outerAddress(nth - 1), outerAddress(nth));
    const words = by.map((witness) => `external address is ${outerAddress(nth)} now, says its ${witness}`);
    const isSaid = (): boolean => words.some((each) => daemon.output().includes(each));
    await until(isSaid, `the daemon says "${words.join('" or "')}"`, daemon.output);
    await until(async () => (await record()) === outerAddress(nth), 'the record follows', daemon.output);
  }
};

/** From then on another address is a change. */
const untilHeard = ({ daemon }: World): Promise<void> =>
  until(() => daemon.output().includes('Round (router-heard)'), 'the router is heard', daemon.output);

describe.skipIf(lacking !== undefined)('behind a router, with an hour between looks', () => {
  it('a changed address is at the provider by the announcement of NAT-PMP', async () => {
    const world = await start({ natpmp: true, upnp: true, searchable: false }, 'router:natpmp');
    await untilHeard(world);
    await followsTwice(world, 'announcement');
  });

  it('a changed address is at the provider by an event of UPnP, and the subscription is given back', async () => {
    const world = await start({ upnp: true }, 'router:upnp');
    await untilHeard(world);
    await until(() => world.lab.said().includes('<ExternalIPAddress>'), 'the first event', world.lab.said);
    // An event may carry the old address. Then a question that it brought about tells; nothing else asks this router.
    await followsTwice(world, 'event', 'answer');
    expect(world.daemon.output()).toContain('The router answers neither NAT-PMP nor PCP');
    await world.daemon.stop();
    await until(() => world.lab.said().includes('UNSUBSCRIBE'), 'the subscription is given back', world.lab.said);
  });

  it('a changed address is at the provider by a question to the router, where nothing is announced', async () => {
    const world = await start({ natpmp: true, announces: false }, 'router:natpmp');
    await untilHeard(world);
    await followsTwice(world, 'answer');
  });

  it('an announcement that is not from the router counts nothing', async () => {
    const world = await start({ natpmp: true, upnp: true }, 'router');
    await untilHeard(world);
    await until(() => world.lab.said().includes('<ExternalIPAddress>'), 'the first event', world.lab.said);
    const forged = '[0, 128, 0, 0, 0, 0, 0, 9, 20, 9, 9, 9]';
    await world.ask(
      `const s = require('dgram').createSocket('udp4'); s.bind(0, '${world.lab.local}', () => { s.setMulticastLoopback(true);
        s.send(Buffer.from(${forged}), 5350, '224.0.0.1', () => s.close()); })`,
    );
    readdress(world.lab.router, 'outer0', outerAddress(0), outerAddress(1));
    await until(async () => (await world.record()) === outerAddress(1), 'the record follows', world.daemon.output);
    expect(world.daemon.output()).not.toContain('20.9.9.9');
  });

  it('a router that tells nothing is left alone, which is said once', async () => {
    const { daemon } = await start({}, 'echo');
    await until(() => daemon.output().includes('The router offers no events over UPnP.'), 'UPnP', daemon.output);
    const lines = daemon.output().split('\n');
    expect(lines.filter((line) => line.includes('answers neither NAT-PMP nor PCP'))).toHaveLength(1);
    expect(lines.filter((line) => /warn|error/i.test(line))).toEqual([]);
  });
});
