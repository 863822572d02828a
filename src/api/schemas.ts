import * as z from 'zod/mini';
import { optional, param, text, whole, withDefault } from './parameter.ts';

/** What the rows of more than one module share (specification, "Resources and their fields"). */

/** Specification, "Conventions" 5. */
export const paging = {
  pageLength: withDefault(whole('most results in a page'), 1000),
  page: withDefault(whole('the page that is wanted'), 1),
};

/** Specification, "Paging object". */
export const queryInfo = z.looseObject({
  page: z.number(),
  pageLength: z.number(),
  results: z.number(),
  total: z.number(),
});

/** Delete operations answer with an empty object (specification, "Response envelope"). */
export const nothing = z.looseObject({});
export const noParams = z.strictObject({});

export const serviceName = { serviceName: text('the name of the hosting service') };
export const entity = { ...serviceName, entityID: text('the identifier that a list gives') };
export const listOf = { ...serviceName, ...paging, filter: optional(param(z.string(), 'only what matches')) };
