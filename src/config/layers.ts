import type { Problem } from '../core/problem.ts';
import { nearest } from './near.ts';
import { type Option, options, sections } from './options.ts';
import { shownName } from './reading.ts';
import type { Tree } from './yaml-file.ts';

/** A value as it was written, and where. */
export type Given = {
  value: Tree;
  from: string | undefined;
  lineOf?: (path: readonly (string | number)[]) => number | undefined;
};

/** What one place (the file, the environment, the command line) says, by path. */
export type Layer = Map<string, Given>;

type Environment = Readonly<Record<string, string | undefined>>;

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const scalar = (value: unknown): Tree =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

const flatten = (record: Record<string, unknown>, prefix: string, depth: number): [string, unknown][] =>
  Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isSection(value) && depth > 0 ? flatten(value, `${prefix}${name}.`, depth - 1) : [[prefix + name, value]],
  );

/** Flags by their path or an alias, flat (`{'detect.agree': 2}`) or nested; what is no option's is another's business. */
export const fromFlags = (flags: Record<string, unknown>): Layer => {
  const given = new Map(flatten(flags, '', 2).filter(([, value]) => value !== undefined && value !== null));
  const layer: Layer = new Map();
  for (const { path, flag, aliases, list } of options) {
    if (flag === undefined) continue;
    const name = [flag, ...aliases].find((one) => given.has(one));
    if (name === undefined) continue;
    const value = given.get(name);
    const many = Array.isArray(value) ? value.map(scalar) : undefined;
    layer.set(path, { value: list ? (many ?? [scalar(value)]) : (many ?? scalar(value)), from: `--${flag}` });
  }
  return layer;
};

/** Variables; an empty one counts as not set, as in most programs. Lists are separated by commas. */
export const fromEnvironment = (env: Environment): { layer: Layer; warnings: Problem[] } => {
  const layer: Layer = new Map();
  for (const { path, env: name, list } of options) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    const parts = value.split(',').map((part) => part.trim());
    layer.set(path, { value: list ? parts.filter((part) => part !== '') : value, from: name });
  }
  const known = [...options.map((option) => option.env), 'HOSTPIN_CONFIG'];
  const warnings = Object.keys(env)
    .filter((name) => name.startsWith('HOSTPIN_') && !known.includes(name))
    .map((name): Problem => {
      const meant = nearest(name, known);
      return {
        where: name,
        what: 'no key has this environment variable, so it does nothing',
        fix: meant ? `did you mean ${meant}? Else unset it` : 'unset it',
      };
    });
  return { layer, warnings };
};

const unknownKey = (prefix: string, name: string): Problem => {
  const siblings = options
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => path.slice(prefix.length).split('.')[0] ?? '');
  const near = nearest(shownName(name), [...new Set(siblings)]);
  const elsewhere = options.find(({ path }) => path.split('.').at(-1) === name)?.path;
  return {
    where: prefix + shownName(name),
    what: 'there is no such key',
    fix: near ? `did you mean ${near}?` : elsewhere ? `did you mean ${elsewhere}?` : 'remove it',
  };
};

/** The file's values by path, and what in it is no key of ours. */
export const fromTree = (
  tree: Tree,
  lineOf: (path: readonly (string | number)[]) => number | undefined,
): { layer: Layer; problems: Problem[] } => {
  const layer: Layer = new Map();
  const problems: Problem[] = [];
  const known = new Map<string, Option>(options.map((option) => [option.path, option]));
  const enter = (section: Record<string, unknown>, prefix: string): void => {
    for (const [name, value] of Object.entries(section)) {
      const path = prefix + name;
      if (known.has(path)) {
        // An empty value is a key left out.
        if (value !== null) layer.set(path, { value: value as Tree, from: undefined, lineOf });
      } else if (!sections.has(path)) problems.push(unknownKey(prefix, name));
      else if (isSection(value)) enter(value, `${path}.`);
      else if (value !== null) {
        const keys = options.filter((option) => option.path.startsWith(`${path}.`)).map((option) => option.path);
        problems.push({
          where: path,
          what: 'is a section, and a value is written here',
          fix: `write its keys below it: ${keys.join(', ')}`,
        });
      }
    }
  };
  if (isSection(tree)) enter(tree, '');
  else if (tree !== null) {
    problems.push({
      where: 'the file',
      what: Array.isArray(tree) ? 'is a list' : 'is text without keys',
      fix: 'write `key: value` lines, with a space after each colon',
    });
  }
  return { layer, problems };
};

/** Of two keys that say the same thing in two ways, one place's word counts: the one with the highest precedence. */
export const exclusive: readonly (readonly [string, string])[] = [
  ['key', 'key_file'],
  ['api.password', 'api.password_file'],
  ['schedule.every', 'schedule.cron'],
];

/** Layers from the lowest precedence to the highest, laid over each other. */
export const merge = (layers: readonly Layer[]): Layer => {
  const merged: Layer = new Map();
  for (const layer of layers) {
    for (const pair of exclusive)
      if (pair.some((path) => layer.has(path))) for (const path of pair) merged.delete(path);
    for (const [path, given] of layer) merged.set(path, given);
  }
  return merged;
};
