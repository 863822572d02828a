import { exit } from '../core/exit.ts';
import type { Platform } from '../platform/platform.ts';
import type { Call, Command } from './call.ts';
import { commands } from './commands.ts';
import { fail } from './failure.ts';
import { readPlain } from './plain.ts';

/** The flags that may stand before the command, and take a value. */
const before = ['--config', '--log.level', '--log-level', '--log.format', '--log-format'];

/** A command that reads its own command line, with the words that are left of it when the command's name is gone. */
const ownCommand = (args: readonly string[]): { command: Command; words: string[] } | undefined => {
  const at = args.findIndex((word, index) => !word.startsWith('-') && !before.includes(args[index - 1] ?? ''));
  const command = commands.find(({ own, usage }) => own && usage.split(' ')[0] === args[at]);
  return command && { command, words: args.filter((_, index) => index !== at) };
};

/** Runs the program. Gives the exit code. */
export const runProgram = async (args: readonly string[], env: Call['env'], platform: Platform): Promise<number> => {
  const own = ownCommand(args);
  if (own !== undefined) {
    const { run } = await own.command.load();
    return run({ platform, env, flags: { arguments: own.words } });
  }
  const plain = readPlain(args);
  const { asked, wrong, output } = plain
    ? { asked: plain, wrong: undefined, output: '' }
    : await (await import('./parser.ts')).readCommandLine(args);
  const call = { platform, env, flags: asked?.flags ?? { json: args.includes('--json') } };
  if (wrong !== undefined) {
    const named = commands.find(({ usage }) => args.includes(usage.split(' ')[0] ?? ''));
    const hint = /^Unknown arguments?: \w(, \w)*$/.test(wrong) ? named?.hint : undefined;
    return fail(call, exit.usage, [wrong, ...(hint ? [hint] : []), "'hostpin --help' shows what there is."].join('\n'));
  }
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
