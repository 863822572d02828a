import type * as z from 'zod/mini';
import type { Problem } from '../core/problem.ts';
import type { Given } from './layers.ts';
import { nearest } from './near.ts';
import { hostOptions, type Option } from './options.ts';
import { shown, shownName } from './reading.ts';

type Path = readonly (string | number)[];

/** `hosts[1].types (line 7)`, `detect.agree (HOSTPIN_DETECT_AGREE)`. */
export const placeOf = (option: Option, given: Given | undefined, inner: Path = []): string => {
  const path = inner.reduce<string>(
    (all, step) => all + (typeof step === 'number' ? `[${step}]` : `.${step}`),
    option.path,
  );
  if (given?.from !== undefined) return `${path} (${given.from})`;
  const steps = [...option.path.split('.'), ...inner];
  const line = given?.lineOf?.(steps) ?? given?.lineOf?.(steps.slice(0, -1));
  return line === undefined ? path : `${path} (line ${line})`;
};

/** The value at a path as far as there is one: `hosts: [name]` has no `name` below the text. */
const follow = (root: unknown, path: Path): { value: unknown; path: Path } => {
  let value = root;
  for (const [index, step] of path.entries()) {
    if (typeof value !== 'object' || value === null) return { value, path: path.slice(0, index) };
    value = Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;
  }
  return { value, path };
};

const hostKeys = hostOptions.map(({ path }) => path.slice('hosts[].'.length));

const shapeProblem = (value: unknown, expected: string, secret: boolean): Omit<Problem, 'where'> => {
  if (value === undefined) return { what: 'is missing', fix: 'write it' };
  if (value === null) return { what: 'is empty', fix: 'write a value, or remove the line' };
  if (expected === 'array') {
    const example = typeof value === 'string' && !secret ? `[${shown(value).slice(1, -1)}]` : 'a list, such as [a, b]';
    const seen = typeof value === 'string' && !secret ? `${shown(value)} is no list` : 'is no list';
    return { what: seen, fix: `write ${example}` };
  }
  const seen = Array.isArray(value) ? 'is a list' : typeof value === 'object' ? 'is a section' : 'is a single value';
  const fix = expected === 'object' ? `write a name, or the keys ${hostKeys.join(', ')}` : 'write a single value';
  return { what: `${seen}, where ${expected === 'object' ? 'an entry' : 'one value'} is wanted`, fix };
};

/** What a schema found wrong, as problems with their places. `inner` is the path from the option to the value. */
export const problemsOf = (
  issues: readonly z.core.$ZodIssue[],
  option: Option,
  given: Given,
  root: unknown,
  inner: Path,
): Problem[] =>
  issues.flatMap((issue): Problem[] => {
    const steps = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    const { value, path } = follow(root, steps);
    const where = placeOf(option, given, [...inner, ...path]);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => {
        const near = nearest(shownName(name), hostKeys);
        const fix = near ? `did you mean ${near}?` : `remove it; the keys here are ${hostKeys.join(', ')}`;
        return {
          where: placeOf(option, given, [...inner, ...path, shownName(name)]),
          what: 'there is no such key',
          fix,
        };
      });
    }
    if (issue.code === 'custom' && typeof issue.params?.what === 'string') {
      return [{ where, what: issue.params.what, fix: String(issue.params.fix) }];
    }
    return [{ where, ...shapeProblem(value, issue.code === 'invalid_type' ? issue.expected : '', option.secret) }];
  });
