import type { Domain } from '../domains.ts';
import { defaultNameservers } from '../domains.ts';
import type { Json } from '../json.ts';
import { shownName } from '../names.ts';
import { contactOf, ownerVerification } from '../owners.ts';
import { endingOf, tldOf } from '../tlds.ts';
import type { World } from '../world.ts';
import { shownContact } from './contact.ts';
import { type DomainCall, done, type Refusal, type Reply, refused } from './operation.ts';

type Fields = Readonly<Record<string, Json>>;

/** Specification, Domain summary. */
export const summary = ({ name, status, tsExpir, domainID }: Domain) => ({
  name: shownName(name),
  status,
  tld: endingOf(name),
  tsExpir,
  domainID,
});

const dayMs = 86_400_000;

/** Whether the renewal period has come: 60 days before the expiry until the end of the grace period. */
export const isRenewable = ({ status, tsExpir }: Domain, now: number): boolean =>
  status === 'expired-renewgrace' || (status === 'active' && Date.parse(tsExpir) - now < 60 * dayMs);

/** Whether the authcode is shown: where the TLD has one, and transfers are not locked. */
const showsAuthcode = ({ name, status, transferBlock }: Domain): boolean =>
  tldOf(name)?.authcodereq === true && !transferBlock && (status === 'active' || status === 'renewed');

const statusOf = (world: World, domain: Domain, now: number): Fields => {
  const { tsCreate, renewalMode, modifyBlock, transferBlock, whoisPrivacy, viewWhois, tag, transferStatus } = domain;
  return {
    tsCreate,
    renewable: isRenewable(domain, now),
    renewalMode,
    modifyBlock,
    ...(tldOf(domain.name)?.generic ? { transferBlock, whoisPrivacy, viewWhois } : {}),
    authcodeCheck: showsAuthcode(domain),
    serviceAssociated: world.services.some(({ name }) => name === domain.name),
    tag,
    ownerverification: ownerVerification(world, domain),
    transferStatus,
  };
};

const contactsOf = (world: World, { name, roles }: Domain): Fields => {
  const shown = (contactID: string): Json => {
    const contact = contactOf(world, contactID);
    if (!contact) return [];
    // Specification, Contact: in the contacts of .ES domains alone.
    const handle = endingOf(name).endsWith('es') ? { esNicHandle: `${contactID.replace('-', '')}-ESNIC-F4` } : {};
    return { ...shownContact(contact), ...handle };
  };
  const { owner, admin, tech, billing } = roles;
  return {
    contactOwner: shown(owner),
    contactAdmin: shown(admin),
    contactTech: shown(tech),
    contactBilling: shown(billing),
  };
};

const addressOf = ({ gluerecords }: Domain, server: string): string => {
  const own = defaultNameservers.indexOf(server);
  if (own >= 0) return `192.0.2.${53 + own}`;
  return gluerecords.find(({ name }) => name === server)?.ipv4 ?? '';
};

const nameserversOf = (domain: Domain): Fields => ({
  defaultNS: domain.defaultNS,
  nameservers: domain.nameservers.map((name, index) => ({ order: index + 1, name, ipv4: addressOf(domain, name) })),
});

const noService = { name: '', type: '', productkey: '', status: '', tsExpir: '' };
const serviceOf = ({ services }: World, domain: Domain): Fields => {
  const { name, type, productkey, status, tsExpir } = services.find((each) => each.name === domain.name) ?? noService;
  return { service: { name, type, productkey, status, tsExpir } };
};

export const glueOf = ({ gluerecords }: Domain): Fields => ({ gluerecords });
export const dnssecOf = ({ dnssec }: Domain): Fields => ({ dnssec: { active: dnssec.length > 0, entries: dnssec } });

/** Specification, Domain information: what each infoType adds to the summary. */
export const infoTypes = ['status', 'contact', 'nameservers', 'authcode', 'service', 'gluerecords', 'dnssec'] as const;
export type InfoType = (typeof infoTypes)[number];

const views: Record<InfoType, (world: World, domain: Domain, now: number) => Fields | Refusal> = {
  status: statusOf,
  contact: contactsOf,
  nameservers: (_, domain) => nameserversOf(domain),
  authcode: (_, domain) =>
    showsAuthcode(domain)
      ? { authcode: domain.authcode }
      : refused(2005, 'The authcode of this domain can not be retrieved: see authcodeCheck'),
  service: serviceOf,
  gluerecords: (_, domain) => glueOf(domain),
  dnssec: (_, domain) => dnssecOf(domain),
};

/** What the infoType adds. */
export const viewOf = (infoType: Exclude<InfoType, 'authcode'>, world: World, domain: Domain, now: number): Fields =>
  views[infoType](world, domain, now) as Fields;

/** Answers with the summary and what the infoType adds. */
export const show = ({ world, domain, now }: DomainCall, infoType: InfoType): Reply => {
  const view = views[infoType](world, domain, now);
  return 'ok' in view ? (view as Refusal) : done(world, { ...summary(domain), ...view });
};
