import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { optional, text, whole, withDefault } from '../parameter.ts';
import { noParams, queryInfo } from '../schemas.ts';

const promotion = z.looseObject({
  promo: z.string(),
  type: z.string(),
  action: z.string(),
  price: z.number(),
  tsIni: z.string(),
  tsEnd: z.string(),
  /** Where the type is domain. */
  tld: z.optional(z.string()),
  /** Where the type is ssl. */
  productID: z.optional(z.union([z.string(), z.number()])),
});

/** Absent where the top-level domain does not allow the action. */
const offer = z.optional(z.looseObject({ price: z.number(), years: z.string(), inPromo: z.optional(z.boolean()) }));

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
  'account/promos': {
    summary: 'The promotions that are running',
    effect: 'reads',
    only: '1.0.20',
    params: noParams,
    result: z.array(promotion),
  },
  'account/zones': {
    summary: 'The price list by top-level domain',
    effect: 'reads',
    params: z.strictObject({
      pageLength: withDefault(whole('most results in a page'), 100),
      page: withDefault(whole('the page that is wanted'), 1),
      tld: optional(text('only this top-level domain')),
      tldtop: optional(text('only what is under this top-level domain')),
    }),
    result: z.looseObject({
      queryInfo,
      zones: z.array(
        z.looseObject({
          tld: z.string(),
          tldtop: z.string(),
          authcodereq: z.boolean(),
          requirements: z.optional(z.unknown()),
          create: offer,
          renew: offer,
          transfer: offer,
        }),
      ),
    }),
  },
});
