import { z } from 'zod';
import type { Usages } from './access.ts';
import { verificationStatuses } from './contacts.ts';
import { domainStatuses, renewalModes, transferStatuses } from './domains.ts';
import { type PlanKey, plans } from './hosting-plans.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { recordTypes } from './record-value.ts';
import type { World } from './world.ts';

/** What is kept of a sandbox across restarts. Not its account: users, key and password are given anew each time. */
export type Kept = { world: Omit<World, 'account'>; usage: Usages };

const format = 'hostpin sandbox state';
/** Another number for every change after which older files are not understood. */
const version = 1;

const text = z.string();
const date = z.iso.date();
/** Milliseconds since the epoch, as far as dates go. */
const instant = z.number().min(-8.64e15).max(8.64e15);
const amount = z.number();

const domain = z.object({
  domainID: z.int(),
  name: text,
  status: z.enum(domainStatuses),
  since: instant,
  tsCreate: date,
  tsExpir: date.or(z.literal('')),
  period: z.int().min(1).max(99),
  renewalMode: z.enum(renewalModes),
  modifyBlock: z.boolean(),
  transferBlock: z.boolean(),
  whoisPrivacy: z.boolean(),
  viewWhois: z.boolean(),
  tag: text,
  transferStatus: z.enum(['', ...transferStatuses]),
  authcode: text,
  roles: z.object({ owner: text, admin: text, tech: text, billing: text }),
  defaultNS: z.boolean(),
  nameservers: z.array(text),
  gluerecords: z.array(z.object({ name: text, ipv4: text, ipv6: text.exactOptional() })),
  dnssec: z.array(z.object({ keytag: z.int(), algorithm: z.int(), digesttype: z.int(), digest: text })),
  history: z.array(z.object({ ts: text, ip: text, user: text, title: text, message: text })),
});

const contact = z.object({
  contactID: text,
  contactType: z.enum(['individual', 'organization']),
  firstName: text,
  lastName: text,
  orgName: text,
  orgType: text,
  identNumber: text,
  email: text,
  phone: text,
  fax: text,
  address: text,
  postalCode: text,
  city: text,
  state: text,
  country: text,
  verificationstatus: z.enum(verificationStatuses),
  daaccepted: z.boolean(),
  since: instant,
});

const service = z.object({
  name: text,
  status: z.enum(['init', 'active', 'inactive', 'renewed', 'renewable']),
  type: text,
  productkey: z.enum(Object.keys(plans) as PlanKey[]),
  tsExpir: date,
  tsCreate: date,
  renewable: z.boolean(),
  renewalMode: z.enum(['autorenew', 'manual']),
  since: instant,
});

const entities = z.array(z.object({ entityID: text }).catchall(z.json()));
const hosting = z.object({
  parking: z.boolean(),
  entities: z.object({
    ftp: entities,
    ddbb: entities,
    subdomain: entities,
    redirect: entities,
    mail: entities,
    mailalias: entities,
  }),
});

const usage = z.object({
  operations: z.array(instant),
  errors: z.array(instant),
  blocked: z.object({ until: instant, why: z.enum(['operations', 'errors']) }).exactOptional(),
});

const file = z.object({
  format: z.literal(format),
  version: z.literal(version),
  world: z.object({
    money: z.object({ balance: amount, threshold: amount, currency: z.literal('EUR') }),
    domains: z.array(domain),
    deletedDomains: z.array(z.object({ name: text, tld: text, tsDeleted: text, info: text })),
    contacts: z.array(contact),
    services: z.array(service),
    hosting: z.record(text, hosting),
    records: z.array(
      z.object({
        entityID: text,
        service: text,
        name: text,
        type: z.enum(recordTypes),
        ttl: text,
        priority: text,
        value: text,
      }),
    ),
    nextEntity: z.int(),
    publicAddress: z.object({ ipv4: z.ipv4(), ipv6: z.ipv6().exactOptional() }),
  }),
  usage: z.object({ dyndns: usage, api: usage }),
});

/** Reads what `printKept` wrote; the error says what is wrong, for a person. */
export const readKept = (content: string): Parsed<Kept> => {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return bad('it is no JSON');
  }
  const head = z.object({ format: z.literal(format), version: z.unknown() }).safeParse(json);
  if (!head.success) return bad('it is something else than the state of a sandbox');
  if (head.data.version !== version)
    return bad(`it is of version ${JSON.stringify(head.data.version)}, not ${version}`);
  const result = file.safeParse(json);
  if (result.success) return good({ world: result.data.world, usage: result.data.usage });
  const issue = result.error.issues[0];
  return bad(`${issue?.path.join('.') ?? 'a part of it'}: ${issue?.message ?? 'not understood'}`);
};

/** The text of the file. */
export const printKept = (kept: Kept): string => `${JSON.stringify({ format, version, ...kept })}\n`;
