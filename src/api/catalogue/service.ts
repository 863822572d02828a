import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { oneOf, optional, text, whole, withDefault, yesNo } from '../parameter.ts';
import { paging, queryInfo, serviceName } from '../schemas.ts';
import { serviceInfo, serviceInfoTypes, serviceRecord, serviceStatuses, serviceWithInfo } from '../service-schemas.ts';

const billed = z.looseObject({
  billing: z.looseObject({ total: z.number(), currency: z.string() }),
  services: z.array(serviceRecord),
});
const period = withDefault(whole('years'), 1);
/** Not an enumeration: the key of the plain mail hosting plan is not specified. */
const plan = 'redir, mini, mailplus, mailpro, basic, professional, advanced, corporate, …';
const parking = z.looseObject({ parking: z.looseObject({ enabled: z.boolean() }) });

/** Specification, "Module service": the services themselves. */
export const service = operations({
  'service/list': {
    summary: 'List the hosting services of the account',
    effect: 'reads',
    params: z.strictObject({
      name: optional(text('exactly this service')),
      word: optional(text('services with this in their name')),
      tld: optional(text('services under this top-level domain')),
      renewable: optional(yesNo('true: only those that can be renewed')),
      status: optional(oneOf(serviceStatuses, 'services in this state')),
      ...paging,
    }),
    result: z.looseObject({ queryInfo, services: z.array(serviceRecord) }),
  },
  'service/getinfo': {
    summary: 'Show a service: infoType says what of it',
    effect: 'reads',
    params: z.strictObject({
      ...serviceName,
      infoType: withDefault(oneOf(serviceInfoTypes, 'what is to be shown (php and logerror: 1.0.20)'), 'status'),
    }),
    result: serviceWithInfo,
    variants: { parameter: 'infoType', fallback: 'status', results: serviceInfo },
  },
  'service/create': {
    summary: 'Order a hosting service',
    effect: 'spends',
    params: z.strictObject({ ...serviceName, productkey: text(`the plan: ${plan}`), period }),
    result: billed,
  },
  'service/renew': {
    summary: 'Renew a hosting service',
    effect: 'spends',
    params: z.strictObject({ ...serviceName, period }),
    result: billed,
  },
  'service/upgrade': {
    summary: 'Move a hosting service to a higher plan',
    effect: 'spends',
    params: z.strictObject({ ...serviceName, productkey: text(`the higher plan: ${plan}`) }),
    result: billed,
  },
  'service/update': {
    summary: 'Change what happens when a service expires',
    effect: 'changes',
    params: z.strictObject({
      ...serviceName,
      updateType: oneOf(['renewalMode'], 'what is to be changed'),
      renewalMode: oneOf(['autorenew', 'manual'], 'what happens when the service expires'),
    }),
    result: serviceRecord,
  },
  'service/parkinggetinfo': {
    summary: 'Show whether the parking page is on',
    effect: 'reads',
    params: z.strictObject(serviceName),
    result: parking,
  },
  'service/parkingupdate': {
    summary: 'Switch the parking page on or off',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, enabled: yesNo('whether the parking page is on') }),
    result: parking,
  },
  'service/webconstructorlogin': {
    summary: 'Get an address that logs in to the website builder',
    effect: 'reads',
    params: z.strictObject({
      ...serviceName,
      subdomain: text('the subdomain where the site is published'),
      loginlang: withDefault(text('language of the website builder'), 'en'),
    }),
    result: z.looseObject({ webconstructor: z.looseObject({ loginURL: z.string() }) }),
  },
});
