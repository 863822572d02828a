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

const withConfiguration = (parser: Argv): Argv =>
  configuration.reduce(
    (so, { flag, aliases, type, list, description, values }) =>
      flag === undefined || flag.startsWith('log.')
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
            const usual = command.configured ? withConfiguration(own) : own;
            const examples = (command.examples ?? []).reduce((so, [line, what]) => so.example(line, what), usual);
            return examples.options(command.options).strict();
          },
          (flags) => choose({ command, flags }),
        ),
      common(yargs([...args]))
        .scriptName('hostpin')
        .usage('hostpin keeps a host record pinned to the address that this machine has now.'),
    )
    .parserConfiguration({ 'dot-notation': false, 'camel-case-expansion': false, 'duplicate-arguments-array': true })
    .demandCommand(1, 1, 'Which command?')
    .strict()
    .recommendCommands()
    .version(version)
    .help()
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false);

/** Runs the program. Gives the exit code. */
export const runProgram = async (args: readonly string[], env: Call['env'], platform: Platform): Promise<number> => {
  let asked: Asked | undefined;
  let wrong: string | undefined;
  let output = '';
  try {
    await parserOf(args, (choice) => {
      asked = choice;
    })
      .fail((message: string | null, error: Error | undefined) => {
        wrong ??= message ?? error?.message ?? 'The command line can not be read.';
      })
      .parseAsync([...args], {}, (_error: unknown, _argv: unknown, text: string) => {
        output = text;
      });
  } catch (error) {
    wrong ??= error instanceof Error ? error.message : String(error);
  }
  const call = { platform, env, flags: asked?.flags ?? { json: args.includes('--json') } };
  if (wrong !== undefined) return fail(call, exit.usage, `${wrong}\n'hostpin --help' shows what there is.`);
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
