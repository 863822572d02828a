import { options } from '../../config/options.ts';

/** What a flag of the command itself takes. */
type Takes = 'nothing' | 'value';

export type Flag = {
  /** As the rest of the program calls it. */
  name: string;
  takes: Takes;
  /** What help says; absent for a flag that stands in for a key of the configuration, or is another spelling. */
  describe?: string;
  /** What help writes for the value. */
  value?: string;
};

const own: Record<string, Flag> = {
  json: { name: 'json', takes: 'nothing', describe: 'Answer with one JSON document' },
  all: { name: 'all', takes: 'nothing', describe: 'Walk every page of a list' },
  raw: { name: 'raw', takes: 'nothing', describe: 'Print the whole envelope of the answer, as it came' },
  yes: { name: 'yes', takes: 'nothing', describe: 'Do what costs or deletes without asking' },
  'param-file': {
    name: 'param-file',
    takes: 'value',
    value: 'NAME=FILE',
    describe: 'Read a parameter from a file, - for the standard input; for passwords, keys and long texts',
  },
  config: { name: 'config', takes: 'value', value: 'FILE', describe: 'The configuration file' },
  'log-level': { name: 'log.level', takes: 'value', value: 'LEVEL', describe: 'trace, debug, info, warn, error' },
  'log-format': { name: 'log.format', takes: 'value', value: 'FORMAT', describe: 'pretty or json' },
  help: { name: 'help', takes: 'nothing', describe: 'Show this' },
};

/** The keys that a call depends on. A flag for another key would be taken and do nothing. */
const matters = /^(provider|endpoints\.(api|ca_file|proxy)|api\.|log\.)/;

const keys = options.flatMap(({ flag, aliases }): [string, Flag][] =>
  flag === undefined || !matters.test(flag)
    ? []
    : [flag, ...aliases].map((name) => [name, { name: flag, takes: 'value' }]),
);

/** Every flag that the command has for itself, by its spelling. No parameter of an operation has such a name. */
export const flags: Readonly<Record<string, Flag>> = {
  // First for the order that help has, last since it says what they do.
  ...own,
  ...Object.fromEntries(keys),
  ...own,
};
