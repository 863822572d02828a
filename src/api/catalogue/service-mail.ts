import * as z from 'zod/mini';
import { email } from '../contact-schemas.ts';
import { operations } from '../operation.ts';
import { oneOf, param, secret, text } from '../parameter.ts';
import { entity, listOf, nothing, queryInfo, serviceName } from '../schemas.ts';

const redirect = z.array(
  z.looseObject({ entityID: z.string(), origin: z.string(), destination: z.string(), type: z.string() }),
);
// The specification's table of fields calls the list `redirects`, its examples `redirect`.
const renamed = { redirects: 'redirect' };
const destination = text('where it leads');
const type = oneOf(['301', '302', 'frame'], '301 (permanent), 302 (temporary) or frame');

const mail = z.array(
  z.looseObject({
    entityID: z.string(),
    name: z.string(),
    /** Masked. */
    password: z.string(),
    /** Bytes; 1.0.20 only. */
    usage: z.optional(z.number()),
    quotaMax: z.optional(z.number()),
  }),
);

const mailalias = z.array(z.looseObject({ entityID: z.string(), name: z.string(), target: z.array(z.string()) }));
const target = param(
  z.array(email('an e-mail address')).check(z.minLength(1, 'must be at least one address')),
  'the addresses that it leads to',
);

/** Specification, "Module service": redirections, mailboxes, mail aliases. */
export const serviceMail = operations({
  'service/redirectlist': {
    summary: 'List the HTTP redirections of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, redirect }),
    renamed,
  },
  'service/redirectgetinfo': {
    summary: 'Show a redirection',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ redirect }),
    renamed,
  },
  'service/redirectcreate': {
    summary: 'Create a redirection',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, origin: text('what is redirected'), destination, type }),
    result: z.looseObject({ redirect }),
    renamed,
  },
  'service/redirectupdate': {
    summary: 'Change a redirection',
    effect: 'changes',
    params: z.strictObject({ ...entity, destination, type }),
    result: z.looseObject({ redirect }),
    renamed,
  },
  'service/redirectdelete': {
    summary: 'Delete a redirection',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
  'service/maillist': {
    summary: 'List the mailboxes of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, mail }),
  },
  'service/mailgetinfo': {
    summary: 'Show a mailbox',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ mail }),
  },
  'service/mailcreate': {
    summary: 'Create a mailbox',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, name: text('its address'), password: secret('its password') }),
    result: z.looseObject({ mail }),
  },
  'service/mailupdate': {
    summary: 'Change the password of a mailbox',
    effect: 'changes',
    params: z.strictObject({ ...entity, password: secret('the new password') }),
    result: z.looseObject({ mail }),
  },
  'service/maildelete': {
    summary: 'Delete a mailbox with its mail',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
  'service/mailaliaslist': {
    summary: 'List the mail aliases of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, mailalias }),
  },
  'service/mailaliasgetinfo': {
    summary: 'Show a mail alias',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ mailalias }),
  },
  'service/mailaliascreate': {
    summary: 'Create a mail alias',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, name: text('its address'), target }),
    result: z.looseObject({ mailalias }),
  },
  'service/mailaliasupdate': {
    summary: 'Change where a mail alias leads',
    effect: 'changes',
    params: z.strictObject({ ...entity, target }),
    result: z.looseObject({ mailalias }),
  },
  'service/mailaliasdelete': {
    summary: 'Delete a mail alias',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
});
