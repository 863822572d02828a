import type { Command } from './call.ts';
import { commands } from './commands.ts';

/** What a command line asks for. */
export type Asked = { command: Command; flags: Record<string, unknown> };

/** A file's name in which nothing could be meant in another way (quotation marks, a dash in front). */
const plainName = /^[\w/.][\w/.@+-]*$/;

/**
 * Reads the command lines that timers and services use, `hostpin update --config FILE` and the like, as the parser would:
 * a command, its switches, the configuration's file. Undefined for all others. The parser takes a tenth of the time of an
 * `update`, and half a megabyte of a daemon.
 */
export const readPlain = ([name, ...words]: readonly string[]): Asked | undefined => {
  const command = commands.find(({ usage, own }) => !own && usage.split(' ')[0] === name);
  // Words that must follow, and defaults, are the parser's business.
  if (command?.configured !== true || command.usage.includes('<')) return undefined;
  if (Object.values(command.options).some((option) => option.default !== undefined)) return undefined;
  const flags: Record<string, unknown> = {};
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const flag = word.startsWith('--') ? word.slice(2) : '';
    if (Object.hasOwn(flags, flag)) return undefined;
    if (flag === 'config' && plainName.test(words[0] ?? '')) flags.config = words.shift();
    else if (Object.hasOwn(command.options, flag) && command.options[flag]?.type === 'boolean') flags[flag] = true;
    else return undefined;
  }
  return { command, flags };
};
