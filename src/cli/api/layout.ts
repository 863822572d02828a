/** Text in columns. Widths are counted in characters, as most terminals show them. */

/** Breaks a text at spaces into lines of at most `width`; a longer word has a line of its own. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** `left` and, beside it from `indent` on, the text; below each other where the left side is too long. */
export const beside = (left: string, text: string, indent: number, width: number): string[] => {
  const lines = wrap(text, Math.max(20, width - indent));
  const pad = ' '.repeat(indent);
  return left.length < indent
    ? lines.map((line, index) => (index === 0 ? left.padEnd(indent) : pad) + line)
    : [left, ...lines.map((line) => pad + line)];
};

/** What a terminal would act on, and line feeds: shown as JSON would write them. */
export const onOneLine = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Rows under a line of headings, two spaces between the columns. The cells are shown as they are. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const widths = headings.map((heading, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), heading.length),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...rows].map(line);
};
