import { hostOptions, type Option, options } from './options.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** `$NAMES` and words stay words; what one would write is code. */
const defaultCell = ({ default: value }: Option): string =>
  value === undefined ? '' : /^\S+$/.test(value) ? `\`${cell(value)}\`` : cell(value);

const row = (option: Option): string => {
  const values = option.values ? ` One of ${option.values.map((value) => `\`${value}\``).join(', ')}.` : '';
  return `| \`${option.path}\` | ${defaultCell(option)} | ${cell(option.description)}${values} |`;
};

/** The table of all keys for the README, in Markdown, with the rule for flags and variables above it. */
export const renderOptionsTable = (): string => {
  const rows = options.flatMap((option) => (option.path === 'hosts' ? [option, ...hostOptions] : [option]));
  return [
    'Every key is also an environment variable, `HOSTPIN_` and its path joined by `_` (`HOSTPIN_DETECT_AGREE`), and, but for',
    'the secrets `key` and `api.password`, a flag: its path, with `_` or `-` (`--detect.agree`, `--key-file`). Lists are',
    'separated by commas in a variable; their flag repeats. Flags win over the environment, the environment over the file.',
    'The keys below `hosts[]` are for the file alone.',
    '',
    '| key | default | meaning |',
    '|---|---|---|',
    ...rows.map(row),
    '',
  ].join('\n');
};
