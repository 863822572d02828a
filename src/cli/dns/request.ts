import type { Manner } from '../../api/zone-want.ts';
import { nearNames } from '../../config/near.ts';
import { listFlag, textFlag } from '../call.ts';
import { readContent, readHost, readTtl, readType } from './parts.ts';

/** What a command line of `hostpin dns` asks for. Names, types and values are in normal form. */
export type Request = {
  /** A record's name, or the zone's. */
  host: string;
  /** Seconds, or `-` for the provider's default. */
  ttl: string | undefined;
  yes: boolean;
  dryRun: boolean;
} & Asked;

type Asked =
  | { action: 'list' | 'delete'; type: string | undefined; value: string | undefined; priority: string | undefined }
  | { action: 'set'; type: string; value: string; priority: string | undefined; manner: Manner }
  | { action: 'export' }
  | { action: 'import'; file: string; sweep: boolean };

type Action = Request['action'];

/** The flags that mean something to an action. */
const flagsOf: Record<Action, readonly string[]> = {
  list: [],
  set: ['ttl', 'priority', 'add', 'replace', 'dry-run', 'yes'],
  delete: ['dry-run', 'yes'],
  export: ['ttl'],
  import: ['ttl', 'delete', 'dry-run', 'yes'],
};
const actions = Object.keys(flagsOf) as Action[];
const allFlags = [...new Set(Object.values(flagsOf).flat())];

type Flags = Readonly<Record<string, unknown>>;

/** Reads the command line; every problem at once. */
export const readRequest = (flags: Flags): Request | string[] => {
  const given = textFlag(flags.action) ?? '';
  const action = actions.find((one) => one === given);
  if (action === undefined) {
    const near = nearNames(given, actions)[0];
    return [`dns ${given}: it is one of ${actions.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`];
  }
  const problems = allFlags
    .filter((flag) => flags[flag] !== undefined && flags[flag] !== false && !flagsOf[action].includes(flag))
    .map((flag) => `--${flag} means nothing to 'dns ${action}'.`);
  const host = readHost(flags.host, problems);
  const request = {
    host,
    ttl: readTtl(flags.ttl, problems),
    yes: flags.yes === true,
    dryRun: flags['dry-run'] === true,
    ...readAsked(action, flags, problems),
  };
  return problems.length > 0 ? problems : request;
};

const readAsked = (action: Action, flags: Flags, problems: string[]): Asked => {
  // The parser takes a lone dash for a flag that is given no value.
  const second = flags.type === true ? '-' : textFlag(flags.type);
  const words = wordsOf(flags, problems);
  switch (action) {
    case 'export':
      if (second !== undefined || words.length > 0) problems.push('dns export: it takes a zone, and nothing after it.');
      return { action };
    case 'import':
      if (second === undefined) problems.push('dns import: which file? - is the standard input.');
      if (words.length > 0) problems.push('dns import: it takes a zone and a file, and nothing after them.');
      if (second === '-' && flags.yes !== true && flags['dry-run'] !== true)
        problems.push(
          'dns import: the standard input is the file, so nobody can answer there: add --yes or --dry-run.',
        );
      return { action, file: second ?? '', sweep: flags.delete === true };
    case 'set': {
      if (flags.add === true && flags.replace === true) problems.push('--add and --replace: it is one or the other.');
      if (second === undefined || words.length === 0)
        problems.push('dns set: it wants a name, a type and a value, such as home.example.com A 203.0.113.7.');
      const type = readType(second, problems) ?? '';
      const { value = '', priority } = readContent(type, words, flags.priority, problems);
      const manner = flags.add === true ? 'add' : flags.replace === true ? 'replace' : 'one';
      return { action, type, value, priority, manner };
    }
    default: {
      const type = readType(second, problems);
      return { action, type, ...readContent(type ?? '', words, undefined, problems) };
    }
  }
};

/** What stands after `--`, a value that begins with a dash, comes apart from the rest. */
const wordsOf = (flags: Flags, problems: string[]): string[] => {
  const after = listFlag(flags._).slice(1);
  if (after.length > 1)
    problems.push('After -- stands one value, in quotes where it has spaces in it; flags stand before.');
  return [...listFlag(flags.value), ...after];
};
