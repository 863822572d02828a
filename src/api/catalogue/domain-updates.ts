import * as z from 'zod/mini';
import { contactBlocks, contactBlocksRule } from '../contact-schemas.ts';
import {
  domainRef,
  domainRefRule,
  nameservers,
  renewalModes,
  summary,
  updateTypeRule,
  updateTypes,
} from '../domain-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, optional, param, yesNo } from '../parameter.ts';

const newNameservers = nameservers(['default'], "default (the service's own), or 2 to 7 names");

/** Specification, "Module domain": changing what a domain is. */
export const domainUpdates = operations({
  'domain/update': {
    summary: 'Change one thing of a domain: updateType says which',
    effect: 'changes',
    params: z
      .strictObject({
        ...domainRef,
        updateType: oneOf(updateTypes, 'what is to be changed; the parameter of that name is required then'),
        nameservers: optional(newNameservers),
        transferBlock: optional(yesNo('whether transfers are locked')),
        block: optional(yesNo('whether changes are locked')),
        whoisPrivacy: optional(yesNo('whether whois hides the owner')),
        viewWhois: optional(yesNo('whether whois shows the domain')),
        renewalMode: optional(oneOf(renewalModes, 'what happens when the domain expires')),
        tag: optional(param(z.array(z.string().check(z.minLength(1))).check(z.minLength(1)), 'one or more tags')),
        ...contactBlocks,
      })
      .check(domainRefRule, updateTypeRule, contactBlocksRule({ ownerRequired: false })),
    result: summary,
  },
  'domain/updatenameservers': {
    summary: 'Change the name servers of a domain',
    effect: 'changes',
    params: z.strictObject({ ...domainRef, nameservers: newNameservers }).check(domainRefRule),
    result: summary,
  },
  'domain/updatecontacts': {
    summary: 'Change the contacts of a domain',
    effect: 'changes',
    params: z
      .strictObject({ ...domainRef, ...contactBlocks })
      .check(domainRefRule, contactBlocksRule({ ownerRequired: false })),
    result: summary,
  },
});
