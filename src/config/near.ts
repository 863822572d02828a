/** Edit distance (Levenshtein), row by row. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, a] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, b] of [...right].entries()) {
      next.push(Math.min((row[j] ?? 0) + (a === b ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The known names that are near enough to have been meant, the nearest first. */
export const nearNames = (name: string, known: readonly string[]): string[] => {
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '_');
  const meant = plain(name.slice(0, 60));
  return known
    .map((one) => ({ one, far: distance(meant, plain(one)) }))
    .filter(({ one, far }) => far <= Math.ceil(one.length / 3))
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
};

/** The known name that was most likely meant, where one is near enough. */
export const nearest = (name: string, known: readonly string[]): string | undefined => nearNames(name, known)[0];
