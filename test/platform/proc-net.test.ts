import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIfInet6, parseIpv6Route, parseRoute, parseWayOut } from '../../src/platform/proc-net.ts';

describe('parseIfInet6', () => {
  it('names the flags of each address', () => {
    const text = [
      '00000000000000000000000000000001 01 80 10 80       lo',
      '20010db8000000000000000000000007 02 40 00 00     eth0',
      '20010db80000000000000000000000aa 02 40 00 21     eth0',
      'fe800000000000000000000000000001 02 40 20 c0     eth0',
      '',
    ].join('\n');
    expect(Object.fromEntries(parseIfInet6(text))).toEqual({
      'lo ::1': ['permanent'],
      'eth0 2001:db8::7': [],
      'eth0 2001:db8::aa': ['temporary', 'deprecated'],
      'eth0 fe80::1': ['tentative', 'permanent'],
    });
  });
});

describe('parseRoute', () => {
  const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
  it.each<[string, string[], string | undefined]>([
    [
      'a default route over a gateway',
      ['eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0'],
      '192.168.1.1 eth0',
    ],
    [
      'the least metric wins',
      ['wlan0\t00000000\t0201A8C0\t0003\t0\t0\t600\t00000000', 'eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000'],
      '192.168.1.1 eth0',
    ],
    ['a route that is down', ['eth0\t00000000\t0101A8C0\t0002\t0\t0\t0\t00000000'], undefined],
    [
      'a default route without a gateway, as over PPP',
      ['ppp0\t00000000\t00000000\t0001\t0\t0\t0\t00000000'],
      undefined,
    ],
    ['a route to half of the internet, as of a VPN', ['tun0\t00000000\t0101000A\t0003\t0\t0\t0\t00000080'], undefined],
    ['routes to networks alone', ['eth0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF'], undefined],
    ['no routes', [], undefined],
  ])('%s', (_, lines, expected) => {
    const gateway = parseRoute([head, ...lines, ''].join('\n'), 'LE');
    expect(gateway && `${gateway.address} ${gateway.interface}`).toBe(expected);
  });
  it('reads the other byte order', () => {
    expect(parseRoute('eth0 00000000 C0A80101 0003 0 0 0 00000000', 'BE')?.address).toBe('192.168.1.1');
  });
});

describe('parseIpv6Route', () => {
  const zero = '0'.repeat(32);
  const via = 'fe800000000000000000000000000001';
  it.each<[string, string, string | undefined]>([
    ['a default route', `${zero} 00 ${zero} 00 ${via} 00000400 00000001 00000000 00000003     eth0`, 'fe80::1 eth0'],
    [
      'the reject route of the loopback',
      `${zero} 00 ${zero} 00 ${zero} ffffffff 00000001 00000000 00200200       lo`,
      undefined,
    ],
    [
      'a network',
      `20010db8${'0'.repeat(24)} 40 ${zero} 00 ${via} 00000100 00000001 00000000 00000003     eth0`,
      undefined,
    ],
  ])('%s', (_, line, expected) => {
    const gateway = parseIpv6Route(`${line}\n`);
    expect(gateway && `${gateway.address} ${gateway.interface}`).toBe(expected);
  });
});

it('takes any text without throwing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123abcdef \t\n'), maxLength: 300 })),
      (text) => {
        parseIfInet6(text);
        parseRoute(text, 'LE');
        parseIpv6Route(text);
      },
    ),
  );
});

describe('parseWayOut', () => {
  const zero = '0'.repeat(32);
  it.each<[string, 'ipv4' | 'ipv6', string, string | undefined]>([
    ['a gateway', 'ipv4', 'eth0 00000000 0101A8C0 0003 0 0 0 00000000', 'eth0'],
    ['PPP', 'ipv4', 'ppp0 00000000 00000000 0001 0 0 0 00000000', 'ppp0'],
    ['a route that is no default', 'ipv4', 'eth0 0001A8C0 00000000 0001 0 0 0 00FFFFFF', undefined],
    ['a route that refuses', 'ipv4', '* 00000000 00000000 0201 0 0 9999 00000000', undefined],
    ['half of the world', 'ipv4', 'tun0 00000000 00000000 0001 0 0 0 00000080', undefined],
    ['a tunnel', 'ipv6', `${zero} 00 ${zero} 00 ${zero} 00000400 00000001 00000000 00000001 wg0`, 'wg0'],
    [
      "the kernel's own refusal",
      'ipv6',
      `${zero} 00 ${zero} 00 ${zero} ffffffff 00000001 00000000 00200200 lo`,
      undefined,
    ],
    ['nothing', 'ipv6', '', undefined],
  ])('%s', (_, family, line, name) => {
    expect(parseWayOut(`Iface Destination Gateway\n${line}\n`, family)).toBe(name);
  });
});
