import { asIPv4, asIPv6 } from '../address.ts';
import type { Parameters } from '../form.ts';
import { asciiName, isName } from '../names.ts';
import { type Refusal, refused } from './operation.ts';

/** A parameter that was read, or why the call is refused. */
export type Checked<T> = { ok: true; value: T } | Refusal;

export const fine = <T>(value: T): Checked<T> => ({ ok: true, value });
export const missing = (...names: string[]): Refusal =>
  refused(101, ...names.map((name) => `Missing parameter: ${name}`));
export const invalid = (name: string, must?: string): Refusal =>
  refused(105, `Invalid parameter: ${name}${must ? ` must be ${must}` : ''}`);

/** The parameter's text; undefined where it is absent or empty. */
export const given = (parameters: Parameters, name: string): string | undefined =>
  parameters.get(name)?.trim() || undefined;

/** One of the values, written as they are; undefined where it is absent. */
export const choice = <T extends string>(
  parameters: Parameters,
  name: string,
  values: readonly T[],
): Checked<T | undefined> => {
  const text = given(parameters, name);
  const value = values.find((candidate) => candidate === text);
  return text === undefined || value !== undefined ? fine(value) : invalid(name, `one of ${values.join(', ')}`);
};

const words: ReadonlyMap<string | undefined, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A boolean; undefined where it is absent. */
export const flag = (parameters: Parameters, name: string): Checked<boolean | undefined> => {
  const text = given(parameters, name)?.toLowerCase();
  const value = words.get(text);
  return text === undefined || value !== undefined ? fine(value) : invalid(name, 'true or false');
};

/** A number without a fraction that is at most `max`; undefined where it is absent. */
export const count = (parameters: Parameters, name: string, max: number): Checked<number | undefined> => {
  const text = given(parameters, name);
  if (text === undefined) return fine(undefined);
  return /^\d{1,10}$/.test(text) && Number(text) <= max ? fine(Number(text)) : invalid(name, `0 to ${max}`);
};

/** Several texts with commas. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What ends in a number is no name, but an address. */
const isHost = (name: string): boolean =>
  isName(name) && !name.startsWith('*') && name.includes('.') && !/\.\d+$/.test(name);

/** The name of a host, as it is kept. */
export const hostName = (parameters: Parameters, name: string): Checked<string> => {
  const host = asciiName(given(parameters, name) ?? '');
  return isHost(host) ? fine(host) : invalid(name, 'a host name');
};

/** The address of a DNS server, or its name. */
export const isServer = (text: string): boolean =>
  asIPv4(text) !== undefined || asIPv6(text) !== undefined || isHost(asciiName(text));

/** 2 to 7 host names, or the one word that the operation takes instead (specification, Conventions 8). */
export const nameservers = <W extends string>(
  text: string,
  taken: readonly W[],
): Checked<{ word: W } | { names: string[] }> => {
  const names = list(text).map(asciiName);
  const word = taken.find((candidate) => names.length === 1 && candidate === names[0]);
  if (word) return fine({ word });
  const right = names.length >= 2 && names.length <= 7 && names.every(isHost) && new Set(names).size === names.length;
  return right
    ? fine({ names })
    : invalid('nameservers', `${taken.map((each) => `${each} or `).join('')}2 to 7 host names`);
};
