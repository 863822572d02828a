import type * as z from 'zod/mini';
import type { Operation } from './operation.ts';
import { meaningOf, wireOf } from './parameter.ts';
import { definitionOf, type Schema, shape } from './shape.ts';

/** What is wrong with one parameter. Never has a secret's value in it. */
export type ParamProblem = { parameter: string; what: string };

export type CheckedParams =
  /** As they go on the wire. */
  { kind: 'ok'; params: Record<string, string> } | { kind: 'wrong'; problems: ParamProblem[] };

/**
 * Holds parameters against an operation's rules, all of them at once. Values may be texts, as a command line has them:
 * `true`, `5`, and lists with commas.
 */
export const checkParams = (operation: Operation, input: Readonly<Record<string, unknown>>): CheckedParams => {
  const fields = operation.params._zod.def.shape as Record<string, Schema>;
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const shaped = Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [key, field === undefined ? value : shape(field, readText(field, value))];
    }),
  );
  const parsed = operation.params.safeParse(shaped);
  if (!parsed.success) return { kind: 'wrong', problems: parsed.error.issues.flatMap((issue) => say(issue, shaped)) };
  return { kind: 'ok', params: encode(fields, parsed.data) };
};

/** The values of an operation's secret parameters, to keep them out of messages. */
export const secretsOf = (operation: Operation, params: Readonly<Record<string, string>>): string[] => {
  const fields = operation.params._zod.def.shape as Record<string, Schema>;
  return Object.entries(params).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field !== undefined && meaningOf(field)?.secret ? [value] : [];
  });
};

export const isList = (schema: Schema): boolean => {
  const { type, innerType } = definitionOf(schema);
  return type === 'array' || (innerType !== undefined && isList(innerType));
};

const readText = (field: Schema, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const wire = wireOf(field);
  if (wire !== undefined) return wire.read(value);
  return isList(field) ? value.split(',').map((part) => part.trim()) : value;
};

/** Lists go with commas (specification, "Conventions" 8), booleans as words. */
const encode = (fields: Record<string, Schema>, params: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const wire = fields[key] && wireOf(fields[key]);
        return [key, wire?.encode(value) ?? (Array.isArray(value) ? value.join(',') : String(value))];
      }),
  );

const say = (issue: z.core.$ZodIssue, given: Record<string, unknown>): ParamProblem[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((parameter) => ({ parameter, what: 'is no parameter of this operation' }));
  }
  const parameter = issue.path.map(String).join('.');
  const missing = issue.path.length === 1 && !Object.hasOwn(given, parameter);
  return [{ parameter, what: missing && issue.code !== 'custom' ? 'is required' : wrong(issue) }];
};

const wrong = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return `must be ${names[issue.expected] ?? issue.expected}`;
  return issue.message === 'Invalid input' ? 'has a value that the operation does not take' : issue.message;
};

const names: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object, in JSON',
};
