import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { noParams } from '../schemas.ts';

/** Specification, "Module account". */
export const account = operations({
  'account/info': {
    summary: 'The account: balance, threshold of the low-balance notification, caller address',
    effect: 'reads',
    params: noParams,
    result: z.looseObject({
      clientName: z.string(),
      apiuser: z.string(),
      balance: z.number(),
      threshold: z.number(),
      currency: z.string(),
      ip: z.string(),
    }),
  },
});
