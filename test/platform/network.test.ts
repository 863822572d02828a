import { describe, expect, it } from 'vitest';
import { createNetwork } from '../../src/platform/network.ts';

describe('createNetwork', () => {
  it("lists this machine's loopback address", async () => {
    const loopback = (await createNetwork().addresses()).find((one) => one.address === '127.0.0.1');
    expect(loopback).toMatchObject({ family: 'ipv4', prefix: 8, internal: true, flags: [] });
  });
  it('answers about the gateway, whether there is one or not', async () => {
    for (const family of ['ipv4', 'ipv6'] as const) {
      const gateway = await createNetwork().gateway(family);
      if (gateway) expect(gateway.address).toMatch(family === 'ipv4' ? /^[\d.]+$/ : /:/);
    }
  });
});
