import type { Contact } from '../contacts.ts';
import { isCountry, organizationTypes } from '../countries.ts';
import type { Parameters } from '../form.ts';
import type { World } from '../world.ts';
import { type Checked, fine, given, missing } from './checks.ts';
import { refused } from './operation.ts';

type Shape = { name: string; test: (text: string) => boolean };

const isPhone = (text: string): boolean => /^\+\d{1,3}\.\d{4,15}$/.test(text);

/** Specification, ContactData block: the fields without which no contact is made, then the others. */
const required = 'Type FirstName LastName IdentNumber Email Phone Address PostalCode City State Country'.split(' ');
const fields = [...required, 'OrgName', 'OrgType', 'Fax'];

const shapes: readonly Shape[] = [
  { name: 'Type', test: (text) => text === 'individual' || text === 'organization' },
  { name: 'Email', test: (text) => /^[^\s@,]{1,64}@[^\s@,]{1,255}$/.test(text) },
  { name: 'Phone', test: isPhone },
  { name: 'Fax', test: (text) => text === '' || isPhone(text) },
  { name: 'Country', test: (text) => isCountry(text.toUpperCase()) },
];

/** Whether any field of the block is there. */
export const hasContactData = (parameters: Parameters, prefix: string): boolean =>
  fields.some((name) => given(parameters, prefix + name) !== undefined);

/** A contact from the fields that have the prefix; it is not in the world yet. `now` is in milliseconds since the epoch. */
export const readContact = (world: World, parameters: Parameters, prefix: string, now: number): Checked<Contact> => {
  const text = (name: string): string => given(parameters, prefix + name) ?? '';
  const country = text('Country').toUpperCase();
  const organization = text('Type') === 'organization';
  const spanish = organization && country === 'ES';
  const needed = [...required, ...(organization ? ['OrgName'] : []), ...(spanish ? ['OrgType'] : [])];
  const absent = needed.filter((name) => text(name) === '');
  if (absent.length > 0) return missing(...absent.map((name) => prefix + name));
  const wrong = shapes.filter(({ name, test }) => !test(text(name))).map(({ name }) => name);
  if (spanish && !organizationTypes.some(({ code }) => code === text('OrgType'))) wrong.push('OrgType');
  if (wrong.length > 0) return refused(3002, ...wrong.map((name) => `Contact data error: ${prefix}${name}`));
  return fine({
    contactID: `SBX-${100_001 + world.contacts.length}`,
    contactType: organization ? 'organization' : 'individual',
    firstName: text('FirstName'),
    lastName: text('LastName'),
    orgName: organization ? text('OrgName') : '',
    orgType: spanish ? text('OrgType') : '',
    identNumber: text('IdentNumber'),
    email: text('Email'),
    phone: text('Phone'),
    fax: text('Fax'),
    address: text('Address'),
    postalCode: text('PostalCode'),
    city: text('City'),
    state: text('State'),
    country,
    verificationstatus: 'inprocess',
    daaccepted: false,
    since: now,
  });
};

export const addContact = (world: World, contact: Contact): World => ({
  ...world,
  contacts: [...world.contacts, contact],
});
