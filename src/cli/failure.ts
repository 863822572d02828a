import { exit } from '../core/exit.ts';
import type { Problem } from '../core/problem.ts';
import { errorMark } from '../report/priority.ts';
import { problemLine } from '../report/wording.ts';
import { type Call, isJson, printJson } from './call.ts';

/** Says why a command could not do its work: on stderr, and with --json as the one document on stdout. */
export const fail = (call: Call, code: number, message: string, problems: readonly Problem[] = []): number => {
  for (const line of [message, ...problems.map((problem) => `  ${problemLine(problem)}`)])
    call.platform.err(`${call.platform.journal ? errorMark : ''}${line}\n`);
  if (isJson(call)) printJson(call, { error: { exit: code, message, problems } });
  return code;
};

/** A configuration that can't be used. */
export const failConfig = (call: Call, problems: readonly Problem[]): number =>
  fail(call, exit.configuration, 'The configuration is not right; nothing was done:', problems);
