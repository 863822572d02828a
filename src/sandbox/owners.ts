import type { Contact, VerificationStatus } from './contacts.ts';
import type { Domain } from './domains.ts';
import { tldOf } from './tlds.ts';
import type { World } from './world.ts';

export const contactOf = (world: World, contactID: string): Contact | undefined =>
  world.contacts.find((contact) => contact.contactID === contactID);

/** The verification of the domain's owner: by e-mail, under generic top-level domains alone. */
export const ownerVerification = (world: World, { name, roles }: Domain): VerificationStatus =>
  tldOf(name)?.generic ? (contactOf(world, roles.owner)?.verificationstatus ?? 'failed') : 'notapplicable';

/** Sends the verification e-mail again: it is waited for from now on. `now` is in milliseconds since the epoch. */
export const askAgain = (world: World, { contactID }: Contact, now: number): World => ({
  ...world,
  contacts: world.contacts.map((contact) =>
    contact.contactID === contactID ? { ...contact, verificationstatus: 'inprocess', since: now } : contact,
  ),
});
