import * as z from 'zod/mini';
import { dnssec, domainRef, domainRefRule, domainSummary, gluerecords } from '../domain-schemas.ts';
import { operations } from '../operation.ts';
import { optional, param, text, whole } from '../parameter.ts';

const glue = z
  .strictObject({
    ...domainRef,
    name: text('name of the server'),
    ipv4: param(z.ipv4('must be an IPv4 address'), 'its IPv4 address'),
    ipv6: optional(param(z.ipv6('must be an IPv6 address'), 'its IPv6 address')),
  })
  .check(domainRefRule);
const withGlue = z.looseObject({ ...domainSummary, gluerecords });

const dnssecEntry = {
  keytag: whole('tag of the key', 0),
  algorithm: whole('number of the algorithm', 0),
  digesttype: whole('number of the type of digest', 0),
  digest: text('the digest, in hexadecimal'),
};
const withDnssec = z.looseObject({ ...domainSummary, dnssec });

/** Specification, "Module domain": glue records and DNSSEC. */
export const domainNames = operations({
  'domain/gluerecordcreate': {
    summary: 'Create a glue record',
    effect: 'changes',
    params: glue,
    result: withGlue,
  },
  'domain/gluerecordupdate': {
    summary: 'Change a glue record',
    effect: 'changes',
    params: glue,
    result: withGlue,
  },
  'domain/gluerecorddelete': {
    summary: 'Delete a glue record',
    effect: 'destroys',
    params: z.strictObject({ ...domainRef, name: text('name of the server') }).check(domainRefRule),
    result: withGlue,
  },
  'domain/dnsseccreate': {
    summary: 'Create a DNSSEC entry',
    effect: 'changes',
    params: z.strictObject({ ...domainRef, ...dnssecEntry }).check(domainRefRule),
    result: withDnssec,
  },
  'domain/dnssecdelete': {
    summary: 'Delete a DNSSEC entry',
    effect: 'destroys',
    params: z
      .strictObject({
        ...domainRef,
        ...dnssecEntry,
        name: optional(text('name of the entry; required in 1.0.14, unknown to 1.0.20')),
      })
      .check(domainRefRule),
    result: withDnssec,
  },
});
