import * as z from 'zod/mini';
import { oneOf, optional, param, text } from './parameter.ts';
import { absent, type Broken, type Given, rule } from './rules.ts';

/** Specification, "Contact" and "Conventions" 7. */

export const contactTypes = ['individual', 'organization'] as const;
export const verificationStatuses = ['verified', 'notapplicable', 'inprocess', 'failed'] as const;
export type Role = 'owner' | 'admin' | 'tech' | 'billing';
export const roles: readonly Role[] = ['owner', 'admin', 'tech', 'billing'];

const phoneNumber = (description: string) =>
  param(z.string().check(z.regex(/^\+\d{1,3}\.\d{4,15}$/, 'must look like +34.123456789')), description);
export const email = (description: string) =>
  param(z.string().check(z.regex(/^[^\s@,]+@[^\s@,]+$/, 'must be an e-mail address')), description);
export const country = (description: string) =>
  param(z.string().check(z.regex(/^[A-Za-z]{2}$/, 'must be a country code of 2 letters (ISO 3166-1)')), description);

/** The fields of a contact, by the names that contact/create has for them. */
export const contactFields = {
  Type: oneOf(contactTypes, 'a person or an organization'),
  FirstName: text('first name'),
  LastName: text('last name'),
  OrgName: optional(text('name of the organization; required for one')),
  OrgType: optional(text('Spanish organization type (table es_juridic); required for an organization in ES')),
  IdentNumber: text('tax, VAT or ID number'),
  Email: email('e-mail address'),
  Phone: phoneNumber('phone number, +34.123456789'),
  Fax: optional(phoneNumber('fax number, +34.123456789')),
  Address: text('street and number'),
  PostalCode: text('postal code'),
  City: text('city'),
  State: text('state or province'),
  Country: country('country code of 2 letters'),
};
type Fields = typeof contactFields;

const required = [
  'Type',
  'FirstName',
  'LastName',
  'IdentNumber',
  'Email',
  'Phone',
  'Address',
  'PostalCode',
  'City',
  'State',
  'Country',
];

/** What an organization has to say beyond a person. */
const ofOrganizations = (given: Given, name: (field: string) => string): Broken[] => {
  if (given[name('Type')] !== 'organization') return [];
  const broken: Broken[] = [];
  if (absent(given, name('OrgName')))
    broken.push({ parameter: name('OrgName'), what: 'is required for an organization' });
  if (String(given[name('Country')]).toUpperCase() === 'ES' && absent(given, name('OrgType'))) {
    broken.push({ parameter: name('OrgType'), what: 'is required for an organization in ES' });
  }
  return broken;
};

export const organizationRule = rule((given) => ofOrganizations(given, (field) => field));

type Block<R extends Role> = { [K in `${R}ContactID`]: z.ZodMiniOptional<z.ZodMiniString> } & {
  [K in keyof Fields as `${R}Contact${K}`]: z.ZodMiniOptional<Fields[K]>;
};

const block = <R extends Role>(role: R): Block<R> => {
  const fields = Object.entries(contactFields).map(([field, schema]) => [`${role}Contact${field}`, z.optional(schema)]);
  const id = optional(text(`the ${role}: a contact that exists; the other fields of this contact are ignored then`));
  return Object.fromEntries([[`${role}ContactID`, id], ...fields]) as Block<R>;
};

/** The four contacts of a domain: each an identifier (form A) or all of its fields (form B). */
export const contactBlocks = { ...block('owner'), ...block('admin'), ...block('tech'), ...block('billing') };

/** Each block is absent, or an identifier, or whole. */
export const contactBlocksRule = (options: { ownerRequired: boolean }) =>
  rule((given) =>
    roles.flatMap((role) => {
      const name = (field: string): string => `${role}Contact${field}`;
      if (!absent(given, name('ID'))) return [];
      const begun = Object.keys(contactFields).some((field) => !absent(given, name(field)));
      if (!begun) {
        return role === 'owner' && options.ownerRequired
          ? [{ parameter: name('ID'), what: 'or the other fields of the owner contact are required' }]
          : [];
      }
      const missing = required.filter((field) => absent(given, name(field)));
      const what = `is required where ${name('ID')} is not given`;
      return [...missing.map((field) => ({ parameter: name(field), what })), ...ofOrganizations(given, name)];
    }),
  );

export const contactRecord = z.looseObject({
  contactID: z.string(),
  contactType: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  orgName: z.string(),
  /** A code where the country is ES, else empty. */
  orgType: z.union([z.string(), z.number()]),
  identNumber: z.string(),
  email: z.string(),
  phone: z.string(),
  fax: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  verificationstatus: z.string(),
  daaccepted: z.boolean(),
  /** In the contacts of .ES domains. */
  esNicHandle: z.optional(z.string()),
});

export const contactListEntry = z.looseObject({
  contactID: z.string(),
  contactType: z.string(),
  contactName: z.string(),
  identNumber: z.string(),
  email: z.string(),
  country: z.string(),
  verificationstatus: z.string(),
  daaccepted: z.boolean(),
});
