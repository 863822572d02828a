import { onOneLine, table } from './layout.ts';

type Plain = Record<string, unknown>;
const plain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return onOneLine(String(value));
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.map(cell).join(', ');
  return onOneLine(JSON.stringify(value));
};

/**
 * What an operation answered, for a person.
 *
 * @param width of the terminal; undefined where a program may read along, so that each entry of a list keeps to one line
 */
export const render = (data: unknown, width: number | undefined): string => {
  const lines = plain(data) || Array.isArray(data) ? linesOf(data, width) : [cell(data)];
  return lines.length === 0 ? 'Done.' : lines.join('\n');
};

const linesOf = (data: Plain | unknown[], width: number | undefined): string[] => {
  if (Array.isArray(data)) return listOf(data, width);
  const { queryInfo, ...rest } = data;
  const parts = Object.entries(rest);
  const [only] = parts;
  // The list that was asked for needs no name above it.
  if (parts.length === 1 && only !== undefined && Array.isArray(only[1])) {
    return [...listOf(only[1], width), ...pagingOf(queryInfo)];
  }
  if (parts.length > 1 && parts.every(([, value]) => plain(value))) {
    return listOf(
      parts.map(([key, value]) => ({ '': key, ...(value as Plain) })),
      width,
    );
  }
  return [...parts.flatMap(([key, value]) => part(key, value, parts, width)), ...pagingOf(queryInfo)];
};

const part = (key: string, value: unknown, siblings: [string, unknown][], width: number | undefined): string[] => {
  const name = onOneLine(key);
  const indented = (lines: readonly string[]): string[] => [name, ...lines.map((line) => `  ${line}`)];
  if (plain(value) && Object.keys(value).length > 0) return indented(linesOf(value, width && width - 2));
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) {
    return indented(listOf(value, width && width - 2));
  }
  // Reports, certificates: a text of several lines stays one.
  if (typeof value === 'string' && value.trim().includes('\n'))
    return indented(
      value
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => onOneLine(line.replaceAll('\t', '    '))),
    );
  const longest = Math.max(...siblings.map(([each]) => each.length));
  return [`${name.padEnd(longest)}  ${plain(value) ? '' : cell(value)}`.trimEnd()];
};

const listOf = (list: readonly unknown[], width: number | undefined): string[] => {
  if (list.length === 0) return ['(none)'];
  if (!list.every(plain)) return list.map(cell);
  const flat = list.map(flatten);
  const headings = [...new Set(flat.flatMap((entry) => Object.keys(entry)))];
  const rows = flat.map((entry) => headings.map((heading) => cell(entry[heading])));
  const lines = table(headings.map(onOneLine), rows);
  const fits = width === undefined || lines.every((line) => line.length <= width);
  if (fits) return lines;
  // Too wide for the terminal: one entry below the other.
  return flat.flatMap((entry, index) => [...(index === 0 ? [] : ['']), ...linesOf(entry, width)]);
};

/** `{create: {price: 9}}` has a column `create.price`. */
const flatten = (entry: Plain): Plain =>
  Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]): [string, unknown][] =>
      plain(value) ? Object.entries(value).map(([inner, leaf]) => [`${key}.${inner}`, leaf]) : [[key, value]],
    ),
  );

const pagingOf = (info: unknown): string[] => {
  if (!plain(info)) return [];
  const [page, pageLength, results, total] = ['page', 'pageLength', 'results', 'total'].map((key) => Number(info[key]));
  if (page === undefined || pageLength === undefined || results === undefined || total === undefined) return [];
  if (![page, pageLength, results, total].every(Number.isSafeInteger) || results >= total) return [];
  if (results < 1) return [`(page ${page} has nothing of ${total})`];
  const first = (page - 1) * pageLength + 1;
  const last = first + results - 1;
  const next = last < total ? `; --page ${page + 1} is next, --all shows every page` : '';
  return [`(${first} to ${last} of ${total}${next})`];
};
