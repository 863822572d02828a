import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';

/** Any schema, of results or parameters. */
export type Schema = z.core.$ZodType;

type Def = {
  type: string;
  innerType?: Schema;
  element?: Schema;
  valueType?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  options?: readonly Schema[];
};
export const definitionOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

/** A value that is an object with named parts. */
export const plain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Brings a value into the types that a schema asks for, where the wire or a command line has another way to write
 * them. What does not fit stays as it is, for the schema to refuse. The schema leads, never the value, so a deep value
 * costs nothing.
 * - XML has texts only, and booleans as 1 and 0
 * - a list of one may come without its list, and in XML a list is repeated, or wrapped under another name
 * - an empty object or list may come as the other one, or as an empty text
 */
export const shape = (schema: Schema, value: unknown): unknown => {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return value === undefined || def.innerType === undefined ? value : shape(def.innerType, value);
    case 'boolean':
      return asBoolean(value);
    case 'number':
      return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    case 'enum':
      return typeof value === 'number' ? String(value) : value;
    case 'string':
      // An empty text may come as null, as an empty list, and in XML as nothing at all.
      if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return '';
      return typeof value === 'number' ? String(value) : value;
    case 'object':
      return asObject(def.shape ?? {}, value);
    case 'record':
      return asRecord(def.valueType, value);
    case 'union':
      return asOneOf(def.options ?? [], value);
    case 'array':
      return def.element === undefined ? value : asList(def.element, value);
    default:
      return value;
  }
};

const blank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
const empty = (value: unknown): boolean => blank(value) || (Array.isArray(value) && value.length === 0);

const asBoolean = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === 1 || text === '1' || text === 'true') return true;
  return text === 0 || text === '0' || text === 'false' || text === '' ? false : value;
};

/** The first of the types into which the value can be brought. */
const asOneOf = (options: readonly Schema[], value: unknown): unknown =>
  options
    .map((option) => ({ option, shaped: shape(option, value) }))
    .find(({ option, shaped }) => safeParse(option, shaped).success)?.shaped ?? value;

const asObject = (fields: Record<string, Schema>, value: unknown): unknown => {
  if (empty(value)) return value === undefined ? value : {};
  if (!plain(value)) return value;
  const shaped: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    // Indentation of the XML, between elements.
    if (key === '#text' && blank(inner)) continue;
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const result = field === undefined ? inner : shape(field, inner);
    // `__proto__` is a key like any other here; for the others, an assignment is much faster.
    if (key !== '__proto__') shaped[key] = result;
    else Object.defineProperty(shaped, key, { value: result, enumerable: true, configurable: true, writable: true });
  }
  return shaped;
};

const asRecord = (valueType: Schema | undefined, value: unknown): unknown => {
  if (empty(value)) return {};
  if (!plain(value) || valueType === undefined) return value;
  const entries = Object.entries(value).filter(([key, inner]) => key !== '#text' || !blank(inner));
  return Object.fromEntries(entries.map(([key, inner]) => [key, shape(valueType, inner)]));
};

const asList = (element: Schema, value: unknown): unknown => {
  if (blank(value)) return value === undefined ? value : [];
  const def = definitionOf(element);
  const isElement = (candidate: unknown): boolean =>
    def.type === 'object'
      ? plain(candidate) && Object.keys(def.shape ?? {}).some((key) => Object.hasOwn(candidate, key))
      : typeof candidate !== 'object';
  // `<dns><item>…</item></dns>`: a level of names that stand for nothing.
  const unwrap = (candidate: unknown): unknown[] => {
    if (isElement(candidate) || !plain(candidate)) return [candidate];
    return Object.entries(candidate)
      .filter(([key, inner]) => key !== '#text' || !blank(inner))
      .flatMap(([, inner]) => inner);
  };
  const list = Array.isArray(value) ? value : unwrap(value);
  return list.map((item) => shape(element, item));
};
