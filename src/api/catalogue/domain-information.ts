import * as z from 'zod/mini';
import { verificationStatuses } from '../contact-schemas.ts';
import {
  domainInfo,
  domainRef,
  domainRefRule,
  domainStatuses,
  domainSummary,
  domainWithInfo,
  infoTypes,
} from '../domain-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, optional, text, withDefault, yesNo } from '../parameter.ts';
import { paging, queryInfo } from '../schemas.ts';

const ref = z.strictObject(domainRef).check(domainRefRule);
const summaryAnd = <S extends z.core.$ZodLooseShape>(more: S) => z.looseObject({ ...domainSummary, ...more });
const listed = {
  status: 'status',
  contact: 'contact',
  nameservers: 'nameservers',
  service: 'service',
  gluerecords: 'gluerecords',
} as const;

/** Specification, "Module domain": what is known about domains. */
export const domainInformation = operations({
  'domain/list': {
    summary: 'List the domains of the account',
    effect: 'reads',
    params: z.strictObject({
      ...paging,
      domain: optional(text('exactly this domain')),
      word: optional(text('domains with this in their name')),
      tld: optional(text('domains under this top-level domain')),
      renewable: optional(yesNo('true: only those that can be renewed')),
      infoType: optional(oneOf(Object.values(listed), 'adds this information to each')),
      owner: optional(text('domains of this owner contact')),
      tag: optional(text('domains with this tag')),
      status: optional(oneOf(domainStatuses, 'domains in this state')),
      ownerverification: optional(oneOf(verificationStatuses, 'domains whose owner is in this state of verification')),
    }),
    result: z.looseObject({ queryInfo, domains: z.array(domainWithInfo) }),
    variants: {
      parameter: 'infoType',
      fallback: 'none',
      results: Object.fromEntries(
        Object.values(listed).map((type) => [
          type,
          z.looseObject({ queryInfo, domains: z.array(summaryAnd(domainInfo[type])) }),
        ]),
      ),
    },
  },
  'domain/getinfo': {
    summary: 'Show a domain: infoType says what of it',
    effect: 'reads',
    params: z
      .strictObject({ ...domainRef, infoType: withDefault(oneOf(infoTypes, 'what is to be shown'), 'status') })
      .check(domainRefRule),
    result: domainWithInfo,
    variants: {
      parameter: 'infoType',
      fallback: 'status',
      results: Object.fromEntries(infoTypes.map((type) => [type, summaryAnd(domainInfo[type])])),
    },
  },
  // Its answer calls itself `domain/getinfo`: the envelope's `action` is therefore never compared with what was asked.
  'domain/getauthcode': {
    summary: 'Show the authcode that a transfer to elsewhere needs',
    effect: 'reads',
    params: ref,
    result: summaryAnd(domainInfo.authcode),
  },
  'domain/getnameservers': {
    summary: 'Show the name servers of a domain',
    effect: 'reads',
    params: ref,
    result: summaryAnd(domainInfo.nameservers),
  },
  'domain/getgluerecords': {
    summary: 'Show the glue records of a domain',
    effect: 'reads',
    params: ref,
    result: summaryAnd(domainInfo.gluerecords),
  },
  'domain/getdnssec': {
    summary: 'Show the DNSSEC entries of a domain',
    effect: 'reads',
    params: ref,
    result: summaryAnd(domainInfo.dnssec),
  },
  'domain/whois': {
    summary: 'Ask whois about a domain of this account',
    effect: 'reads',
    params: z.strictObject({ domain: text('the domain, in Punycode') }),
    result: z.looseObject({ domain: z.string(), whoisData: z.string() }),
  },
  'domain/gethistory': {
    summary: 'What happened to a domain',
    effect: 'reads',
    params: z.strictObject({ ...paging, ...domainRef }).check(domainRefRule),
    result: z.looseObject({
      queryInfo,
      name: z.string(),
      status: z.string(),
      tld: z.string(),
      tsExpir: z.string(),
      history: z.array(
        z.looseObject({ ts: z.string(), ip: z.string(), user: z.string(), title: z.string(), message: z.string() }),
      ),
    }),
  },
  'domain/listdeleted': {
    summary: 'List the domains that the account had',
    effect: 'reads',
    params: z.strictObject(paging),
    result: z.looseObject({
      queryInfo,
      domains: z.array(z.looseObject({ name: z.string(), tld: z.string(), tsDeleted: z.string(), info: z.string() })),
    }),
  },
});
