import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { oneOf, param, text, withDefault } from '../parameter.ts';
import { noParams } from '../schemas.ts';

const languages = ['es', 'en', 'zh', 'fr', 'de', 'kr', 'pt', 'tr'] as const;
const suggestedTlds = ['com', 'net', 'tv', 'cc'] as const;
const lookups = ['A', 'AAAA', 'ANY', 'CNAME', 'MX', 'NS', 'SOA', 'TXT', 'CAA'] as const;

/** Specification, "Module tool". */
export const tool = operations({
  'tool/hello': {
    summary: 'Check that the API answers, and see the address that it is called from',
    effect: 'reads',
    params: noParams,
    result: z.looseObject({ ip: z.string(), lang: z.string(), version: z.string() }),
  },
  'tool/idnconverter': {
    summary: 'Write a name in Unicode and in Punycode',
    effect: 'reads',
    params: z.strictObject({ query: text('a text or domain') }),
    result: z.looseObject({ query: z.string(), unicode: z.string(), punycode: z.string() }),
  },
  'tool/domainsuggests': {
    summary: 'Suggest domain names for a word (abuse leads to a ban)',
    effect: 'reads',
    params: z.strictObject({
      query: text('a word or domain'),
      language: withDefault(oneOf(languages, 'the language of the suggestions'), 'es'),
      tlds: withDefault(
        param(z.array(z.enum(suggestedTlds)).check(z.minLength(1)), 'top-level domains: com, net, tv, cc'),
        'com,net',
      ),
    }),
    // A map of words to maps of a top-level domain, or of a language, to whether it is free.
    result: z.looseObject({
      query: z.string(),
      suggests: z.record(z.string(), z.record(z.string(), z.boolean())),
    }),
  },
  'tool/gettable': {
    summary: 'Show a table of codes: countries, or Spanish types of organization',
    effect: 'reads',
    params: z.strictObject({
      // The specification's description says `countries`, its example `country`: the caller may say either.
      tableType: oneOf(['countries', 'country', 'es_juridic'], 'the table; where countries is refused, try country'),
    }),
    result: z.looseObject({ items: z.array(z.looseObject({ code: z.string(), name: z.string() })) }),
  },
  'tool/csrdecode': {
    summary: 'Read a certificate signing request',
    effect: 'reads',
    only: '1.0.14',
    params: z.strictObject({
      csrData: param(
        z
          .string()
          .check(
            z.regex(
              /-----BEGIN [A-Z ]*CERTIFICATE REQUEST-----[\s\S]*-----END [A-Z ]*CERTIFICATE REQUEST-----/,
              'must have its begin and end markers',
            ),
          ),
        'the request as PEM, with its begin and end markers',
      ),
    }),
    result: z.looseObject({
      csrData: z.string(),
      commonName: z.string(),
      organizationName: z.string(),
      organizationalUnitName: z.string(),
      countryName: z.string(),
      stateOrProvinceName: z.string(),
      localityName: z.string(),
      emailAddress: z.string(),
    }),
  },
  'tool/dig': {
    summary: 'Ask a name server for a record',
    effect: 'reads',
    params: z.strictObject({
      query: text('the name'),
      type: oneOf(lookups, 'the type of record'),
      nameserver: text('name or address of the DNS server'),
    }),
    result: z.looseObject({ query: z.string(), nameserver: z.string(), type: z.string(), result: z.string() }),
  },
  'tool/zonecheck': {
    summary: 'Check the zone of a domain on its name servers',
    effect: 'reads',
    params: z.strictObject({
      domain: text('the domain'),
      nameservers: param(
        z.array(z.string().check(z.minLength(1))).check(z.minLength(2, 'must be at least 2 host names')),
        'at least 2 name servers',
      ),
    }),
    result: z.looseObject({
      domain: z.string(),
      nameservers: z.array(z.string()),
      result: z.looseObject({ zonepass: z.boolean(), report: z.string() }),
    }),
  },
});
