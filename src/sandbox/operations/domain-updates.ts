import { defaultNameservers, renewalModes } from '../domains.ts';
import { ownerVerification } from '../owners.ts';
import { tldOf } from '../tlds.ts';
import { choice, flag, given, list, missing, nameservers } from './checks.ts';
import { readRoles } from './contact-roles.ts';
import { changed, lockOf } from './domain-change.ts';
import { type DomainCall, domainOperation, type Operation, type Reply, refused } from './operation.ts';

const updateContacts = (call: DomainCall): Reply => {
  const lock = lockOf(call);
  if (lock) return lock;
  const read = readRoles(call);
  if (!read.ok) return read;
  const { world, roles } = read.value;
  const change = { roles: { ...call.domain.roles, ...roles } };
  return changed({ ...call, world }, { title: 'Contacts updated', change });
};

const updateNameservers = (call: DomainCall): Reply => {
  const text = given(call.parameters, 'nameservers');
  if (text === undefined) return missing('nameservers');
  const read = nameservers(text, ['default']);
  if (!read.ok) return read;
  const lock = lockOf(call);
  if (lock) return lock;
  if (ownerVerification(call.world, call.domain) === 'failed') {
    return refused(2210, 'The verification of the owner contact has failed');
  }
  const change =
    'word' in read.value
      ? { defaultNS: true, nameservers: defaultNameservers }
      : { defaultNS: false, nameservers: read.value.names };
  return changed(call, { title: 'Name servers updated', change });
};

/** Specification, Domain information: these exist only where the TLD allows them. */
const forGeneric = ['transferBlock', 'whoisPrivacy', 'viewWhois'];

const updateFlag =
  (name: 'transferBlock' | 'block' | 'whoisPrivacy' | 'viewWhois') =>
  (call: DomainCall): Reply => {
    const read = flag(call.parameters, name);
    if (!read.ok) return read;
    if (read.value === undefined) return missing(name);
    // What locks changes must be able to unlock them.
    const lock = name === 'block' ? lockOf({ ...call, domain: { ...call.domain, modifyBlock: false } }) : lockOf(call);
    if (lock) return lock;
    if (forGeneric.includes(name) && !tldOf(call.domain.name)?.generic) {
      return refused(2201, `The TLD has no ${name}`);
    }
    const change = { [name === 'block' ? 'modifyBlock' : name]: read.value };
    return changed(call, { title: `${name} updated to ${read.value}`, change });
  };

/** What the account keeps about a domain, which no lock of the registry concerns. */
const updateRenewalMode = (call: DomainCall): Reply => {
  const mode = choice(call.parameters, 'renewalMode', renewalModes);
  if (!mode.ok) return mode;
  if (!mode.value) return missing('renewalMode');
  return changed(call, { title: `renewalMode updated to ${mode.value}`, change: { renewalMode: mode.value } });
};

const updateTag = (call: DomainCall): Reply => {
  const tags = list(given(call.parameters, 'tag') ?? '');
  if (tags.length === 0) return missing('tag');
  return changed(call, { title: 'Tags updated', change: { tag: [...new Set(tags)].join(',') } });
};

/** Specification, domain/update by updateType. */
const updates = {
  contact: updateContacts,
  nameservers: updateNameservers,
  transferBlock: updateFlag('transferBlock'),
  block: updateFlag('block'),
  whoisPrivacy: updateFlag('whoisPrivacy'),
  viewWhois: updateFlag('viewWhois'),
  renewalMode: updateRenewalMode,
  tag: updateTag,
} as const;
const updateTypes = Object.keys(updates) as (keyof typeof updates)[];

/** Specification, Module domain: changing what a domain is. */
export const domainUpdates: readonly Operation[] = [
  domainOperation('domain/update', ['updateType'], (call) => {
    const type = choice(call.parameters, 'updateType', updateTypes);
    if (!type.ok) return type;
    return type.value ? updates[type.value](call) : missing('updateType');
  }),
  domainOperation('domain/updatenameservers', ['nameservers'], updateNameservers),
  domainOperation('domain/updatecontacts', [], updateContacts),
];
