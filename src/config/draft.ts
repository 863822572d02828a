import * as z from 'zod/mini';
import type { Problem } from '../core/problem.ts';
import { placeOf, problemsOf } from './issues.ts';
import type { Layer } from './layers.ts';
import { type Leaf, leaves } from './options.ts';
import type { Settings } from './schema.ts';

/** A list keeps the places of its wrong entries. */
type Loose<T> = T extends readonly (infer E)[] ? (E | undefined)[] : T;

type Section = Exclude<keyof { [K in keyof Settings as Settings[K] extends object ? K : never]: 1 }, 'hosts'>;

/** What could be read, key by key: a wrong key hides no other, so that all problems are found at once. */
export type Draft = { [K in Exclude<keyof Settings, Section | 'hosts'>]?: Settings[K] | undefined } & {
  [K in Section]: { [L in keyof Settings[K]]?: Loose<Settings[K][L]> | undefined };
} & { hosts?: (Entry | undefined)[] | undefined };

type Entry = NonNullable<Settings['hosts']>[number];

/** The place of a key (or of something inside it) as messages name it. */
export type PlaceOf = (path: string, ...inner: (string | number)[]) => string;

const readLeaf = ({ option, schema, element }: Leaf, given: Layer, problems: Problem[]): unknown => {
  const written = given.get(option.path);
  if (element && written && Array.isArray(written.value)) {
    return written.value.map((one, index) => {
      const result = z.safeParse(element, one);
      if (result.success) return result.data;
      problems.push(...problemsOf(result.error.issues, option, written, one, [index]));
      return undefined;
    });
  }
  const result = z.safeParse(schema, written?.value);
  if (result.success) return result.data;
  if (written) problems.push(...problemsOf(result.error.issues, option, written, written.value, []));
  return undefined;
};

/** Reads what is given through the schema, key by key; a key that is not given has its default. */
export const draftOf = (given: Layer): { draft: Draft; problems: Problem[]; placeOf: PlaceOf } => {
  const problems: Problem[] = [];
  const draft: Record<string, unknown> = {};
  for (const leaf of leaves) {
    const value = readLeaf(leaf, given, problems);
    const [first = '', second] = leaf.option.path.split('.');
    if (second === undefined) draft[first] = value;
    else draft[first] = { ...(draft[first] as object | undefined), [second]: value };
  }
  const place: PlaceOf = (path, ...inner) => {
    const leaf = leaves.find(({ option }) => option.path === path);
    return leaf ? placeOf(leaf.option, given.get(path), inner) : path;
  };
  // The keys and their readers are the schema's own, so the shape is.
  return { draft: draft as Draft, problems, placeOf: place };
};

/** Whether a key has the value that it has when it is left out. */
export const isDefault = (path: string, draft: Draft): boolean => {
  const leaf = leaves.find(({ option }) => option.path === path);
  if (leaf?.option.default === undefined) return false;
  const unwritten = z.safeParse(leaf.schema, undefined);
  const [first = '', second = ''] = path.split('.');
  const section = (draft as Record<string, unknown>)[first];
  const value = second === '' ? section : (section as Record<string, unknown>)[second];
  return unwritten.success && unwritten.data !== undefined && unwritten.data === value;
};
