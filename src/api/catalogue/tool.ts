import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { noParams } from '../schemas.ts';

/** Specification, "Module tool". */
export const tool = operations({
  'tool/hello': {
    summary: 'Check that the API answers, and see the address that it is called from',
    effect: 'reads',
    params: noParams,
    result: z.looseObject({ ip: z.string(), lang: z.string(), version: z.string() }),
  },
});
