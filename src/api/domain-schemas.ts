import * as z from 'zod/mini';
import { contactRecord } from './contact-schemas.ts';
import { optional, param, text, whole } from './parameter.ts';
import { oneOfThese, rule } from './rules.ts';

/** What the rows of the module domain share (specification, "Resources and their fields"). */

export const domainStatuses = [
  'register-init',
  'register-pending',
  'register-cancel',
  'transfer-init',
  'transfer-pending',
  'transfer-cancel',
  'inactive',
  'active',
  'renewed',
  'expired-renewgrace',
  'expired-redemption',
  'expired-pendingdelete',
] as const;
export const renewalModes = ['autorenew', 'manual', 'letexpire'] as const;

/** Specification, "Conventions" 4: one of the two is required. */
export const domainRef = {
  domain: optional(text('name of the domain; or domainID')),
  domainID: optional(whole('identifier of the domain; or domain')),
};
export const domainRefRule = oneOfThese('domain', 'domainID');

const serverName = z.string().check(z.regex(/^[^\s,]+$/, 'must be a host name without spaces'));

/** Specification, "Conventions" 8: 2 to 7 names, or one of the words that the operation takes instead. */
export const nameservers = (words: readonly string[], description: string) =>
  param(
    z
      .array(serverName)
      .check(
        z.refine(
          (list) => (list.length === 1 && words.includes(list[0] ?? '')) || (list.length >= 2 && list.length <= 7),
          `must be 2 to 7 host names${words.map((word) => ` or ${word}`).join('')}`,
        ),
      ),
    description,
  );

export const domainSummary = {
  name: z.string(),
  status: z.string(),
  tld: z.string(),
  /** Empty in the answer to a registration. */
  tsExpir: z.string(),
  domainID: z.number(),
};
export const summary = z.looseObject(domainSummary);

export const gluerecords = z.array(z.looseObject({ name: z.string(), ipv4: z.string(), ipv6: z.optional(z.string()) }));
export const dnssec = z.looseObject({
  active: z.boolean(),
  entries: z.array(
    z.looseObject({ keytag: z.number(), algorithm: z.number(), digesttype: z.number(), digest: z.string() }),
  ),
});
const nameserver = z.looseObject({ order: z.number(), name: z.string(), ipv4: z.string() });
export const billing = z.looseObject({ total: z.number(), currency: z.string() });

/** Specification, "Domain information": what each infoType adds to the summary. */
export const domainInfo = {
  status: {
    tsCreate: z.string(),
    renewable: z.boolean(),
    renewalMode: z.string(),
    modifyBlock: z.boolean(),
    transferBlock: z.optional(z.boolean()),
    whoisPrivacy: z.optional(z.boolean()),
    viewWhois: z.optional(z.boolean()),
    authcodeCheck: z.boolean(),
    serviceAssociated: z.boolean(),
    tag: z.string(),
    ownerverification: z.string(),
    transferStatus: z.string(),
  },
  contact: {
    contactOwner: contactRecord,
    contactAdmin: contactRecord,
    contactTech: contactRecord,
    contactBilling: contactRecord,
  },
  nameservers: { defaultNS: z.boolean(), nameservers: z.array(nameserver) },
  authcode: { authcode: z.string() },
  service: {
    service: z.looseObject({
      name: z.string(),
      type: z.string(),
      productkey: z.string(),
      status: z.string(),
      tsExpir: z.string(),
    }),
  },
  gluerecords: { gluerecords },
  dnssec: { dnssec },
};

/** The summary with whatever infoType was asked for. */
export const domainWithInfo = z.looseObject({
  ...domainSummary,
  ...z.partial(
    z.object({
      ...domainInfo.status,
      ...domainInfo.contact,
      ...domainInfo.nameservers,
      ...domainInfo.authcode,
      ...domainInfo.service,
      ...domainInfo.gluerecords,
      ...domainInfo.dnssec,
    }),
  ).shape,
});

export const infoTypes = ['status', 'contact', 'nameservers', 'authcode', 'service', 'gluerecords', 'dnssec'] as const;

/** A date that exists, `YYYYMMDD` or `YYYY-MM-DD`. */
export const expiryDate = (description: string) =>
  param(
    z.string().check(
      z.refine((value) => {
        const parts = /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(value);
        if (parts === null) return false;
        const iso = `${parts[1]}-${parts[3]}-${parts[4]}`;
        const read = new Date(`${iso}T00:00:00Z`);
        return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso);
      }, 'must be a date, YYYY-MM-DD or YYYYMMDD'),
    ),
    description,
  );

/** domain/update: what each updateType requires. */
export const updateTypes = [
  'contact',
  'nameservers',
  'transferBlock',
  'block',
  'whoisPrivacy',
  'viewWhois',
  'renewalMode',
  'tag',
] as const;
export const updateTypeRule = rule((given) => {
  const { updateType } = given;
  if (typeof updateType !== 'string' || updateType === 'contact') return [];
  return (updateTypes as readonly string[]).includes(updateType) && given[updateType] === undefined
    ? [{ parameter: updateType, what: `is required where updateType is ${updateType}` }]
    : [];
});
