import { type Contact, contactName, verificationStatuses } from '../contacts.ts';
import { askAgain, contactOf } from '../owners.ts';
import { choice, flag, given } from './checks.ts';
import { addContact, readContact } from './contact-data.ts';
import { type Call, done, type Operation, operation, type Reply, refused } from './operation.ts';
import { pageOf } from './paging.ts';

/** Specification, Contact: what answers show. */
export const shownContact = ({ since: _, ...contact }: Contact) => contact;

/** Specification, Contact list entry. */
const entry = (contact: Contact) => ({
  contactID: contact.contactID,
  contactType: contact.contactType,
  contactName: contactName(contact),
  identNumber: contact.identNumber,
  email: contact.email,
  country: contact.country,
  verificationstatus: contact.verificationstatus,
  daaccepted: contact.daaccepted,
});

const withContact = ({ world, parameters }: Call, run: (contact: Contact) => Reply): Reply => {
  const contact = contactOf(world, given(parameters, 'contactID') ?? '');
  return contact ? run(contact) : refused(3001, 'Contact not exists');
};

const list = ({ world, parameters }: Call): Reply => {
  const status = choice(parameters, 'verificationstatus', verificationStatuses);
  if (!status.ok) return status;
  const accepted = flag(parameters, 'daaccepted');
  if (!accepted.ok) return accepted;
  const text = (name: string) => given(parameters, name)?.toLowerCase();
  const [name, email, country, ident] = [text('name'), text('email'), text('country'), text('identNumber')];
  const found = world.contacts.filter(
    (contact) =>
      (name === undefined || contactName(contact).toLowerCase().includes(name)) &&
      (email === undefined || contact.email.toLowerCase() === email) &&
      (country === undefined || contact.country.toLowerCase() === country) &&
      (ident === undefined || contact.identNumber.toLowerCase() === ident) &&
      (status.value === undefined || contact.verificationstatus === status.value) &&
      (accepted.value === undefined || contact.daaccepted === accepted.value),
  );
  return pageOf(world, parameters, 'contacts', found.map(entry));
};

/** Specification, Module contact. */
export const contactOperations: readonly Operation[] = [
  operation(
    'contact/create',
    [],
    ({ world, parameters, now }) => {
      const contact = readContact(world, parameters, '', now);
      return contact.ok
        ? done(addContact(world, contact.value), shownContact(contact.value), 'Contact created')
        : contact;
    },
    '1.0.20',
  ),
  operation('contact/list', [], list),
  operation('contact/getinfo', ['contactID'], (call) => {
    const infoType = choice(call.parameters, 'infoType', ['data']);
    return infoType.ok ? withContact(call, (contact) => done(call.world, shownContact(contact))) : infoType;
  }),
  operation('contact/resendverificationmail', ['contactID'], (call) =>
    withContact(call, (contact) => {
      const { world, now } = call;
      if (contact.verificationstatus === 'verified' || contact.verificationstatus === 'notapplicable') {
        return refused(3003, `The contact needs no verification: it is ${contact.verificationstatus}`);
      }
      const next = askAgain(world, contact, now);
      const { daaccepted: _, ...shown } = entry({ ...contact, verificationstatus: 'inprocess' });
      return done(next, shown, 'Verification e-mail sent');
    }),
  ),
];
