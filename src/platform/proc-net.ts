import { parseAddress } from '../core/address.ts';

/** A default gateway and the interface it is reached over. */
export type Gateway = { address: string; interface: string };

/** Bits of the kernel's address flags as /proc/net/if_inet6 has them (linux/if_addr.h: the lowest eight). */
const addressFlags = [
  [0x01, 'temporary'],
  [0x02, 'nodad'],
  [0x04, 'optimistic'],
  [0x08, 'dadfailed'],
  [0x10, 'homeaddress'],
  [0x20, 'deprecated'],
  [0x40, 'tentative'],
  [0x80, 'permanent'],
] as const;

/** Bits of a route's flags (linux/route.h): up, and over a gateway. */
const upAndGateway = 0x1 | 0x2;

/**
 * The flags of each IPv6 address in the text of /proc/net/if_inet6, by `interface address`.
 * Lines: address, interface number, prefix length, scope, flags (all hexadecimal), name.
 */
export const parseIfInet6 = (text: string): Map<string, string[]> => {
  const flags = new Map<string, string[]>();
  for (const [hex = '', , , , bits = '', name] of rows(text)) {
    const address = ipv6FromHex(hex);
    if (address === undefined || name === undefined) continue;
    const value = Number.parseInt(bits, 16);
    flags.set(
      `${name} ${address}`,
      addressFlags.filter(([bit]) => (value & bit) !== 0).map(([, flag]) => flag),
    );
  }
  return flags;
};

/**
 * The default gateway in the text of /proc/net/route, the one with the least metric where there are several.
 * Lines: interface, destination, gateway, flags, reference count, use, metric, mask, …; addresses are 32-bit numbers
 * in the machine's byte order.
 */
export const parseRoute = (text: string, endianness: 'LE' | 'BE'): Gateway | undefined =>
  best(
    rows(text).map(([name, destination, gateway = '', flags, , , metric, mask]) => ({
      interface: name,
      address: ipv4FromHex(gateway, endianness),
      metric: Number(metric),
      usable: destination === '00000000' && mask === '00000000' && isUpGateway(flags),
    })),
  );

/**
 * The default gateway in the text of /proc/net/ipv6_route. Lines: destination, its prefix length, source, its prefix
 * length, next hop, metric, reference count, use, flags, interface.
 */
export const parseIpv6Route = (text: string): Gateway | undefined =>
  best(
    rows(text).map(([destination = '', length, , , nextHop = '', metric = '', , , flags, name]) => ({
      interface: name,
      address: ipv6FromHex(nextHop),
      metric: Number.parseInt(metric, 16),
      usable: /^0{32}$/.test(destination) && length === '00' && isUpGateway(flags),
    })),
  );

type Route = { interface: string | undefined; address: string | undefined; metric: number; usable: boolean };

function best(routes: Route[]): Gateway | undefined {
  const [first] = routes.filter((route) => route.usable && route.address).sort((a, b) => a.metric - b.metric);
  if (!first?.address || !first.interface) return undefined;
  return { address: first.address, interface: first.interface };
}

function rows(text: string): string[][] {
  return text.split('\n').map((line) => line.trim().split(/\s+/));
}

function isUpGateway(flags = ''): boolean {
  return (Number.parseInt(flags, 16) & upAndGateway) === upAndGateway;
}

function ipv4FromHex(hex: string, endianness: 'LE' | 'BE'): string | undefined {
  if (!/^[0-9a-f]{8}$/i.test(hex) || /^0{8}$/.test(hex)) return undefined;
  const bytes = [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (endianness === 'LE' ? bytes.reverse() : bytes).join('.');
}

function ipv6FromHex(hex: string): string | undefined {
  if (!/^[0-9a-f]{32}$/i.test(hex) || /^0{32}$/.test(hex)) return undefined;
  return parseAddress(hex.replace(/(.{4})(?!$)/g, '$1:'))?.text;
}
