import * as z from 'zod/mini';
import {
  contactFields,
  contactListEntry,
  contactRecord,
  country,
  organizationRule,
  verificationStatuses,
} from '../contact-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, optional, text, withDefault, yesNo } from '../parameter.ts';
import { paging, queryInfo } from '../schemas.ts';

const contactID = text('identifier of the contact');

/** Specification, "Module contact". */
export const contact = operations({
  'contact/create': {
    summary: 'Create a contact',
    effect: 'changes',
    only: '1.0.20',
    params: z.strictObject(contactFields).check(organizationRule),
    result: contactRecord,
  },
  'contact/list': {
    summary: 'List the contacts of the account',
    effect: 'reads',
    params: z.strictObject({
      ...paging,
      name: optional(text('contacts with this in the name of the person or organization')),
      email: optional(text('contacts with this e-mail address')),
      country: optional(country('contacts in this country')),
      identNumber: optional(text('contacts with this tax, VAT or ID number')),
      verificationstatus: optional(oneOf(verificationStatuses, 'contacts in this state of verification')),
      daaccepted: optional(yesNo('contacts that accepted the Designated Agent')),
    }),
    result: z.looseObject({ queryInfo, contacts: z.array(contactListEntry) }),
  },
  'contact/getinfo': {
    summary: 'Show a contact',
    effect: 'reads',
    params: z.strictObject({
      contactID,
      infoType: withDefault(oneOf(['data'], 'what is to be shown'), 'data'),
    }),
    result: contactRecord,
  },
  'contact/resendverificationmail': {
    summary: 'Send the verification e-mail to a contact again',
    effect: 'changes',
    params: z.strictObject({ contactID }),
    result: z.looseObject({
      contactID: z.string(),
      contactType: z.string(),
      contactName: z.string(),
      country: z.string(),
      verificationstatus: z.string(),
      // Only the specification's examples have these.
      identNumber: z.optional(z.string()),
      email: z.optional(z.string()),
    }),
  },
});
