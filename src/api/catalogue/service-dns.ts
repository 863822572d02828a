import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { oneOf, optional, param, text } from '../parameter.ts';
import { entity, listOf, nothing, queryInfo, serviceName } from '../schemas.ts';

/** Specification, "DNS record types and value formats". */
export const dnsTypes = ['A', 'AAAA', 'CNAME', 'MX', 'SRV', 'TXT', 'NS', 'CAA'] as const;

export const dnsRecord = z.looseObject({
  entityID: z.string(),
  name: z.string(),
  type: z.string(),
  ttl: z.string(),
  priority: z.string(),
  value: z.string(),
});

const oneRecord = z.looseObject({ dns: z.array(dnsRecord).check(z.minLength(1)) });

const ttl = optional(
  param(
    z.union([
      z.string().check(z.regex(/^(\d+|-)$/, 'must be seconds, or - for the default')),
      z.int().check(z.minimum(0)),
    ]),
    'time to live in seconds; - is the default',
  ),
);
const priority = optional(
  param(
    z.union([
      z.string().check(z.regex(/^(\d+|-)$/, 'must be a number, or - for the default')),
      z.int().check(z.minimum(0)),
    ]),
    'for MX and SRV: lower comes first (the provider: 10)',
  ),
);

/** Specification, "Module service": DNS records. */
export const serviceDns = operations({
  'service/dnslist': {
    summary: 'List the DNS records of a service',
    effect: 'reads',
    params: z.strictObject({
      ...listOf,
      filterType: optional(oneOf(dnsTypes, 'only records of this type')),
      filterValue: optional(text('only records with this value')),
    }),
    result: z.looseObject({ queryInfo, dns: z.array(dnsRecord) }),
  },
  'service/dnsgetinfo': {
    summary: 'Show one DNS record',
    effect: 'reads',
    params: z.strictObject(entity),
    result: oneRecord,
  },
  'service/dnscreate': {
    summary: 'Create a DNS record',
    effect: 'changes',
    params: z.strictObject({
      ...serviceName,
      name: text('the full name of the record'),
      type: oneOf(dnsTypes, 'the type of the record'),
      value: text('the value, as the type wants it'),
      ttl,
      priority,
    }),
    result: oneRecord,
  },
  'service/dnsupdate': {
    summary: 'Change the value of a DNS record',
    effect: 'changes',
    params: z.strictObject({ ...entity, value: text('the new value, as the type wants it'), ttl, priority }),
    result: oneRecord,
  },
  'service/dnsdelete': {
    summary: 'Delete a DNS record',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
});
