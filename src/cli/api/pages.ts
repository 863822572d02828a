import type { Failed } from '../../api/failure.ts';
import type { CallResult } from '../../api/interpreter.ts';
import { plain } from '../../api/shape.ts';
import { person } from '../../platform/person.ts';
import type { Platform } from '../../platform/platform.ts';

type Plain = Record<string, unknown>;

/** Puts the pages of a list together as if they were one; with a line of progress where somebody watches. */
export const joinPages = async (
  pages: AsyncIterable<CallResult<unknown>>,
  platform: Platform,
): Promise<{ kind: 'ok'; data: Plain } | Failed> => {
  const joined: Plain = {};
  let info: Plain | undefined;
  let results = 0;
  try {
    for await (const page of pages) {
      if (page.kind === 'failed') return page;
      const { queryInfo, ...lists } = plain(page.data) ? page.data : {};
      const told = plain(queryInfo) ? queryInfo : {};
      info = { ...told, ...(info && { page: info.page }) };
      results += Number(told.results ?? 0);
      for (const [key, value] of Object.entries(lists)) {
        const before = joined[key];
        // One by one: a page may be longer than a call's arguments can be, and a copy of all for each page is too much.
        if (Array.isArray(before) && Array.isArray(value)) for (const entry of value) before.push(entry);
        else joined[key] = value;
      }
      if (person.watching) platform.err(`\r\u001b[K${results} of ${String(told.total)}`);
    }
  } finally {
    if (person.watching) platform.err('\r\u001b[K');
  }
  return { kind: 'ok', data: { queryInfo: { ...info, results }, ...joined } };
};
