import { pino } from 'pino';
import { shortestSieved } from '../core/secret.ts';
import { priority } from './priority.ts';

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Record<string, string | number | boolean | null>;

export type Logger = { [level in Level]: (message: string, fields?: LogFields) => void };

export type LoggerOptions = {
  level: Level;
  format: 'pretty' | 'json';
  /** Takes whole lines, each with its line feed. */
  write(line: string): void;
  now(): number;
  /** Texts that must not be written, whatever happens elsewhere. */
  secrets: readonly string[];
  /** Whether to mark levels by colour (pretty only). */
  color: boolean;
  /** Whether lines go to systemd's journal: it has time and level as fields of its own, and takes the level by a prefix. */
  journal: boolean;
};

/** A logger of JSON lines (for a program) or of short lines for a person. */
export const createLogger = (options: LoggerOptions): Logger => {
  const clean = scrubber(options.secrets);
  const shown = options.journal ? journaled : pretty;
  const write = (line: string): void =>
    options.write(options.format === 'json' && !options.journal ? line : shown(line, options));
  const log = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date(options.now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  // Values, not lines: a secret may look like a part of the line.
  const cleaned = (fields: LogFields): LogFields =>
    Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, typeof v === 'string' ? clean(v) : v]));
  const at =
    (level: Level) =>
    (message: string, fields: LogFields = {}): void =>
      log[level](cleaned(fields), clean(message));
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

/** Takes secrets out of a text, as they are and as they would stand in a URL or in JSON. */
export const scrubber = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSieved)
    .flatMap((secret) => [
      secret,
      // A lone surrogate has no percent-encoding.
      encodeURIComponent(secret.toWellFormed()),
      new URLSearchParams({ s: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
    ])
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[secret]'), text);
};

const colors: Record<string, string> = {
  warn: '\u001b[33m',
  error: '\u001b[31m',
  debug: '\u001b[2m',
  trace: '\u001b[2m',
};

const pretty = (line: string, { color }: LoggerOptions): string => {
  const { level, time, msg } = JSON.parse(line) as { level: string; time: string; msg: string };
  const clock = time.slice(11, 19);
  const mark = level === 'info' ? '' : `${level}: `;
  const paint = color ? colors[level] : undefined;
  return `${clock}  ${paint ?? ''}${mark}${msg}${paint === undefined ? '' : '\u001b[0m'}\n`;
};

const journaled = (line: string, { format }: LoggerOptions): string => {
  const { time: _, ...rest } = JSON.parse(line) as { level: Level; time: string; msg: string };
  const text = format === 'json' ? JSON.stringify(rest) : rest.msg;
  const mark = priority[rest.level];
  // Each line is an entry of its own there.
  return `${mark}${text.replaceAll('\n', `\n${mark}`)}\n`;
};
