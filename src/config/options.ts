import * as z from 'zod/mini';
import type { KindName } from './kinds.ts';
import { about, hostSchema, schema } from './schema.ts';

/** One key of the configuration, as the command line and the documentation want it. */
export type Option = {
  /** Path in the file, joined by `.`: `detect.allow_private`. */
  path: string;
  /** The flag without its dashes, which is the path; undefined for a secret. */
  flag: string | undefined;
  /** Other spellings of the flag. */
  aliases: readonly string[];
  env: string;
  type: KindName;
  /** As one would write it, or in words; undefined where there is none. */
  default: string | undefined;
  list: boolean;
  secret: boolean;
  description: string;
  values?: readonly string[];
};

/** An option with what reads it. */
export type Leaf = { option: Option; schema: z.core.$ZodType; element: z.core.$ZodType | undefined };

/** Spellings that every command takes. */
const commonAliases: Record<string, string> = { 'log.level': 'log-level', 'log.format': 'log-format' };

const elementOf = (leaf: z.core.$ZodType): z.core.$ZodType | undefined => {
  const inner = leaf instanceof z.ZodMiniOptional ? leaf._zod.def.innerType : leaf;
  return inner instanceof z.ZodMiniArray ? inner._zod.def.element : undefined;
};

const leafOf = (path: string, leaf: z.core.$ZodType): Leaf => {
  const notes = about.get(leaf);
  if (!notes) throw new Error(`The key ${path} has no description`);
  const secret = notes.secret ?? false;
  const dashed = path.replaceAll('_', '-');
  const aliases = [...(dashed === path ? [] : [dashed]), ...(commonAliases[path] ? [commonAliases[path]] : [])];
  const option: Option = {
    path,
    flag: secret ? undefined : path,
    aliases: secret ? [] : aliases,
    env: `HOSTPIN_${path.replaceAll('.', '_').toUpperCase()}`,
    type: notes.type,
    default: notes.default,
    list: notes.type === 'list',
    secret,
    description: notes.description,
    ...(notes.values ? { values: notes.values } : {}),
  };
  return { option, schema: leaf, element: elementOf(leaf) };
};

const walk = (section: z.core.$ZodObject, prefix: string): Leaf[] =>
  Object.entries(section._zod.def.shape).flatMap(([name, inner]) =>
    inner instanceof z.ZodMiniObject ? walk(inner, `${prefix}${name}.`) : [leafOf(`${prefix}${name}`, inner)],
  );

/** Every key with its schema, in the order of the documentation. */
export const leaves: readonly Leaf[] = walk(schema, '');

/** Every key: what flags, variables, help and documentation are made of. */
export const options: readonly Option[] = leaves.map((leaf) => leaf.option);

/** The keys of one entry of `hosts`, which have no flag and no variable. */
export const hostOptions: readonly Option[] = walk(hostSchema, 'hosts[].').map((leaf) => leaf.option);

/** The paths of the sections: `detect`, `log`, … */
export const sections: ReadonlySet<string> = new Set(
  options.flatMap(({ path }) => (path.includes('.') ? [path.slice(0, path.indexOf('.'))] : [])),
);
