import * as z from 'zod/mini';
import { dnsRecord, dnsTypes, dnsValueRule, dnsZoneData, priority, ttl } from '../dns-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, optional, text } from '../parameter.ts';
import { entity, listOf, nothing, queryInfo, serviceName } from '../schemas.ts';

const oneRecord = z.looseObject({ dns: z.array(dnsRecord).check(z.minLength(1)) });

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
    params: z
      .strictObject({
        ...serviceName,
        name: text('the full name of the record'),
        type: oneOf(dnsTypes, 'the type of the record'),
        value: text('the value, as the type wants it'),
        ttl,
        priority,
      })
      .check(dnsValueRule),
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
  'service/dnsrestore': {
    summary: 'Reset all DNS records of a service to default values',
    effect: 'destroys',
    params: z.strictObject(serviceName),
    result: nothing,
  },
  // Its answer calls itself `service/dnsrestore` in the specification's example.
  'service/dnssetzone': {
    summary: 'Delete the zone of a service and put another in its place',
    effect: 'destroys',
    params: z.strictObject({ ...serviceName, dnsZoneData }),
    result: nothing,
  },
  'service/dnsdeleteall': {
    summary: 'Delete all DNS records of a service',
    effect: 'destroys',
    params: z.strictObject(serviceName),
    result: nothing,
  },
});
