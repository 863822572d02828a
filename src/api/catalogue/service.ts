import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { oneOf, optional, text, yesNo } from '../parameter.ts';
import { paging, queryInfo } from '../schemas.ts';

/** Specification, "Service status". */
export const serviceStatuses = ['init', 'active', 'inactive', 'renewed', 'renewable'] as const;

export const serviceRecord = z.looseObject({
  name: z.string(),
  status: z.string(),
  type: z.string(),
  productkey: z.string(),
  tsExpir: z.string(),
});

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
});
