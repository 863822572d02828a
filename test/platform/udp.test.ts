import { createSocket } from 'node:dgram';
import { expect, it } from 'vitest';
import { udp } from '../../src/platform/udp.ts';

const send = (to: string, port: number, text: string): Promise<void> =>
  new Promise((done) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1', () => {
      // Announcements to a group that is joined on loopback are sent on loopback.
      socket.setMulticastInterface('127.0.0.1');
      socket.send(text, port, to, () => void socket.close(() => done()));
    });
  });

it('hears what is sent to a group it joined, beside another program that hears the same', async () => {
  const heard: string[] = [];
  const both = new Promise<void>((done) => {
    const listener = (name: string) => (data: Uint8Array) => {
      heard.push(`${name} ${Buffer.from(data)}`);
      if (heard.length === 2) done();
    };
    const listen = (name: string, port: number) =>
      udp.listen({
        family: 'ipv4',
        port,
        groups: [{ group: '224.0.0.1', interface: '127.0.0.1' }],
        heard: listener(name),
      });
    listen('first', 0).then(async (first) => {
      if (first.kind === 'failure') throw new Error(first.reason);
      const second = await listen('second', first.port);
      if (second.kind === 'failure') throw new Error(second.reason);
      await send('224.0.0.1', first.port, 'news');
      await both;
      first.close();
      first.close();
      second.close();
    });
  });
  await both;
  expect(heard.sort()).toEqual(['first news', 'second news']);
});

it('says why it cannot hear', async () => {
  const result = await udp.listen({
    family: 'ipv4',
    port: 0,
    groups: [{ group: '127.0.0.1' }],
    heard: () => undefined,
  });
  expect(result.kind).toBe('failure');
});

it.each([
  ['ipv4', '::1', '::1 is not an IPv4 address'],
  ['ipv6', '127.0.0.1', '127.0.0.1 is not an IPv6 address'],
] as const)('over %s, does not ask %s', async (family, host, reason) => {
  const asked = await udp.ask({
    family,
    host,
    port: 9,
    payload: () => new Uint8Array(1),
    sendAtMs: [0],
    timeoutMs: 60_000,
    accept: () => true,
  });
  expect(asked.kind === 'failure' && asked.reason).toContain(reason);
});

it('gives nonces of the length that is asked for, a new one each time', () => {
  expect(udp.nonce(12)).toHaveLength(12);
  expect(udp.nonce(12)).not.toEqual(udp.nonce(12));
});
