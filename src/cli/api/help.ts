import { describeOperation, type OperationDescription, type ParameterDescription } from '../../api/describe.ts';
import type { Effect, Operation } from '../../api/operation.ts';
import { type Flag, flags } from './flags.ts';
import { beside, wrap } from './layout.ts';

/** An operation as `--json` shows it. */
export const documentOf = (name: string, row: Operation) => {
  const { parameters, ...description } = describeOperation(name, row);
  return {
    ...description,
    parameters: parameters.map(
      ({ name: parameter, required, type, values, default: preset, description: meaning }) => ({
        name: parameter,
        required,
        type,
        values: values ?? null,
        default: preset ?? null,
        description: meaning,
      }),
    ),
  };
};

const effects: Record<Effect, string> = {
  reads: 'It changes nothing.',
  changes: 'It changes something that another call can change back.',
  spends: 'It takes money from the balance: on a terminal it asks first, elsewhere it wants --yes.',
  destroys:
    "It deletes or replaces something that can't be had back: on a terminal it asks first, elsewhere it wants --yes.",
};

const ownFlags = Object.entries(flags).filter(
  (entry): entry is [string, Flag & { describe: string }] => entry[1].describe !== undefined,
);
const keyFlags = [...new Set(Object.values(flags).map(({ name }) => name))].filter((name) =>
  /^(provider|endpoints\.|api\.)/.test(name),
);

const flagLines = (width: number, without: readonly string[] = []): string[] => [
  ...ownFlags
    .filter(([spelling]) => !without.includes(spelling))
    .flatMap(([spelling, { value, describe }]) =>
      beside(`  --${spelling}${value === undefined ? '' : ` ${value}`}`, describe, 26, width),
    ),
  ...beside('', `In place of keys of the configuration: ${keyFlags.map((name) => `--${name}`).join(', ')}.`, 2, width),
];

const parameterLines = (parameter: ParameterDescription, width: number): string[] => {
  const { name, required, type, values, default: preset, description, secret } = parameter;
  const kind = type === 'list' ? 'list, with commas or repeated' : type;
  const more = [
    ...(required ? ['required'] : []),
    kind,
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
    ...(preset === undefined ? [] : [`${String(preset)} where left out`]),
    ...(secret ? ['secret'] : []),
  ];
  return beside(`  --${name}`, `${description} (${more.join('; ')})`, 26, width);
};

/** The help of one operation, from its row. */
export const operationHelp = (name: string, row: Operation, width: number): string => {
  const { summary, effect, versions, parameters }: OperationDescription = describeOperation(name, row);
  const secrets = parameters.filter(({ secret }) => secret).map((parameter) => parameter.name);
  const paged = parameters.some((parameter) => parameter.name === 'page');
  const asks = effect === 'spends' || effect === 'destroys';
  return [
    `hostpin api ${name}${parameters.length === 0 ? '' : ' --name value …'}`,
    '',
    ...wrap(`${summary}. ${effects[effect]}`, width),
    ...(versions.length === 1 ? [`Only in version ${versions.join()} of the API.`] : []),
    ...(parameters.length === 0 ? ['', 'It has no parameters.'] : ['', 'Parameters:']),
    ...parameters.flatMap((parameter) => parameterLines(parameter, width)),
    ...(secrets.length === 0
      ? []
      : [
          '',
          ...wrap(
            `Better than on the command line, where others can see it: ${secrets.map((secret) => `--param-file ${secret}=FILE`).join(', ')} (- for the standard input).`,
            width,
          ),
        ]),
    '',
    'Flags:',
    ...flagLines(width, [...(paged ? [] : ['all']), ...(asks ? [] : ['yes'])]),
  ].join('\n');
};

/** The help of the command itself. */
export const commandHelp = (width: number): string =>
  [
    'hostpin api [module/action] [--name value …]',
    '',
    ...wrap(
      "Calls any operation of the provider's main API. Without an operation it lists them, with a module alone those of the module; 'hostpin api MODULE/ACTION --help' shows the parameters of one.",
      width,
    ),
    '',
    'Flags:',
    ...flagLines(width),
    '',
    'Examples:',
    '  hostpin api service/dnslist --serviceName example.com --all',
    '  hostpin api service/mailcreate --serviceName example.com --name info --param-file password=FILE',
  ].join('\n');

/** Operations by module, with their summaries. */
export const listText = (
  names: readonly string[],
  rows: Readonly<Record<string, Operation>>,
  width: number,
): string => {
  const shown = names.flatMap((name) => (rows[name] === undefined ? [] : [{ name, row: rows[name] }]));
  const indent = Math.max(...names.map((name) => name.length)) + 4;
  const modules = [...new Set(shown.map(({ name }) => moduleOf(name)))];
  return modules
    .map((module) =>
      [
        module,
        ...shown
          .filter(({ name }) => moduleOf(name) === module)
          .flatMap(({ name, row }) => beside(`  ${name}`, `${row.summary}${marks(row)}`, indent, width)),
      ].join('\n'),
    )
    .join('\n\n');
};

export const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf('/')));

const marks = ({ effect, only }: Operation): string => {
  const marked = [
    ...(effect === 'spends' || effect === 'destroys' ? [effect] : []),
    ...(only === undefined ? [] : [`only ${only}`]),
  ];
  return marked.length === 0 ? '' : ` [${marked.join(', ')}]`;
};
