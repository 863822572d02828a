import type { Failed } from '../../api/failure.ts';
import type { CallResult } from '../../api/interpreter.ts';
import type { Catalogue, Operation } from '../../api/operation.ts';
import { meaningOf } from '../../api/parameter.ts';
import { checkParams } from '../../api/params.ts';
import { plain } from '../../api/shape.ts';
import { exit } from '../../core/exit.ts';
import type { Problem } from '../../core/problem.ts';
import { person } from '../../platform/person.ts';
import { problemLine } from '../../report/wording.ts';
import { type Account, openAccount } from '../api-account.ts';
import { type Call, isJson, printJson } from '../call.ts';
import { type Arguments, fieldsOf } from './arguments.ts';
import { ask } from './ask.ts';
import { joinPages } from './pages.ts';
import { readParameterFiles } from './parameter-files.ts';
import { render } from './print.ts';
import { failCall, failUsage } from './refusal.ts';

/** Calls one operation: looks at everything that was given first, and asks where it costs or deletes. */
export const perform = async (
  rows: Catalogue,
  call: Call,
  name: string,
  row: Operation,
  read: Arguments,
): Promise<number> => {
  const { flags } = read;
  const fields = fieldsOf(row);
  const files = await readParameterFiles(read, fields, call.platform);
  const checked = checkParams(row, files.params);
  const wrong = checked.kind === 'wrong' ? checked.problems : [];
  const problems = [
    ...read.problems,
    ...files.problems,
    ...(flags.all === true && !Object.hasOwn(fields, 'page')
      ? [`--all is for lists in pages, and ${name} is none.`]
      : []),
    ...(flags.all === true && flags.raw === true ? ['--all and --raw: several answers have no one envelope.'] : []),
    // What stands on the line and could not be read is not missing.
    ...wrong
      .filter(({ parameter }) => files.params[parameter] !== undefined || !read.named.includes(parameter))
      .map(({ parameter, what }) => `--${parameter} ${what}.`),
  ];
  if (problems.length > 0 || checked.kind === 'wrong') {
    return failUsage(call, problems, `Nothing was sent; 'hostpin api ${name} --help' shows the parameters.`);
  }
  const grave = (row.effect === 'spends' || row.effect === 'destroys') && flags.yes !== true;
  if (grave && !person.present) {
    const what =
      row.effect === 'spends' ? 'takes money from the balance' : "deletes or replaces something that can't be had back";
    const problem = `${name} ${what}, and there is no terminal to ask at.`;
    return failUsage(call, [problem], 'Nothing was sent; add --yes where that is wanted.', 'confirmation-required');
  }
  const account = await openAccount(call);
  if (typeof account === 'number') return account;
  warn(account, read, files.warnings, fields);
  if (grave) {
    const refusal = await ask(rows, call, account, name, row, checked.params);
    if (refusal !== undefined) return refusal;
  }
  const answer = await send(call, account, name, files.params, flags);
  if (answer.kind === 'failed') return failCall(call, answer);
  const { data } = answer;
  if (isJson(call) || flags.raw === true) printJson(call, data);
  else {
    const shown = flags.all === true && plain(data) ? { ...data, queryInfo: undefined } : data;
    call.platform.out(`${render(shown, person.columns)}\n`);
  }
  return exit.ok;
};

const warn = (
  { log }: Account,
  read: Arguments,
  exposed: readonly Problem[],
  fields: ReturnType<typeof fieldsOf>,
): void => {
  for (const problem of exposed) log.warn(problemLine(problem));
  for (const parameter of Object.keys(read.params)) {
    if (fields[parameter] === undefined || !meaningOf(fields[parameter])?.secret) continue;
    log.warn(
      `--${parameter} on the command line can be seen by other users of this machine: --param-file ${parameter}=FILE is better.`,
    );
  }
};

const send = async (
  call: Call,
  { client }: Account,
  name: string,
  params: Arguments['params'],
  flags: Arguments['flags'],
): Promise<{ kind: 'ok'; data: unknown } | Failed> => {
  // The parameters were held against the row that the name stands for, which the compiler can't know here.
  const any = client as unknown as {
    call(name: string, params: object): Promise<CallResult<unknown>>;
    pages(name: string, params: object): AsyncGenerator<CallResult<unknown>, void>;
  };
  if (flags.all === true) return joinPages(any.pages(name, params), call.platform);
  const answer = await any.call(name, params);
  return answer.kind === 'ok' && flags.raw === true ? { kind: 'ok', data: answer.envelope } : answer;
};
