/** A field as it stands in the file, its escapes still in it. */
export type Field = { raw: string; quoted: boolean };

/** A directive or a record: all that belongs together, over however many lines it goes. */
export type FileEntry = {
  /** Where it begins; the first line is 1. */
  line: number;
  /** Whether it begins with a blank, so that its name is that of the record before. */
  indented: boolean;
  fields: Field[];
};

/** A place in the file that can't be read. */
export type FileProblem = { line: number; what: string };

// No pattern here can be tried in two ways on the same text, so the time is linear.
const piece =
  /(?<blank>[ \t\f\v]+)|(?<newline>\r\n|\r|\n)|(?<comment>;[^\r\n]*)|"(?<quoted>[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*)"|(?<bracket>[()])|(?<word>(?:[^ \t\f\v\r\n;"()\\]|\\[^\r\n])[^ \t\f\v\r\n;"()\\]*(?:\\[^\r\n][^ \t\f\v\r\n;"()\\]*)*)|(?<stray>.)/gsu;

/** Splits a zone file into its entries: comments go, brackets join lines (RFC 1035, 5.1). */
export const readEntries = (text: string): { entries: FileEntry[]; problems: FileProblem[] } => {
  const entries: FileEntry[] = [];
  const problems: FileProblem[] = [];
  let [line, depth, opened] = [1, 0, 1];
  let atStart = true;
  let entry: FileEntry = { line, indented: false, fields: [] };
  const finish = (): void => {
    if (entry.fields.length > 0) entries.push(entry);
  };
  for (const { groups = {} } of text.matchAll(piece)) {
    const { blank, newline, quoted, bracket, word, stray } = groups;
    if (newline !== undefined) {
      line += 1;
      if (depth > 0) continue;
      finish();
      entry = { line, indented: false, fields: [] };
      atStart = true;
      continue;
    }
    if (atStart && blank !== undefined) entry.indented = true;
    atStart = false;
    if (quoted !== undefined) entry.fields.push({ raw: quoted, quoted: true });
    if (word !== undefined) entry.fields.push({ raw: word, quoted: false });
    if (stray === '"') problems.push({ line, what: 'a quote that is not closed on its line' });
    else if (stray !== undefined) problems.push({ line, what: 'a backslash with nothing after it' });
    if (bracket === '(' && depth++ === 0) opened = line;
    if (bracket === ')' && depth-- === 0) {
      depth = 0;
      problems.push({ line, what: 'a closing bracket that nothing opened' });
    }
  }
  if (depth > 0) problems.push({ line: opened, what: 'a bracket that is not closed' });
  finish();
  return { entries, problems };
};

/**
 * The text that a field stands for: `\X` is X, `\DDD` the octet of that number, octets are UTF-8. Undefined where they
 * are no text.
 */
export const textOf = (fields: readonly Field[]): string | undefined => {
  const octets = fields.flatMap(({ raw }) => [...octetsOf(raw)]);
  if (octets.some((octet) => octet > 255)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(octets));
  } catch {
    return undefined;
  }
};

function* octetsOf(raw: string): Generator<number> {
  for (const [, number, escaped, plain] of raw.matchAll(/\\(\d{3})|\\(.)|([^\\]+)/gsu)) {
    if (number !== undefined) yield Number(number);
    else yield* new TextEncoder().encode(escaped ?? plain ?? '');
  }
}
