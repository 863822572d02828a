import type { Parameters } from '../form.ts';
import type { Json } from '../json.ts';
import type { World } from '../world.ts';
import { done, type Refusal, type Reply, refused } from './operation.ts';

const positive = (text: string | undefined, otherwise: number): number | undefined => {
  if (text === undefined || text === '') return otherwise;
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
};

type Page<T> = {
  ok: true;
  queryInfo: { page: number; pageLength: number; results: number; total: number };
  results: readonly T[];
};

/**
 * The page that was asked for and its `queryInfo` (specification, Paging object). No page is longer than the default
 * length: the longest one that the provider allows is not known.
 */
export const readPage = <T>(parameters: Parameters, items: readonly T[], defaultLength = 1000): Page<T> | Refusal => {
  const page = positive(parameters.get('page'), 1);
  const asked = positive(parameters.get('pageLength'), defaultLength);
  if (page === undefined) return refused(105, 'Invalid parameter: page');
  if (asked === undefined) return refused(105, 'Invalid parameter: pageLength');
  const pageLength = Math.min(asked, defaultLength);
  const results = items.slice((page - 1) * pageLength, page * pageLength);
  return { ok: true, queryInfo: { page, pageLength, results: results.length, total: items.length }, results };
};

/** Answers with the page that was asked for, under `key`. */
export const pageOf = (
  world: World,
  parameters: Parameters,
  key: string,
  items: readonly Json[],
  defaultLength?: number,
): Reply => {
  const page = readPage(parameters, items, defaultLength);
  return page.ok ? done(world, { queryInfo: page.queryInfo, [key]: page.results }) : page;
};
