import * as z from 'zod/mini';
import { parseAddress } from '../core/address.ts';
import { onWire, optional, param } from './parameter.ts';
import { rule } from './rules.ts';

/** Specification, "DNS record types and value formats". */

export const dnsTypes = ['A', 'AAAA', 'CNAME', 'MX', 'SRV', 'TXT', 'NS', 'CAA'] as const;
export type DnsType = (typeof dnsTypes)[number];

export const dnsRecord = z.looseObject({
  entityID: z.string(),
  name: z.string(),
  type: z.string(),
  ttl: z.string(),
  priority: z.string(),
  value: z.string(),
});

/** `-` is the default, in lists as in requests. */
const numberOrDash = (description: string) =>
  param(
    z.union(
      [z.string().check(z.regex(/^(\d{1,10}|-)$/)), z.int().check(z.minimum(0))],
      'must be a number, or - for the default',
    ),
    description,
  );
export const ttl = optional(numberOrDash('time to live in seconds; - is the default'));
export const priority = optional(numberOrDash('for MX and SRV, lower comes first; 10 where left out'));

const hostName = /^(?=.{1,254}$)[^\s,;"]+$/;
const isHostName = (value: string): boolean => hostName.test(value) && parseAddress(value) === undefined;

const formats: Record<DnsType, { is(value: string): boolean; what: string }> = {
  A: { is: (value) => parseAddress(value)?.family === 'ipv4', what: 'must be an IPv4 address' },
  AAAA: { is: (value) => parseAddress(value)?.family === 'ipv6', what: 'must be an IPv6 address' },
  CNAME: { is: isHostName, what: 'must be a host name' },
  MX: { is: isHostName, what: 'must be the host name of a mail server' },
  NS: { is: isHostName, what: 'must be the host name of a DNS server' },
  SRV: {
    is: (value) => {
      const [, weight, port] = /^(\d{1,5}) (\d{1,5}) [^\s,;"]+$/.exec(value) ?? [];
      return Number(weight) <= 65_535 && Number(port) <= 65_535;
    },
    what: 'must be: weight port destination-host, each number up to 65535',
  },
  TXT: { is: (value) => value !== '', what: 'must not be empty' },
  CAA: {
    is: (value) => /^\d{1,3} [a-z0-9]+ "[^"]*"$/i.test(value) && Number.parseInt(value, 10) <= 255,
    what: 'must be: flag tag "value", with a flag up to 255',
  },
};

/** What is wrong with a record's value; undefined where it has the format of its type. */
export const wrongDnsValue = (type: string, value: string): string | undefined => {
  const format = (dnsTypes as readonly string[]).includes(type) ? formats[type as DnsType] : undefined;
  return format === undefined || format.is(value) ? undefined : `${format.what} for a record of type ${type}`;
};

export const dnsValueRule = rule(({ type, value }) => {
  const what =
    typeof type === 'string' && typeof value === 'string' && value !== '' ? wrongDnsValue(type, value) : undefined;
  return what === undefined ? [] : [{ parameter: 'value', what }];
});

const zoneRecord = z
  .strictObject({ name: z.string().check(z.minLength(1)), type: z.enum(dnsTypes), ttl, priority, value: z.string() })
  .check(dnsValueRule);

/** A whole zone: a JSON array of records, in Base64 on the wire. A person may write either. */
export const dnsZoneData = onWire(
  param(z.array(zoneRecord), 'JSON array of records {name, type, ttl, priority, value}, or that in Base64'),
  {
    encode: (records) =>
      Buffer.from(
        JSON.stringify(
          (records as z.output<typeof zoneRecord>[]).map(({ name, type, ttl: seconds, priority: rank, value }) => ({
            name,
            type,
            ttl: String(seconds ?? '-'),
            priority: String(rank ?? '-'),
            value,
          })),
        ),
      ).toString('base64'),
    read: (text) => {
      try {
        const json = text.trimStart().startsWith('[') ? text : Buffer.from(text, 'base64').toString('utf8');
        return JSON.parse(json);
      } catch {
        return text;
      }
    },
  },
);
