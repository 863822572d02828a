import type { Platform } from '../platform/platform.ts';

/** One use of one command. */
export type Call = {
  platform: Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** What was given on the command line, by the names of the flags; lists and positional arguments included. */
  flags: Record<string, unknown>;
};

/** A command's work: prints its answer and gives the exit code (see core/exit.ts). */
export type Run = (call: Call) => Promise<number>;

export type CommandOption = {
  type: 'string' | 'boolean' | 'number';
  describe: string;
  array?: boolean;
  requiresArg?: boolean;
  default?: string | number;
};

/** One row of the table of commands. */
export type Command = {
  /** As yargs takes it: `update [host..]`. */
  usage: string;
  summary: string;
  /** Whether the flags of the configuration belong to it; `api`: those that a call to the main API depends on. */
  configured: boolean | 'api';
  options: Record<string, CommandOption>;
  /** Reads its own command line: the words after its name come as `flags.arguments`, as they are. */
  own?: true;
  /** What to say where a word with a dash in front was read as flags of one letter, and there are none. */
  hint?: string;
  examples?: readonly (readonly [string, string])[];
  /** Loaded when it is used, so that no command pays for another. */
  load(): Promise<{ run: Run }>;
};

export const isJson = ({ flags }: Call): boolean => flags.json === true;

export const printJson = ({ platform }: Call, document: unknown): void =>
  platform.out(`${JSON.stringify(document, undefined, platform.terminal ? 2 : undefined)}\n`);

export const listFlag = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const textFlag = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
