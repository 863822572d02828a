import { parseAddress } from '../core/address.ts';
import type { Family } from '../core/observation.ts';

export type HostPort = {
  /** A name, or an address without brackets. */
  host: string;
  port: number;
};

/** Reads `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`; undefined where it is none of these. */
export const parseHostPort = (text: string, defaultPort: number): HostPort | undefined => {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bracketed, bare] = match;
  const port = match[3] === undefined ? defaultPort : Number(match[3]);
  if (port < 1 || port > 65_535) return undefined;
  if (bracketed !== undefined) {
    return parseAddress(bracketed)?.family === 'ipv6' ? { host: bracketed, port } : undefined;
  }
  // All digits and dots and yet no address: a slip of the pen, and no name (RFC 1123 2.1).
  if (bare === undefined || (/^[\d.]+$/.test(bare) && !parseAddress(bare))) return undefined;
  return { host: bare, port };
};

/** Why this server can't be asked over the family, with the remedy; undefined where it can. */
export const wrongFamily = (host: string, family: Family): { kind: 'wrong'; what: string; fix: string } | undefined => {
  const literal = parseAddress(host);
  if (literal === undefined || literal.family === family) return undefined;
  return {
    kind: 'wrong',
    what: `is at an ${literal.family} address and can't be asked over ${family}`,
    fix: `move it to detect.${literal.family}, or write the server's name instead of its address`,
  };
};
