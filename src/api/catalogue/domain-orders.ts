import * as z from 'zod/mini';
import { contactBlocks, contactBlocksRule } from '../contact-schemas.ts';
import {
  billing,
  domainRef,
  domainRefRule,
  domainSummary,
  expiryDate,
  nameservers,
  summary,
} from '../domain-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, optional, secret, text, whole, withDefault, yesNo } from '../parameter.ts';
import { tldOfCreate, tldOfCreateRules, tldOfTransfer, tldOfTransferRules } from '../tld-schemas.ts';

const foacontact = withDefault(oneOf(['owner', 'admin'], 'who authorizes the transfer (1.0.14)'), 'owner');
/** There, and true, only where a promotion applied. */
const inPromo = z.optional(z.boolean());
const price = { price: z.number(), currency: z.string() };

/** Specification, "Module domain": checking, registering, transferring and renewing. */
export const domainOrders = operations({
  'domain/check': {
    summary: 'Look whether a domain is free (abuse leads to a ban)',
    effect: 'reads',
    params: z.strictObject({ domain: text('the domain') }),
    result: z.looseObject({
      domains: z.array(
        z.looseObject({
          name: z.string(),
          punycode: z.string(),
          tld: z.string(),
          available: z.boolean(),
          premium: z.boolean(),
          ...price,
        }),
      ),
    }),
  },
  'domain/checkfortransfer': {
    summary: 'Look whether a domain can be transferred to this account',
    effect: 'reads',
    params: z.strictObject({ domain: text('the domain') }),
    result: z.looseObject({
      domains: z.array(
        z.looseObject({
          name: z.string(),
          punycode: z.string(),
          tld: z.string(),
          transferavail: z.boolean(),
          transfermsg: z.array(z.string()),
          ...price,
        }),
      ),
    }),
  },
  'domain/create': {
    summary: 'Register a domain',
    effect: 'spends',
    params: z
      .strictObject({
        domain: text('the domain'),
        period: optional(whole('years; the least that the top-level domain allows where left out')),
        premium: withDefault(yesNo('must be true for a premium domain'), false),
        nameservers: withDefault(
          nameservers(['parking'], 'parking (with the parking and redirection service), or 2 to 7 names'),
          'parking',
        ),
        ...contactBlocks,
        ...tldOfCreate,
      })
      .check(contactBlocksRule({ ownerRequired: true }), ...tldOfCreateRules),
    result: z.looseObject({
      billing,
      domains: z.array(z.looseObject({ ...domainSummary, period: z.number(), inPromo })),
    }),
  },
  'domain/transfer': {
    summary: 'Transfer a domain to this account',
    effect: 'spends',
    params: z
      .strictObject({
        domain: text('the domain'),
        nameservers: withDefault(
          nameservers(['parking', 'keepns'], 'parking, keepns (stay as they are), or 2 to 7 names'),
          'parking',
        ),
        authcode: optional(secret('where the top-level domain requires it')),
        foacontact,
        ...contactBlocks,
        ...tldOfTransfer,
      })
      .check(contactBlocksRule({ ownerRequired: true }), ...tldOfTransferRules),
    result: z.looseObject({ billing, domains: z.array(z.looseObject({ ...domainSummary, inPromo })) }),
  },
  'domain/transferrestart': {
    summary: 'Start a transfer that failed again',
    effect: 'changes',
    params: z
      .strictObject({ ...domainRef, authcode: optional(secret('replaces the old one')), foacontact })
      .check(domainRefRule),
    result: summary,
  },
  'domain/renew': {
    summary: 'Renew a domain',
    effect: 'spends',
    params: z
      .strictObject({
        ...domainRef,
        curExpDate: expiryDate('the expiry date that it has now, YYYY-MM-DD or YYYYMMDD'),
        period: optional(whole('years; the least that can be renewed where left out')),
      })
      .check(domainRefRule),
    result: z.looseObject({
      billing,
      domains: z.array(z.looseObject({ ...domainSummary, renewPeriod: z.number(), inPromo })),
    }),
  },
  'domain/resendverificationmail': {
    summary: 'Send the verification e-mail to the owner again',
    effect: 'changes',
    params: z.strictObject(domainRef).check(domainRefRule),
    result: summary,
  },
  'domain/resendfoamail': {
    summary: 'Send the authorization e-mail of a transfer to the owner again',
    effect: 'changes',
    only: '1.0.14',
    params: z.strictObject(domainRef).check(domainRefRule),
    result: summary,
  },
  'domain/resetfoa': {
    summary: 'Start the authorization of a transfer in process again',
    effect: 'changes',
    only: '1.0.14',
    params: z.strictObject(domainRef).check(domainRefRule),
    result: summary,
  },
});
