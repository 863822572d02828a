import type { Roles } from '../domains.ts';
import { contactOf } from '../owners.ts';
import type { World } from '../world.ts';
import { type Checked, fine, given, missing } from './checks.ts';
import { addContact, hasContactData, readContact } from './contact-data.ts';
import { type Call, refused } from './operation.ts';

type Role = keyof Roles;

/** One ContactData block: an identifier (form A, the other fields are ignored) or all fields (form B). */
const readRole = ({ world, parameters, now }: Call, role: Role): Checked<{ world: World; id: string | undefined }> => {
  const prefix = `${role}Contact`;
  const id = given(parameters, `${prefix}ID`);
  if (id !== undefined) {
    return contactOf(world, id) ? fine({ world, id }) : refused(3001, `Contact ${id} does not exist`);
  }
  if (!hasContactData(parameters, prefix)) return fine({ world, id: undefined });
  const contact = readContact(world, parameters, prefix, now);
  return contact.ok ? fine({ world: addContact(world, contact.value), id: contact.value.contactID }) : contact;
};

/** The contacts that a call names, and the world with those that it brought. */
export const readRoles = (call: Call): Checked<{ world: World; roles: Partial<Roles> }> => {
  let { world } = call;
  const roles: Partial<Roles> = {};
  for (const role of ['owner', 'admin', 'tech', 'billing'] as const) {
    const read = readRole({ ...call, world }, role);
    if (!read.ok) return read;
    world = read.value.world;
    if (read.value.id !== undefined) roles[role] = read.value.id;
  }
  const owner = roles.owner && contactOf(world, roles.owner);
  if (owner && owner.verificationstatus === 'failed') {
    return refused(3003, `The verification of contact ${owner.contactID} has failed`);
  }
  return fine({ world, roles });
};

/** The contacts of a new domain. An absent block falls back to another one (specification, Conventions 7). */
export const readNewRoles = (call: Call): Checked<{ world: World; roles: Roles }> => {
  const read = readRoles(call);
  if (!read.ok) return read;
  const { owner, admin = owner, tech = admin, billing = admin } = read.value.roles;
  if (!owner || !admin || !tech || !billing) return missing('ownerContactID or the ownerContact fields');
  return fine({ world: read.value.world, roles: { owner, admin, tech, billing } });
};
