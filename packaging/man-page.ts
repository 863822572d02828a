import type { CommandOption } from '../src/cli/call.ts';
import { commands } from '../src/cli/commands.ts';
import { hostOptions, type Option, options } from '../src/config/options.ts';
import { exit } from '../src/core/exit.ts';
import { version } from '../src/version.ts';

/** Text as man's macros take it: hyphens that can be copied, and nothing that is taken for a macro. */
const text = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('"', '\\(dq')
    .replace(/^\./gm, '\\&.');

const bold = (plain: string): string => `\\fB${text(plain)}\\fR`;
const item = (term: string, ...body: string[]): string[] => ['.TP', term, ...body];
const sentence = (plain: string): string => (/[.!?]$/.test(plain) ? text(plain) : `${text(plain)}.`);

const flag = ([name, { type, describe, default: value }]: [string, CommandOption]): string[] =>
  item(
    `${bold(`--${name}`)}${type === 'boolean' ? '' : ' \\fIVALUE\\fR'}`,
    sentence(value === undefined ? describe : `${describe} [${value}]`),
  );

const key = ({ path, default: value, description, values, list }: Option): string[] =>
  item(
    `${bold(path)}${list ? ' (list)' : ''}`,
    sentence(description + (values === undefined ? '' : ` One of ${values.join(', ')}.`)),
    ...(value === undefined ? [] : [`Default: ${sentence(value)}`]),
  );

const exitCodes: readonly (readonly [number, string])[] = [
  [exit.ok, 'Every host is current.'],
  [exit.usage, 'Wrong use of the command line.'],
  [exit.refused, 'The provider refused a host.'],
  [exit.internal, 'A fault of the program itself.'],
  [exit.passing, 'A passing failure: no address found, sources disagree, provider not reached. Worth trying again.'],
  [exit.credentials, 'The provider refused the credentials, or blocks the account.'],
  [exit.configuration, 'The configuration is wrong.'],
];

/** `hostpin.1`, made of the tables that the program itself reads. `date` is that of the release, `YYYY-MM-DD`. */
export const manPage = (date: string): string =>
  [
    `.TH HOSTPIN 1 "${date}" "hostpin ${version}" "User Commands"`,
    '.SH NAME',
    'hostpin \\- dynamic DNS client for DonDominio / MrDomain',
    '.SH SYNOPSIS',
    `${bold('hostpin')} \\fICOMMAND\\fR [\\fIOPTION\\fR]...`,
    '.SH DESCRIPTION',
    'Keeps host records pinned to the address that this machine has now: finds the public address, compares it with what',
    'the provider confirmed last, and publishes what differs.',
    '.SH COMMANDS',
    ...commands.flatMap(({ usage, summary }) => item(bold(`hostpin ${usage}`), sentence(summary))),
    '.SH OPTIONS',
    'Every command takes',
    `${bold('--config')} \\fIFILE\\fR, ${bold('--log-level')} \\fILEVEL\\fR, ${bold('--log-format')} ${bold('pretty')}|${bold('json')}`,
    `and ${bold('--help')}; the program takes ${bold('--version')}.`,
    ...commands
      .filter((command) => Object.keys(command.options).length > 0)
      .flatMap(({ usage, options: own }) => [`.SS hostpin ${text(usage)}`, ...Object.entries(own).flatMap(flag)]),
    '.SH CONFIGURATION',
    'A file in YAML. Every key is also an environment variable,',
    `${bold('HOSTPIN_')} and its path joined by ${bold('_')}, and, but for the secrets, a flag: its path after ${bold('--')}.`,
    'Flags win over the environment, the environment over the file.',
    'Lists are separated by commas in a variable; their flag repeats.',
    ...options.flatMap((option) => (option.path === 'hosts' ? [option, ...hostOptions] : [option])).flatMap(key),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => item(bold(String(code)), text(meaning))),
    '.SH SIGNALS',
    `Of ${bold('hostpin run')}:`,
    ...item(bold('SIGHUP'), text('Reads the configuration and secrets again.')),
    ...item(bold('SIGUSR1'), text('Looks at the address now.')),
    ...item(bold('SIGTERM, SIGINT'), text('Ends, within 5 seconds.')),
    '.SH FILES',
    'The configuration is the first of these that exists:',
    ...item('\\fI./hostpin.yaml\\fR', 'in the folder where the program is started.'),
    ...item('\\fI~/.config/hostpin/hostpin.yaml\\fR', `of the user (or below ${bold('$XDG_CONFIG_HOME')}).`),
    ...item('\\fI/etc/hostpin/hostpin.yaml\\fR', 'of the system.'),
    '.SH EXAMPLES',
    'The smallest configuration:',
    '.PP',
    '.nf',
    '.RS',
    text('user: alice\nkey_file: /etc/hostpin/key\nhosts: [home.example.com]'),
    '.RE',
    '.fi',
    ...commands.flatMap(({ examples }) => (examples ?? []).flatMap(([line, what]) => item(bold(line), sentence(what)))),
    '.SH SEE ALSO',
    `${bold('systemctl')}(1), ${bold('journalctl')}(1)`,
    '',
  ].join('\n');
