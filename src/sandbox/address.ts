import ipaddr from 'ipaddr.js';

/** The address in canonical form where the text is a dotted IPv4 address of four decimal parts. */
export const asIPv4 = (text: string): string | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text).toString() : undefined;

/** The address as RFC 5952 writes it where the text is an IPv6 address without a zone. */
export const asIPv6 = (text: string): string | undefined =>
  text.length <= 45 && !text.includes('%') && ipaddr.IPv6.isValid(text)
    ? ipaddr.IPv6.parse(text).toRFC5952String()
    : undefined;
