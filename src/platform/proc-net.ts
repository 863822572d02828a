import { parseAddress } from '../core/address.ts';
import type { Family } from '../core/observation.ts';

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

/** Bits of a route's flags (linux/route.h). */
const [up, overGateway, reject] = [0x1, 0x2, 0x200];

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
  bestGateway(ipv4Defaults(text, endianness));

/**
 * The default gateway in the text of /proc/net/ipv6_route. Lines: destination, its prefix length, source, its prefix
 * length, next hop, metric, reference count, use, flags, interface.
 */
export const parseIpv6Route = (text: string): Gateway | undefined => bestGateway(ipv6Defaults(text));

/** The interface of the default route in one of these texts; over PPP or a tunnel it needs no gateway. */
export const parseWayOut = (text: string, family: Family): string | undefined =>
  best(family === 'ipv4' ? ipv4Defaults(text, 'LE') : ipv6Defaults(text))?.interface;

/** A default route that is in use. */
type Route = { interface: string; address: string | undefined; metric: number; flags: number };

const ipv4Defaults = (text: string, endianness: 'LE' | 'BE'): Route[] =>
  rows(text).flatMap(([name = '', destination, gateway = '', flags = '', , , metric, mask]) =>
    destination === '00000000' && mask === '00000000'
      ? inUse({ interface: name, address: ipv4FromHex(gateway, endianness), metric: Number(metric) }, flags)
      : [],
  );

const ipv6Defaults = (text: string): Route[] =>
  rows(text).flatMap(([destination = '', length, , , nextHop = '', metric = '', , , flags = '', name = '']) =>
    /^0{32}$/.test(destination) && length === '00'
      ? inUse({ interface: name, address: ipv6FromHex(nextHop), metric: Number.parseInt(metric, 16) }, flags)
      : [],
  );

const inUse = (route: Omit<Route, 'flags'>, hex: string): Route[] => {
  const flags = Number.parseInt(hex, 16);
  return route.interface !== '' && (flags & up) !== 0 && (flags & reject) === 0 ? [{ ...route, flags }] : [];
};

const best = (routes: Route[]): Route | undefined => routes.sort((a, b) => a.metric - b.metric)[0];

const bestGateway = (routes: Route[]): Gateway | undefined => {
  const found = best(routes.filter(({ flags, address }) => (flags & overGateway) !== 0 && address !== undefined));
  return found?.address === undefined ? undefined : { address: found.address, interface: found.interface };
};

function rows(text: string): string[][] {
  return text.split('\n').map((line) => line.trim().split(/\s+/));
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
