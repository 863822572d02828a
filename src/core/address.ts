import ipaddr from 'ipaddr.js';
import { type AddressClass, addressClasses } from './address-classes.ts';
import type { Family } from './observation.ts';

export type { AddressClass } from './address-classes.ts';

export type Address = {
  family: Family;
  /** Canonical: dotted decimal, or RFC 5952 for IPv6. Equal addresses have equal texts. */
  text: string;
};

/**
 * Reads one address, strictly: no leading zeros, no short or octal forms, no zone, prefix length, port or brackets.
 * An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 2.5.5.2) is a socket API's notation that belongs in no
 * record: it is not an address here.
 */
export const parseAddress = (text: string): Address | undefined => {
  const parsed = read(text);
  if (parsed === undefined) return undefined;
  return parsed.kind() === 'ipv4'
    ? { family: 'ipv4', text: parsed.toString() }
    : { family: 'ipv6', text: (parsed as ipaddr.IPv6).toRFC5952String() };
};

/** Whether both are addresses, and the same one, however each is written. */
export const sameAddress = (a: string, b: string): boolean => {
  const left = parseAddress(a);
  return left !== undefined && left.text === parseAddress(b)?.text;
};

/** What an address is for, by the table of address classes; `invalid` where the text is no address. */
export const classify = (text: string): AddressClass => {
  const address = read(text);
  if (address === undefined) return 'invalid';
  return (
    ranges.find(({ range: [base, bits] }) => base.kind() === address.kind() && address.match(base, bits))?.is ??
    'public'
  );
};

/** Why an address may not be in a public record, for a person to read; undefined where it may. */
export const whyNotPublishable = (text: string, allowPrivate: boolean): string | undefined => {
  const is = classify(text);
  if (is === 'public') return undefined;
  const { meaning, publishable } = addressClasses[is];
  if (publishable === 'never') return `${meaning} is never published`;
  if (allowPrivate) return undefined;
  return `${meaning} is not reached from the internet (detect.allow_private: true publishes it all the same)`;
};

const ranges = Object.entries(addressClasses).flatMap(([is, { blocks }]) =>
  blocks.map(([cidr]) => ({ is: is as AddressClass, range: ipaddr.parseCIDR(cidr) })),
);

function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // 45 is the longest an address can be; what is longer is not worth a look.
  if (text.length < 2 || text.length > 45) return undefined;
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined;
  const plain = withoutDots(text);
  if (plain === undefined || !/^[0-9a-f:]+$/i.test(plain) || !ipaddr.IPv6.isValid(plain)) return undefined;
  const address = ipaddr.IPv6.parse(plain);
  return address.isIPv4MappedAddress() ? undefined : address;
}

/** The same IPv6 address without a dotted end (RFC 4291 2.2, 3.), which ipaddr.js reads as IPv4-mapped after `::`. */
function withoutDots(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const dotted = text.slice(start);
  if (!ipaddr.IPv4.isValidFourPartDecimal(dotted)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(dotted).octets;
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
