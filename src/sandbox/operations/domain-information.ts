import { domainToASCII } from 'node:url';
import { verificationStatuses } from '../contacts.ts';
import { domainStatuses } from '../domains.ts';
import { normalName, shownName } from '../names.ts';
import { contactOf, ownerVerification } from '../owners.ts';
import { fails } from '../registry.ts';
import { endingOf } from '../tlds.ts';
import { choice, flag, given, list } from './checks.ts';
import { infoTypes, isRenewable, show, summary, viewOf } from './domain-view.ts';
import {
  type Call,
  type DomainCall,
  domainOperation,
  done,
  type Operation,
  operation,
  type Reply,
  refused,
} from './operation.ts';
import { pageOf } from './paging.ts';

const listed = ['status', 'contact', 'nameservers', 'service', 'gluerecords'] as const;

const listDomains = ({ world, parameters, now }: Call): Reply => {
  const status = choice(parameters, 'status', domainStatuses);
  if (!status.ok) return status;
  const verification = choice(parameters, 'ownerverification', verificationStatuses);
  if (!verification.ok) return verification;
  const infoType = choice(parameters, 'infoType', listed);
  if (!infoType.ok) return infoType;
  const renewable = flag(parameters, 'renewable');
  if (!renewable.ok) return renewable;
  const text = (name: string) => given(parameters, name)?.toLowerCase();
  const [exact, word, tld, owner, tag] = [text('domain'), text('word'), text('tld'), text('owner'), text('tag')];
  const found = world.domains.filter(
    (domain) =>
      (exact === undefined || domain.name === domainToASCII(normalName(exact))) &&
      (word === undefined || shownName(domain.name).includes(word)) &&
      (tld === undefined || endingOf(domain.name) === tld.replace(/^\./, '')) &&
      (!renewable.value || isRenewable(domain, now)) &&
      (owner === undefined || domain.roles.owner.toLowerCase() === owner) &&
      (tag === undefined || list(domain.tag.toLowerCase()).includes(tag)) &&
      (status.value === undefined || domain.status === status.value) &&
      (verification.value === undefined || ownerVerification(world, domain) === verification.value),
  );
  const shown = found.map((domain) => ({
    ...summary(domain),
    ...(infoType.value ? viewOf(infoType.value, world, domain, now) : {}),
  }));
  return pageOf(world, parameters, 'domains', shown);
};

const whois = ({ world, parameters }: Call): Reply => {
  const name = normalName(given(parameters, 'domain') ?? '');
  // Specification, Module domain: the name is in Punycode, so there is no other letter in it.
  if (!/^[a-z0-9._-]+$/.test(name)) return refused(2001, 'Write the domain in Punycode');
  const domain = world.domains.find((candidate) => candidate.name === name);
  if (!domain) return refused(2006, 'Only domains of this account can be queried');
  if (fails(name, 2007)) return refused(2007, 'The whois server does not answer');
  const owner = contactOf(world, domain.roles.owner);
  const hidden = domain.whoisPrivacy || !domain.viewWhois;
  const person = hidden || !owner ? 'REDACTED FOR PRIVACY' : `${owner.firstName} ${owner.lastName}`.trim();
  const lines = [
    `Domain Name: ${name.toUpperCase()}`,
    `Creation Date: ${domain.tsCreate}`,
    `Registry Expiry Date: ${domain.tsExpir}`,
    `Domain Status: ${domain.status}`,
    `Registrant Name: ${person}`,
    `Registrant Organization: ${hidden ? '' : (owner?.orgName ?? '')}`,
    ...domain.nameservers.map((server) => `Name Server: ${server.toUpperCase()}`),
    `DNSSEC: ${domain.dnssec.length > 0 ? 'signedDelegation' : 'unsigned'}`,
  ];
  return done(world, { domain: name, whoisData: `${lines.join('\n')}\n` });
};

const history = ({ world, parameters, domain }: DomainCall): Reply => {
  const page = pageOf(world, parameters, 'history', domain.history);
  const { name, status, tld, tsExpir } = summary(domain);
  return page.ok ? { ...page, data: { ...(page.data as object), name, status, tld, tsExpir } } : page;
};

/** Specification, Module domain: what is known about domains. */
export const domainInformation: readonly Operation[] = [
  operation('domain/list', [], listDomains),
  domainOperation('domain/getinfo', [], (call) => {
    const infoType = choice(call.parameters, 'infoType', infoTypes);
    return infoType.ok ? show(call, infoType.value ?? 'status') : infoType;
  }),
  // Specification, Module domain: the answer's action reads `domain/getinfo`.
  domainOperation('domain/getauthcode', [], (call) => {
    const reply = show(call, 'authcode');
    return reply.ok ? { ...reply, action: 'domain/getinfo' } : reply;
  }),
  domainOperation('domain/getnameservers', [], (call) => show(call, 'nameservers')),
  domainOperation('domain/getgluerecords', [], (call) => show(call, 'gluerecords')),
  domainOperation('domain/getdnssec', [], (call) => show(call, 'dnssec')),
  operation('domain/whois', ['domain'], whois),
  domainOperation('domain/gethistory', [], history),
  operation('domain/listdeleted', [], ({ world, parameters }) =>
    pageOf(world, parameters, 'domains', world.deletedDomains),
  ),
];
