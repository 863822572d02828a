import yargs, { type Argv } from 'yargs';
import { options as configuration } from '../config/options.ts';
import { exit } from '../core/exit.ts';
import type { Platform } from '../platform/platform.ts';
import { version } from '../version.ts';
import type { Call, Command } from './call.ts';
import { commands } from './commands.ts';
import { fail } from './failure.ts';

/** What the command line asks for. */
type Asked = { command: Command; flags: Record<string, unknown> };

/** The keys that a call to the main API depends on: a flag for another one would be taken and do nothing. */
const ofApi = /^(provider|endpoints\.(api|ca_file|proxy)|api\.)/;

const withConfiguration = (parser: Argv, which: boolean | 'api'): Argv =>
  configuration.reduce(
    (so, { flag, aliases, type, list, description, values }) =>
      flag === undefined || flag.startsWith('log.') || !(which === 'api' ? ofApi : /./).test(flag)
        ? so
        : so.option(flag, {
            alias: [...aliases],
            type: 'string',
            array: list,
            requiresArg: type !== 'boolean',
            ...(type === 'boolean' ? { coerce: (value: string) => (value === '' ? 'true' : value) } : {}),
            describe: values === undefined ? description : `${description} (${values.join(', ')})`,
            group: 'In place of a key of the configuration:',
          }),
    parser,
  );

const common = (parser: Argv): Argv =>
  parser
    .option('config', { type: 'string', requiresArg: true, describe: 'The configuration file', global: true })
    .option('log.level', {
      alias: 'log-level',
      type: 'string',
      requiresArg: true,
      describe: 'trace, debug, info, warn, error',
    })
    .option('log.format', { alias: 'log-format', type: 'string', requiresArg: true, describe: 'pretty or json' });

const parserOf = (args: readonly string[], choose: (asked: Asked) => void): Argv =>
  commands
    .reduce(
      (parser, command) =>
        parser.command(
          command.usage,
          command.summary,
          (own) => {
            const usual = command.configured ? withConfiguration(own, command.configured) : own;
            const examples = (command.examples ?? []).reduce((so, [line, what]) => so.example(line, what), usual);
            return examples.options(command.options).strict();
          },
          (flags) => choose({ command, flags }),
        ),
      common(yargs([...args]))
        .scriptName('hostpin')
        .usage('hostpin keeps a host record pinned to the address that this machine has now.'),
    )
    .parserConfiguration({
      'dot-notation': false,
      'camel-case-expansion': false,
      'duplicate-arguments-array': true,
      // What is written stays as it is: a text of digits, a file named 1e3.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .demandCommand(1, 1, 'Which command?')
    .strict()
    .recommendCommands()
    .version(version)
    .help()
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false);

/** The flags that may stand before the command, and take a value. */
const before = ['--config', '--log.level', '--log-level', '--log.format', '--log-format'];

/** A command that reads its own command line, with the words that are left of it when the command's name is gone. */
const ownCommand = (args: readonly string[]): { command: Command; words: string[] } | undefined => {
  const at = args.findIndex((word, index) => !word.startsWith('-') && !before.includes(args[index - 1] ?? ''));
  const command = commands.find(({ own, usage }) => own && usage.split(' ')[0] === args[at]);
  return command && { command, words: args.filter((_, index) => index !== at) };
};

const chosen = new Error('a command was chosen');

/** Runs the program. Gives the exit code. */
export const runProgram = async (args: readonly string[], env: Call['env'], platform: Platform): Promise<number> => {
  const own = ownCommand(args);
  if (own !== undefined) {
    const { run } = await own.command.load();
    return run({ platform, env, flags: { arguments: own.words } });
  }
  let asked: Asked | undefined;
  let wrong: string | undefined;
  let output = '';
  try {
    await parserOf(args, (choice) => {
      asked = choice;
      // yargs writes its help when a command returns, for nobody, in a tenth of the time that `update` takes.
      throw chosen;
    })
      .fail((message: string | null, error: Error | undefined) => {
        wrong ??= message ?? error?.message ?? 'The command line can not be read.';
      })
      .parseAsync([...args], {}, (_error: unknown, _argv: unknown, text: string) => {
        output = text;
      });
  } catch (error) {
    if (error !== chosen) wrong ??= error instanceof Error ? error.message : String(error);
  }
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
