import yargs, { type Argv } from 'yargs';
import { options as configuration } from '../config/options.ts';
import { person } from '../platform/person.ts';
import { version } from '../version.ts';
import { commands } from './commands.ts';
import type { Asked } from './plain.ts';

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
            // Named first, they stand first in the help: before the flags of every command, and the configuration's.
            const options = own.group(Object.keys(command.options), 'Options:').options(command.options);
            const usual = command.configured ? withConfiguration(options, command.configured) : options;
            return (command.examples ?? [])
              .reduce((so, [line, what]) => so.example(line, what), usual)
              .strict()
              .strictCommands(false);
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
      // A list's flag is repeated, and takes no host that stands after its value.
      'greedy-arrays': false,
      // What is written stays as it is: a text of digits, a file named 1e3.
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .demandCommand(1, 1, 'Which command?')
    .strict()
    .strictCommands()
    .recommendCommands()
    .updateStrings({ 'Not enough arguments following: %s': '--%s wants a value.' })
    .version(version)
    .help()
    .wrap(Math.min(100, person.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false);

const chosen = new Error('a command was chosen');

/** What came of reading a command line: a command, what is wrong, or a text for the person who asked for help. */
export type Read = { asked: Asked | undefined; wrong: string | undefined; output: string };

/** Reads any command line. */
export const readCommandLine = async (args: readonly string[]): Promise<Read> => {
  const read: Read = { asked: undefined, wrong: undefined, output: '' };
  try {
    await parserOf(args, (choice) => {
      read.asked = choice;
      // yargs writes its help when a command returns, for nobody, in a tenth of the time that `update` takes.
      throw chosen;
    })
      .fail((message: string | null, error: Error | undefined) => {
        read.wrong ??= message ?? error?.message ?? 'The command line can not be read.';
      })
      .parseAsync([...args], {}, (_error: unknown, _argv: unknown, text: string) => {
        read.output = text;
      });
  } catch (error) {
    if (error !== chosen) read.wrong ??= error instanceof Error ? error.message : String(error);
  }
  return read;
};
