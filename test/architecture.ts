import { parseAst } from 'vitest/node';

/** A place where a source file breaks a rule of src/README.md. */
export type Finding = { line: number; rule: string; what: string };

/** What a room (a folder of src/, or a file in it) may import besides its own files. */
type Room = { values: readonly string[]; types: readonly string[] };

const leaf: Room = { values: ['core'], types: ['core', 'platform'] };
const everything = [
  'core',
  'config',
  'platform',
  'detect',
  'dyndns',
  'api',
  'agent',
  'report',
  'service',
  'sandbox',
  'cli',
  'app.ts',
  'index.ts',
  'version.ts',
];
const rooms: Record<string, Room> = {
  core: { values: [], types: [] },
  config: leaf,
  detect: leaf,
  dyndns: leaf,
  api: leaf,
  report: leaf,
  service: leaf,
  // Not even core: a mistake there would be on both sides of the wire, and cancel itself out.
  sandbox: { values: [], types: ['platform'] },
  platform: { values: ['core'], types: ['core'] },
  agent: {
    values: ['core', 'config', 'detect', 'dyndns', 'api', 'report', 'platform', 'version.ts'],
    types: ['core', 'config', 'detect', 'dyndns', 'api', 'report', 'platform'],
  },
  cli: { values: everything, types: everything },
  'app.ts': { values: everything, types: everything },
  'index.ts': { values: ['api', 'config', 'platform', 'version.ts'], types: everything },
  'version.ts': { values: [], types: [] },
  'main.ts': { values: everything, types: everything },
};

/** Codecs turn bytes into values and back: they import each other and core, and no package that is not as pure. */
const codecs =
  /^(detect\/codec\/.*|dyndns\/(plain|json|xml|reply|quotation|verdict|refusal)|api\/(envelope|shape))\.ts$/;
const purePackages = ['zod', 'fast-xml-parser', 'ipaddr.js'];

/** The files that may import a package. Types alone are free: they are gone when the program runs. */
const doors: Record<string, RegExp> = {
  undici: /^platform\/(http|undici-parts\.d)\.ts$/,
  systeminformation: /^platform\/network\.ts$/,
  pino: /^report\/logger\.ts$/,
  yargs: /^cli\//,
  '@clack/prompts': /^cli\//,
  'node-cron': /^agent\/triggers\//,
  yaml: /^config\/(yaml-file|relocate)\.ts$/,
  // Borders: configuration, answers, state, scripts for the sandbox.
  zod: /^(config\/|dyndns\/json\.ts$|api\/|agent\/state-schema\.ts$|service\/ledger\.ts$|detect\/codec\/|sandbox\/)/,
  'fast-xml-parser': /^(dyndns\/xml|api\/envelope|detect\/codec\/xml)\.ts$/,
  // The sandbox has its own, being the other side of the wire.
  'ipaddr.js': /^(core\/(address|suffix)|config\/suffix|sandbox\/address)\.ts$/,
};

/** Names from node: that compute and touch nothing, so that any room may have them. */
const pureNode: Record<string, readonly string[]> = {
  'node:url': ['domainToASCII', 'domainToUnicode'], // Punycode, which has no other home in the runtime
  // Text in, text out, as long as `resolve` is given an absolute folder to start from.
  'node:path': ['basename', 'dirname', 'extname', 'isAbsolute', 'join', 'normalize', 'relative', 'resolve'],
  'node:util': ['parseArgs', 'styleText', 'stripVTControlCharacters'], // text in, text out
};

const worldly = /^(platform\/|main\.ts$)/;
const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const worldlyNames = new Set(['process', 'console', 'performance', 'fetch', 'crypto', 'navigator', ...timers]);

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

type Import = { start: number; from: string | undefined; typeOnly: boolean; names: string[] };

const literal = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'TSLiteralType') return literal(node.literal);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
};

const importedNames = (specifiers: unknown): string[] =>
  (Array.isArray(specifiers) ? specifiers : []).map((each: Node) => {
    const name = each.imported ?? each.local;
    return each.type === 'ImportSpecifier' || each.type === 'ExportSpecifier'
      ? String((name as Node).name)
      : `* as ${String((each.local as Node).name)}`;
  });

const importOf = (node: Node): Import | undefined => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      if (!isNode(node.source)) return undefined;
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
      return { start: node.start, from: literal(node.source), typeOnly, names: importedNames(node.specifiers) };
    }
    case 'ImportExpression':
      return { start: node.start, from: literal(node.source), typeOnly: false, names: ['* of import()'] };
    case 'TSImportType':
      return { start: node.start, from: literal(node.source ?? node.argument), typeOnly: true, names: [] };
    default:
      return undefined;
  }
};

/** Calls `see` with every node that runs or is imported, and its parent. */
const walk = (
  node: Node,
  see: (node: Node, parent: Node | undefined, key: string) => void,
  parent?: Node,
  key = '',
): void => {
  see(node, parent, key);
  for (const [name, value] of Object.entries(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, see, node, name);
};

/** Whether an identifier is a name of its own, and not a property, a key or a type's member. */
const isReference = (parent: Node | undefined, key: string): boolean => {
  if (!parent) return true;
  if (parent.type === 'MemberExpression') return key === 'object' || parent.computed === true;
  if (key === 'key') return parent.computed === true || parent.shorthand === true;
  return (
    !/^(TS.*|ImportSpecifier|ExportSpecifier|LabeledStatement)$/.test(parent.type) || parent.type === 'TSTypeQuery'
  );
};

const resolve = (file: string, from: string): string => new URL(from, `file:///${file}`).pathname.slice(1);
const roomOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);
const packageOf = (from: string): string => from.split('/', from.startsWith('@') ? 2 : 1).join('/');

const importFault = (file: string, { from, typeOnly, names }: Import): Omit<Finding, 'line'> | undefined => {
  if (from === undefined) return { rule: 'readable imports', what: 'an import whose name is computed' };
  if (from.startsWith('node:')) {
    const impure = names.length === 0 || names.some((name) => !pureNode[from]?.includes(name));
    return impure && !worldly.test(file)
      ? { rule: 'node: stays in platform', what: `${from} (${names.join(', ')})` }
      : undefined;
  }
  if (!from.startsWith('.')) {
    const name = packageOf(from);
    if (codecs.test(file) && !purePackages.includes(name)) return { rule: 'codecs are pure', what: from };
    if (!(name in doors)) return { rule: 'one door per package', what: `${name}, which has no door` };
    return typeOnly || doors[name]?.test(file) ? undefined : { rule: 'one door per package', what: from };
  }
  const to = resolve(file, from);
  if (!to.endsWith('.ts')) return { rule: 'readable imports', what: `${from} does not end in .ts` };
  const [here, there] = [roomOf(file), roomOf(to)];
  if (codecs.test(file) && !typeOnly && there !== 'core' && !codecs.test(to))
    return { rule: 'codecs are pure', what: to };
  const room = rooms[here];
  if (!room) return { rule: 'rooms', what: `${here} is no room of the house` };
  const kind = typeOnly ? 'types' : 'values';
  if (here === there || room[kind].includes(there)) return undefined;
  return { rule: 'rooms', what: `${here} imports ${kind} of ${there} (${to})` };
};

const worldFault = (node: Node, parent: Node | undefined, key: string): string | undefined => {
  if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'Date')
    return (node.arguments as unknown[]).length === 0 ? 'new Date()' : undefined;
  if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === 'Date') return 'Date()';
  if (node.type === 'MemberExpression' && isNode(node.object) && isNode(node.property)) {
    const path = `${String(node.object.name)}.${String(node.property.name ?? node.property.value)}`;
    if (['Date.now', 'Math.random'].includes(path) || path.startsWith('globalThis.')) return path;
  }
  const name = String(node.name);
  return node.type === 'Identifier' && worldlyNames.has(name) && isReference(parent, key) ? name : undefined;
};

const textFaults: [rule: string, pattern: RegExp][] = [
  ['no words of a machine', /(^|[^a-z.])\/(root|home|work)\//],
  ['no words of a machine', /\.\.\/shared/],
];

/** Longer files hold more than one idea. */
const maxLines = 220;

/** What is wrong with a file of src/, by its path below src/ and its text. */
export const findings = (file: string, text: string): Finding[] => {
  const found: Finding[] = [];
  const lines = text.split('\n');
  const lineAt = (start: number): number => text.slice(0, start).split('\n').length;
  if (lines.length - 1 > maxLines)
    found.push({ line: maxLines + 1, rule: 'a file is one idea', what: `${lines.length - 1} lines` });
  // `service-manager` is what systemd calls itself (sd_notify(3)).
  if (/(^|[/-])(utils?|helpers?|(?<!service-)managers?|misc|common)([-.]|$)/.test(file))
    found.push({ line: 1, rule: 'names from the field', what: file });
  lines.forEach((line, index) => {
    for (const [rule, pattern] of textFaults)
      if (pattern.test(line)) found.push({ line: index + 1, rule, what: line.trim() });
  });
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node, parent, key) => {
    const imported = importOf(node);
    const fault = imported && importFault(file, imported);
    if (fault) found.push({ line: lineAt(node.start), ...fault });
    const world = worldly.test(file) ? undefined : worldFault(node, parent, key);
    if (world)
      found.push({ line: lineAt(node.start), rule: 'time, chance and the process are arguments', what: world });
  });
  return found;
};

/** The relative files that a source imports, by their path below src/. */
export const relativeImports = (file: string, text: string): string[] => {
  const found: string[] = [];
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => {
    const from = importOf(node)?.from;
    if (from?.startsWith('.')) found.push(resolve(file, from));
  });
  return found;
};
