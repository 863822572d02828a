import type { Operation } from '../../api/operation.ts';
import { isList } from '../../api/params.ts';
import { definitionOf, type Schema } from '../../api/shape.ts';
import { nearNames } from '../../config/near.ts';
import { flags } from './flags.ts';

export type Arguments = {
  /** `module/action`, `module`, or what was written in its place. */
  operation: string | undefined;
  /** Parameters as texts; a list that was given more than once is an array. */
  params: Record<string, string | string[]>;
  /** Parameters to be read from files. */
  files: { parameter: string; path: string }[];
  /** Parameters that the command line names, be it that their values are missing or can't be read. */
  named: string[];
  /** The command's own flags and those of the configuration. */
  flags: Record<string, unknown>;
  /** What is wrong with the command line. Has no value in it, since any value may be a secret. */
  problems: string[];
};

type Rows = Readonly<Record<string, Operation>>;
type Fields = Readonly<Record<string, Schema>>;

export const fieldsOf = (row: Operation): Fields => row.params._zod.def.shape as Fields;

const flagIn = (word: string): { name: string; inline: string | undefined } | undefined => {
  if (!word.startsWith('--') || word === '--') return undefined;
  const end = word.indexOf('=');
  return end < 0
    ? { name: word.slice(2), inline: undefined }
    : { name: word.slice(2, end), inline: word.slice(end + 1) };
};

/**
 * Reads the words after `hostpin api`. Parameters are flags that the operation's row names, so that no parser of fixed
 * flags fits: a value is whatever follows, also with a dash in front, unless it is itself a flag that is known here.
 */
export const readArguments = (words: readonly string[], rows: Rows): Arguments => {
  const at = findOperation(words, rows);
  const operation = at === undefined ? undefined : words[at];
  const row = operation !== undefined && Object.hasOwn(rows, operation) ? rows[operation] : undefined;
  const fields = row === undefined ? {} : fieldsOf(row);
  const read: Arguments = { operation, params: {}, files: [], named: [], flags: {}, problems: [] };
  const known = (word: string | undefined): boolean => {
    const name = word === undefined ? undefined : flagIn(word)?.name;
    return name !== undefined && (Object.hasOwn(fields, name) || Object.hasOwn(flags, name));
  };
  const rest = words.filter((_, index) => index !== at);
  let last: string | undefined;
  for (let index = 0; index < rest.length; index += 1) {
    const flag = flagIn(rest[index] ?? '');
    if (flag === undefined) {
      read.problems.push(stray(last));
      continue;
    }
    const { name, inline } = flag;
    last = name;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) read.named.push(name);
    const own = Object.hasOwn(flags, name) ? flags[name] : undefined;
    const takes = field === undefined ? (own?.takes ?? 'perhaps') : isBoolean(field) ? 'perhaps' : 'value';
    const next = known(rest[index + 1]) ? undefined : rest[index + 1];
    const follows = takes === 'nothing' || (takes === 'perhaps' && next?.startsWith('--')) ? undefined : next;
    if (inline === undefined && follows !== undefined) index += 1;
    const value = inline ?? follows ?? (takes === 'value' ? undefined : 'true');
    if (field === undefined && own === undefined) read.problems.push(unknownFlag(name, operation, row));
    else if (value === undefined)
      read.problems.push(`--${name} wants a value (one that is a flag's name goes as --${name}=…).`);
    else if (field !== undefined) addParameter(read, name, field, value);
    else if (own !== undefined) addFlag(read, own, name, value, fields);
  }
  return read;
};

/** The operation's name stands anywhere: it is the first word that is one, or that no flag takes as its value. */
const findOperation = (words: readonly string[], rows: Rows): number | undefined => {
  const free = words.flatMap((word, index) => {
    const before = index === 0 ? undefined : flagIn(words[index - 1] ?? '');
    const own = before !== undefined && Object.hasOwn(flags, before.name) ? flags[before.name] : undefined;
    const taken = before !== undefined && before.inline === undefined && own?.takes !== 'nothing';
    return flagIn(word) === undefined
      ? [{ index, taken, certain: own === undefined && Object.hasOwn(rows, word) }]
      : [];
  });
  return free.find(({ taken, certain }) => certain || !taken)?.index;
};

const addParameter = (read: Arguments, name: string, field: Schema, value: string): void => {
  const before = read.params[name];
  if (before === undefined) read.params[name] = value;
  else if (isList(field))
    read.params[name] = [before, value].flatMap((each) => (Array.isArray(each) ? each : split(each)));
  else read.problems.push(`--${name} is given more than once.`);
};

const split = (list: string): string[] => list.split(',').map((part) => part.trim());

const addFlag = (
  read: Arguments,
  { name, takes }: { name: string; takes: string },
  written: string,
  value: string,
  fields: Fields,
): void => {
  if (name === 'param-file') {
    const [parameter = '', path = ''] = halves(value);
    read.named.push(parameter);
    if (path === '') read.problems.push('--param-file wants NAME=FILE, such as password=/path/to/file.');
    else if (read.operation !== undefined && !Object.hasOwn(fields, parameter)) {
      read.problems.push(
        `--param-file: ${parameter} is no parameter of ${read.operation}.${meant(parameter, Object.keys(fields), '')}`,
      );
    } else if (read.files.some((file) => file.parameter === parameter))
      read.problems.push(`--param-file names ${parameter} more than once.`);
    else read.files.push({ parameter, path });
  } else if (takes === 'nothing') {
    if (value !== 'true' && value !== 'false') read.problems.push(`--${written} takes no value.`);
    else read.flags[name] = value === 'true';
  } else if (read.flags[name] !== undefined) read.problems.push(`--${written} is given more than once.`);
  else read.flags[name] = value;
};

const isBoolean = (schema: Schema): boolean => {
  const { type, innerType } = definitionOf(schema);
  return type === 'boolean' || (innerType !== undefined && isBoolean(innerType));
};

const halves = (value: string): [string, string] | [] => {
  const at = value.indexOf('=');
  return at < 1 ? [] : [value.slice(0, at), value.slice(at + 1)];
};

const stray = (name: string | undefined): string => {
  const where = name === undefined ? 'A word' : `After --${name}, a word`;
  return `${where} stands that belongs to no parameter: write --name value, with a value that has spaces in it in quotes.`;
};

const meant = (name: string, known: readonly string[], dashes = '--'): string => {
  const near = nearNames(name, known)
    .slice(0, 3)
    .map((one) => `${dashes}${one}`);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
};

const unknownFlag = (name: string, operation: string | undefined, row: Operation | undefined): string => {
  const shown = /^[\w.-]{1,60}/.exec(name)?.[0] ?? '';
  if (row === undefined) return `--${shown} is no flag of 'hostpin api'.${meant(name, Object.keys(flags))}`;
  return `--${shown} is no parameter of ${operation}.${meant(name, [...Object.keys(fieldsOf(row)), ...Object.keys(flags)])}`;
};
