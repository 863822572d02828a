import type { Problem } from '../core/problem.ts';

/** A configuration file's content: all scalars as the text that was written, empty ones left out. */
export type Tree = string | null | Tree[] | { [key: string]: Tree };

export type YamlFile =
  | { kind: 'tree'; tree: Tree; lineOf: (path: readonly (string | number)[]) => number | undefined }
  | { kind: 'wrong'; problems: Problem[] };

/** In our words, since the package's own may quote the text, and the text has secrets in it. */
const complaints: Record<string, { what: string; fix: string }> = {
  DUPLICATE_KEY: { what: 'a key is written twice', fix: 'keep one of the two' },
  TAB_AS_INDENT: { what: 'a tab is used to indent', fix: 'indent with spaces' },
  BAD_ALIAS: { what: 'a value starts with * or & and names nothing', fix: 'put the value in quotes' },
  BAD_SCALAR_START: { what: 'a value starts with @, ` or another reserved character', fix: 'put the value in quotes' },
  MULTIPLE_DOCS: { what: 'a second document begins', fix: 'keep one document: remove the line ---' },
  BAD_INDENT: { what: 'the indentation does not fit the lines above', fix: 'line it up with its neighbours' },
  MISSING_CHAR: {
    what: 'a quote, bracket, comma or colon is missing',
    fix: 'complete the line (a colon wants a space after it)',
  },
  MULTILINE_IMPLICIT_KEY: {
    what: 'a key goes over several lines',
    fix: 'write `key: value`, with a space after the colon',
  },
  BLOCK_AS_IMPLICIT_KEY: { what: 'a second `: ` stands in one line', fix: 'put a value that has `: ` in it in quotes' },
};
const otherComplaint = { what: 'this is not YAML', fix: 'look at this line and the one above it' };

const tooDeep: Problem[] = [
  { where: 'the file', what: 'its aliases or nesting grow beyond reason', fix: 'write the values out' },
];

/** YAML 1.2 with all scalars as text, so that `010`, `1e3` or `no` stay what was written. Never throws. */
export const readYaml = async (text: string): Promise<YamlFile> => {
  // Loaded where a file is read: a program that is configured by its environment does without.
  const { LineCounter, isNode, parseDocument, visit } = await import('yaml');
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: 'failsafe',
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    });
    const told = (offset: number, code: string): Problem => ({
      where: `line ${lines.linePos(offset).line}`,
      ...(complaints[code] ?? otherComplaint),
    });
    // Where the syntax is broken, what looks like a key written twice is often an echo of that.
    const broken = document.errors.filter((error) => error.code !== 'DUPLICATE_KEY');
    const errors = broken.length > 0 ? broken : document.errors;
    const problems = errors.slice(0, 10).map((error) => told(error.pos[0], error.code));
    visit(document, {
      Scalar(key, node) {
        if (key === 'key' || node.type !== 'PLAIN') return;
        if (['', '~', 'null', 'Null', 'NULL'].includes(String(node.value))) node.value = null;
      },
      Alias(_key, node) {
        if (errors.length === 0 && !node.resolve(document)) problems.push(told(node.range?.[0] ?? 0, 'BAD_ALIAS'));
      },
    });
    if (problems.length > 0) return { kind: 'wrong', problems };
    // An alias that stands for a great many values is refused here.
    const tree = (document.toJS({ maxAliasCount: 100 }) ?? null) as Tree;
    const lineOf = (path: readonly (string | number)[]): number | undefined => {
      const node = document.getIn(path, true);
      const offset = isNode(node) ? node.range?.[0] : undefined;
      return offset === undefined ? undefined : lines.linePos(offset).line;
    };
    return { kind: 'tree', tree, lineOf };
  } catch {
    return { kind: 'wrong', problems: tooDeep };
  }
};
