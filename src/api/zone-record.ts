import { parseAddress } from '../core/address.ts';
import { dnsTypes } from './dns-schemas.ts';
import { textOf } from './zone-file/entries.ts';
import { comparable } from './zone-lookup.ts';

/** A record as the provider's operations take and give it. In normal form, equal records have equal texts. */
export type ZoneEntry = {
  /** The full name: Punycode, lower case, no final dot. */
  name: string;
  /** In capitals; the provider may have types that the specification does not name. */
  type: string;
  /** Seconds, or `-` for the provider's default. */
  ttl: string;
  /** Of MX and SRV; `-` for the others. */
  priority: string;
  value: string;
};

/** A record that is in a zone. */
export type KnownEntry = ZoneEntry & { entityId: string };

/** Specification, "Module service": service/dnscreate. */
const defaultPriority = '10';

export const hasPriority = (type: string): boolean => type === 'MX' || type === 'SRV';

export const isDnsType = (type: string): boolean => (dnsTypes as readonly string[]).includes(type);

/** Name servers of the zone itself belong to the domain (domain/updatenameservers), and are not changed as records. */
export const isZonesOwn = ({ name, type }: Pick<ZoneEntry, 'name' | 'type'>, zone: string): boolean =>
  type === 'NS' && name === comparable(zone);

/** The normal form of a record of the zone. What does not have the format of its type keeps its value. */
export const normalEntry = <R extends ZoneEntry>(record: R, zone: string): R => {
  const type = record.type.trim().toUpperCase();
  return {
    ...record,
    type,
    name: fullName(record.name, zone),
    ttl: normalNumber(record.ttl),
    priority: hasPriority(type) ? normalNumber(record.priority, defaultPriority) : '-',
    value: normalValue(type, record.value),
  };
};

/** The specification does not show whether a record's name has the zone's name at its end: both are understood. */
export const fullName = (name: string, zone: string): string => {
  const [text, end] = [name.trim().replace(/\.$/, ''), comparable(zone)];
  if (text === '' || text === '@') return end;
  const alone = comparable(text);
  return `.${alone}`.endsWith(`.${end}`) ? alone : comparable(`${text}.${end}`);
};

const normalNumber = (text: string, otherwise = '-'): string =>
  /^\s*\d{1,10}\s*$/.test(text) ? String(Number(text)) : otherwise;

/** Addresses as numbers, names without case and final dot, texts without the quotes around them. */
export const normalValue = (type: string, value: string): string => {
  const text = value.trim();
  switch (type) {
    case 'A':
    case 'AAAA':
      return parseAddress(text)?.text ?? text;
    case 'CNAME':
    case 'MX':
    case 'NS':
      return normalHost(text);
    case 'SRV':
      return normalService(text);
    case 'CAA':
      return normalAuthority(text);
    case 'TXT':
      return unquoted(value);
    default:
      return text;
  }
};

/** `.` is a name of its own: none at all (RFC 2782, RFC 7505). */
const normalHost = (text: string): string => (text === '.' ? text : comparable(text));

const normalService = (text: string): string => {
  const [, weight, port, host] = /^(\d{1,5})\s+(\d{1,5})\s+(\S+)$/.exec(text) ?? [];
  return host === undefined ? text : `${Number(weight)} ${Number(port)} ${normalHost(host)}`;
};

const normalAuthority = (text: string): string => {
  const [, flag, tag = '', value] = /^(\d{1,3})\s+([a-z0-9]+)\s+("[^"]*"|[^\s"]+)$/i.exec(text) ?? [];
  return value === undefined ? text : `${Number(flag)} ${tag.toLowerCase()} "${value.replaceAll('"', '')}"`;
};

/** A text that stands in quotes, in one piece or several, as zone files and panels show it (RFC 1035, 5.1). */
const unquoted = (value: string): string => {
  if (!/^\s*"[^"\\]*(?:\\.[^"\\]*)*"(?:\s+"[^"\\]*(?:\\.[^"\\]*)*")*\s*$/s.test(value)) return value;
  const pieces = value.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"/gs);
  const text = textOf([...pieces].map(([, raw = '']) => ({ raw, quoted: true })));
  return text === undefined ? value : unquoted(text);
};
