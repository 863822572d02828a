import { domainToASCII, domainToUnicode } from 'node:url';

/** A name as the zone keeps it: lower case, without a final dot. */
export const normalName = (text: string): string => text.toLowerCase().replace(/\.$/, '');

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Whether DNS allows the name; the first label may be `*` (RFC 1035 section 2.3.4, RFC 4592). Expects a normal name. */
export const isName = (name: string): boolean => {
  if (name.length === 0 || name.length > 253) return false;
  const [first, ...rest] = name.split('.');
  return (first === '*' ? rest.length > 0 : label.test(first ?? '')) && rest.every((part) => label.test(part));
};

/** Whether the name is the zone's apex or below it. */
export const isInZone = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);

/** The zone that has the name: the longest one whose labels end it. */
export const zoneOf = (name: string, zones: readonly string[]): string | undefined =>
  zones.filter((zone) => isInZone(name, zone)).sort((a, b) => b.length - a.length)[0];

/** A name as a caller writes it, in Unicode or in Punycode, as it is kept; empty where it is none. */
export const asciiName = (text: string): string => domainToASCII(normalName(text));

/** A name as answers show it: in Unicode (specification, Domain summary). */
export const shownName = (name: string): string => domainToUnicode(name) || name;
