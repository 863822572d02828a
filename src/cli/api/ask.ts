import type { Catalogue, Operation } from '../../api/operation.ts';
import { meaningOf } from '../../api/parameter.ts';
import { person } from '../../platform/person.ts';
import type { Account } from '../api-account.ts';
import type { Call } from '../call.ts';
import { fieldsOf } from './arguments.ts';
import { onOneLine } from './layout.ts';
import { failCall, failUsage } from './refusal.ts';
import { lookUpStakes } from './stakes.ts';

/** Asks whether what costs or deletes is to be done; the exit code where it is not. */
export const ask = async (
  rows: Catalogue,
  call: Call,
  { client }: Account,
  name: string,
  row: Operation,
  params: Readonly<Record<string, string>>,
): Promise<number | undefined> => {
  const stakes = await lookUpStakes(client, rows, name, row, params);
  if (stakes.kind === 'failed') {
    call.platform.err(`${name} was not sent: what it is about was looked up first, and that failed.\n`);
    return failCall(call, stakes);
  }
  const fields = fieldsOf(row);
  const given = Object.entries(params).map(([key, value]): [string, string] => [
    key,
    fields[key] && meaningOf(fields[key])?.secret ? '(secret)' : value,
  ]);
  const about = [...given, ...stakes.about.filter(([key]) => params[key] === undefined)];
  const longest = Math.max(0, ...about.map(([key]) => key.length));
  call.platform.err(`${row.summary}:\n`);
  for (const [key, value] of about) {
    const line = onOneLine(value);
    call.platform.err(`  ${onOneLine(key).padEnd(longest)}  ${line.length > 100 ? `${line.slice(0, 99)}…` : line}\n`);
  }
  const question =
    row.effect === 'spends' ? 'This takes money from the balance. Do it?' : "This can't be had back. Do it?";
  if (await person.confirm(question)) return undefined;
  return failUsage(call, [`${name} was not done.`], 'Nothing was sent.', 'not-confirmed');
};
