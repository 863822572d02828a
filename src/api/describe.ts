import type { ApiVersion, Effect, Operation } from './operation.ts';
import { defaultOf, meaningOf, wireOf } from './parameter.ts';
import { isList } from './params.ts';
import { definitionOf, type Schema } from './shape.ts';

export type ParameterDescription = {
  name: string;
  /** Whether it is required in every case; its description says where it is in some. */
  required: boolean;
  type: 'text' | 'number' | 'boolean' | 'list' | 'json';
  /** The values it takes, where they are counted. */
  values?: string[];
  /** What the provider takes where it is left out. */
  default?: string | number | boolean;
  description: string;
  secret: boolean;
};

export type OperationDescription = {
  name: string;
  summary: string;
  effect: Effect;
  versions: ApiVersion[];
  parameters: ParameterDescription[];
};

/** An operation in words, for help and lists. */
export const describeOperation = (name: string, operation: Operation): OperationDescription => ({
  name,
  summary: operation.summary,
  effect: operation.effect,
  versions: operation.only === undefined ? ['1.0.14', '1.0.20'] : [operation.only],
  parameters: Object.entries(operation.params._zod.def.shape as Record<string, Schema>).map(describeParameter),
});

const describeParameter = ([name, schema]: [string, Schema]): ParameterDescription => {
  const values = valuesOf(schema);
  const preset = defaultOf(schema);
  const meaning = meaningOf(schema);
  return {
    name,
    required: definitionOf(schema).type !== 'optional',
    type: wireOf(schema) ? 'json' : typeOf(schema),
    ...(values !== undefined && { values }),
    ...(preset !== undefined && { default: preset }),
    description: meaning?.description ?? '',
    secret: meaning?.secret === true,
  };
};

const typeOf = (schema: Schema): ParameterDescription['type'] => {
  if (isList(schema)) return 'list';
  const { type, innerType } = definitionOf(schema);
  if (innerType !== undefined) return typeOf(innerType);
  return type === 'boolean' || type === 'number' ? type : 'text';
};

const valuesOf = (schema: Schema): string[] | undefined => {
  const { type, innerType, element, entries } = definitionOf(schema);
  if (type === 'enum') return Object.values(entries ?? {}).map(String);
  const inner = innerType ?? element;
  return inner && valuesOf(inner);
};
