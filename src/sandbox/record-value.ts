import { asIPv4, asIPv6 } from './address.ts';
import { isName, normalName } from './names.ts';

/** Specification, Hosting service records: the types of DNS records. */
export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'SRV', 'TXT', 'NS', 'CAA'] as const;
export type ZoneType = (typeof recordTypes)[number];

export const asRecordType = (text: string): ZoneType | undefined =>
  recordTypes.find((type) => type === text.toUpperCase());

/** `priority` is kept for these only; other types show `-`. */
export const hasPriority = (type: ZoneType): boolean => type === 'MX' || type === 'SRV';

const asHost = (text: string): string | undefined => {
  const name = normalName(text);
  return isName(name) && !name.startsWith('*') ? name : undefined;
};

const isWord16 = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65535;

const asService = (text: string): string | undefined => {
  const [weight = '', port = '', destination = '', ...rest] = text.split(/\s+/);
  const host = asHost(destination);
  return rest.length === 0 && isWord16(weight) && isWord16(port) && host ? `${weight} ${port} ${host}` : undefined;
};

const asText = (text: string): string | undefined =>
  text.length > 0 && text.length <= 4096 && !/\p{Cc}/u.test(text) ? text : undefined;

const asAuthority = (text: string): string | undefined => {
  const parts = /^(\d{1,3}) ([a-z0-9]{1,255}) "([^"]{0,4096})"$/i.exec(text);
  return parts && Number(parts[1]) <= 255 ? `${Number(parts[1])} ${parts[2]?.toLowerCase()} "${parts[3]}"` : undefined;
};

const formats: Record<ZoneType, { read: (text: string) => string | undefined; format: string }> = {
  A: { read: asIPv4, format: 'an IPv4 address' },
  AAAA: { read: asIPv6, format: 'an IPv6 address' },
  CNAME: { read: asHost, format: 'a host name' },
  MX: { read: asHost, format: 'a host name' },
  SRV: { read: asService, format: '`weight port destination-host`' },
  TXT: { read: asText, format: 'a text' },
  NS: { read: asHost, format: 'a host name' },
  CAA: { read: asAuthority, format: '`flag tag "value"`' },
};

/** The value in the form in which the zone keeps it; undefined where it is not of the type's format. */
export const asRecordValue = (type: ZoneType, text: string): string | undefined => formats[type].read(text.trim());

/** What the type's value has to look like, in words. */
export const formatOf = (type: ZoneType): string => formats[type].format;
