import * as z from 'zod/mini';
import { definitionOf, type Schema } from './shape.ts';

export type Meaning = {
  /** What the parameter is, in a line. */
  description: string;
  /** A password, authcode or private key: read from a file where wanted, and in no log. */
  secret?: true;
};

/** What each parameter means. Ask `meaningOf`. */
const meanings = z.registry<Meaning>();

/** Gives a parameter its meaning. */
export const param = <S extends Schema>(schema: S, description: string, options: { secret?: true } = {}): S => {
  meanings.add(schema, { description, ...options });
  return schema;
};

/** The meaning given to a parameter's schema, or to what it wraps. */
export const meaningOf = (schema: Schema): Meaning | undefined => {
  const { innerType } = definitionOf(schema);
  return meanings.get(schema) ?? (innerType && meaningOf(innerType));
};

/** A text that is not empty. */
export const text = (description: string) => param(z.string().check(z.minLength(1, 'must not be empty')), description);
/** A text that is shown to nobody. */
export const secret = (description: string) =>
  param(z.string().check(z.minLength(1, 'must not be empty')), description, { secret: true });
export const whole = (description: string, minimum = 1) =>
  param(z.int().check(z.minimum(minimum, `must be at least ${minimum}`)), description);
export const yesNo = (description: string) => param(z.boolean(), description);
export const oneOf = <const V extends readonly string[]>(values: V, description: string) =>
  param(z.enum(values), description);

/** A parameter that may be left out, and what the provider takes then. */
export const optional = z.optional;
export const withDefault = <S extends z.ZodMiniType>(schema: S, value: string | number | boolean) => {
  const wrapped = z.optional(schema);
  defaults.set(wrapped, value);
  return wrapped;
};
// Not a default of the schema: what is left out is not sent, and the provider's default holds.
const defaults = new WeakMap<Schema, string | number | boolean>();
export const defaultOf = (schema: Schema): string | number | boolean | undefined => defaults.get(schema);

/** How a value goes on the wire where that is no plain text, and how a person writes it on a command line. */
export type Wire = { encode(value: unknown): string; read(text: string): unknown };
const wires = new WeakMap<Schema, Wire>();
export const onWire = <S extends Schema>(schema: S, wire: Wire): S => {
  wires.set(schema, wire);
  return schema;
};
export const wireOf = (schema: Schema): Wire | undefined => {
  const { innerType } = definitionOf(schema);
  return wires.get(schema) ?? (innerType && wireOf(innerType));
};
