import { exit } from '../core/exit.ts';
import type { Platform } from '../platform/platform.ts';
import type { Call, Command } from './call.ts';
import { commands } from './commands.ts';
import { fail } from './failure.ts';
import { readPlain } from './plain.ts';

/** The flags that may stand before the command, and take a value. */
const before = ['--config', '--log.level', '--log-level', '--log.format', '--log-format'];

/** The command that is named, with the words that are left when its name is gone. */
const namedCommand = (args: readonly string[]): { command: Command; words: string[] } | undefined => {
  const at = args.findIndex((word, index) => !word.startsWith('-') && !before.includes(args[index - 1] ?? ''));
  const command = commands.find(({ usage }) => usage.split(' ')[0] === args[at]);
  return command && { command, words: args.filter((_, index) => index !== at) };
};

/** What is wrong with a command line, and where it says how it goes. */
const wrongUse = (wrong: string, command: Command | undefined): string => {
  const what =
    command && wrong.startsWith('Not enough non-option arguments')
      ? `Something is missing: hostpin ${command.usage}`
      : wrong;
  const hint = /^Unknown arguments?: \w(, \w)*$/.test(wrong) ? command?.hint : undefined;
  const help = `hostpin ${command ? `${command.usage.split(' ')[0]} ` : ''}--help`;
  return [what, ...(hint ? [hint] : []), `'${help}' shows what there is.`].join('\n');
};

/** Runs the program. Gives the exit code. */
export const runProgram = async (args: readonly string[], env: Call['env'], platform: Platform): Promise<number> => {
  const named = namedCommand(args);
  if (named?.command.own) {
    const { run } = await named.command.load();
    return run({ platform, env, flags: { arguments: named.words } });
  }
  const plain = readPlain(args);
  const { asked, wrong, output } = plain
    ? { asked: plain, wrong: undefined, output: '' }
    : await (await import('./parser.ts')).readCommandLine(args);
  const call = { platform, env, flags: asked?.flags ?? { json: args.includes('--json') } };
  if (wrong !== undefined) return fail(call, exit.usage, wrongUse(wrong, named?.command));
  if (output !== '') {
    platform.out(`${output}\n`);
    return exit.ok;
  }
  if (asked === undefined) return fail(call, exit.usage, "Which command? 'hostpin --help' shows what there is.");
  const repeated = Object.entries(asked.command.options).find(
    ([name, { array }]) => array !== true && Array.isArray(asked?.flags[name]),
  );
  if (repeated !== undefined) return fail(call, exit.usage, `--${repeated[0]} is given more than once.`);
  const { run } = await asked.command.load();
  return run(call);
};
