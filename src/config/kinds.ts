import * as z from 'zod/mini';
import { readCron } from './cron.ts';
import { readDuration } from './duration.ts';
import { type Reading, shown, wrong } from './reading.ts';
import { readEndpoint, readProxy } from './url.ts';

/** The kinds of values that a key takes. All come in as text: YAML scalars, variables and flags are read alike. */
export type KindName = 'text' | 'choice' | 'boolean' | 'integer' | 'duration' | 'url' | 'file' | 'list';

export type Kind<S extends z.core.SomeType = z.core.SomeType> = {
  type: KindName;
  schema: S;
  values?: readonly string[];
};

/** Text to a value by one of our readers, whose complaint becomes the issue's `params`. */
export const reading = <T>(read: (text: string) => Reading<T>) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): T => {
      const result = read(text);
      if (result.kind === 'value') return result.value;
      const { what, fix } = result;
      context.issues.push({ code: 'custom', input: text, message: what, params: { what, fix } });
      return z.NEVER;
    }),
  );

const kind = <T>(type: KindName, read: (text: string) => Reading<T>, values?: readonly string[]) => ({
  type,
  schema: reading(read),
  ...(values ? { values } : {}),
});

const readText = (text: string): Reading<string> =>
  text.trim() === ''
    ? wrong('is empty', 'write a value, or leave the key out')
    : /[\r\n]/.test(text)
      ? wrong('has more than one line', 'write it on one line')
      : { kind: 'value', value: text };

const readBoolean = (text: string): Reading<boolean> =>
  /^(true|false)$/i.test(text)
    ? { kind: 'value', value: text.toLowerCase() === 'true' }
    : wrong(`${shown(text)} is neither true nor false`, 'write true or false');

const readInteger =
  (min: number, max: number) =>
  (text: string): Reading<number> =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? { kind: 'value', value: Number(text) }
      : wrong(`${shown(text)} is not a whole number from ${min} to ${max}`, `write a number from ${min} to ${max}`);

const readChoice =
  <const V extends readonly string[]>(values: V) =>
  (text: string): Reading<V[number]> => {
    const found = values.find((value) => value === text);
    return found === undefined
      ? wrong(`${shown(text)} is not one of ${values.join(', ')}`, `write ${values.join(' or ')}`)
      : { kind: 'value', value: found };
  };

export const text = kind('text', readText);
/** Anything: an empty or broken secret is told where secrets are resolved, whichever way they came. */
export const secret = kind('text', (value): Reading<string> => ({ kind: 'value', value }));
export const file = kind('file', readText);
export const boolean = kind('boolean', readBoolean);
export const endpoint = kind('url', readEndpoint);
export const proxy = kind('url', readProxy);
export const cron = kind('text', readCron);
export const integer = (min: number, max: number) => kind('integer', readInteger(min, max));
export const duration = (min: string, max: string) => kind('duration', (text) => readDuration(text, min, max));
export const choice = <const V extends readonly string[]>(...values: V) => kind('choice', readChoice(values), values);
export const list = <S extends z.core.SomeType>(element: S) => ({ type: 'list' as const, schema: z.array(element) });
