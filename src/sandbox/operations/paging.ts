import type { Parameters } from '../form.ts';
import type { Json } from '../json.ts';
import type { World } from '../world.ts';
import { done, type Reply, refused } from './operation.ts';

const positive = (text: string | undefined, otherwise: number): number | undefined => {
  if (text === undefined || text === '') return otherwise;
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
};

/**
 * The page that was asked for, under `key`, with its `queryInfo` (specification, Paging object). No page is longer than
 * the default length: the longest one that the provider allows is not known.
 */
export const pageOf = (
  world: World,
  parameters: Parameters,
  key: string,
  items: readonly Json[],
  defaultLength = 1000,
): Reply => {
  const page = positive(parameters.get('page'), 1);
  const asked = positive(parameters.get('pageLength'), defaultLength);
  if (page === undefined) return refused(105, 'Invalid parameter: page');
  if (asked === undefined) return refused(105, 'Invalid parameter: pageLength');
  const pageLength = Math.min(asked, defaultLength);
  const results = items.slice((page - 1) * pageLength, page * pageLength);
  return done(world, {
    queryInfo: { page, pageLength, results: results.length, total: items.length },
    [key]: results,
  });
};
