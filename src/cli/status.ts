import { type StatusDocument, statusOf } from '../agent/status.ts';
import { duration, sentence } from '../report/wording.ts';
import { type Call, isJson, printJson } from './call.ts';
import { openSession } from './configured.ts';

/** `hostpin status`: what is published and what is wrong, from the state alone; asks nobody. */
export const run = async (call: Call): Promise<number> => {
  const session = await openSession(call, call.platform.err);
  if (typeof session === 'number') return session;
  const status = await statusOf(session);
  if (isJson(call)) printJson(call, status);
  else call.platform.out(`${textOf(status, call.platform.clock.now())}\n`);
  return 0;
};

const textOf = (status: StatusDocument, now: number): string => {
  const ago = (at: string): string => `${duration(now - Date.parse(at))} ago`;
  const ahead = (at: string): string => `in ${duration(Date.parse(at) - now)}`;
  const lines = [
    status.running
      ? `hostpin ${status.version} runs as process ${status.pid}${status.since === null ? '' : `, since ${status.since}`}.`
      : `hostpin ${status.version} is not running: nothing is kept current ('hostpin run', or the service, does that).`,
    ...status.hosts.map(({ host, type, address, confirmedAt, nextAttemptAt }) => {
      const what =
        confirmedAt === null
          ? 'not published yet'
          : `${address ?? 'the address the provider saw'}, confirmed ${ago(confirmedAt)}`;
      return `  ${host} ${type}  ${what}${nextAttemptAt === null ? '' : `; next attempt ${ahead(nextAttemptAt)}`}`;
    }),
  ];
  if (status.problems.length === 0) lines.push('No problem is known.');
  else
    lines.push(
      'What is wrong:',
      ...status.problems.map(({ where, what, fix }) => `  ${where}: ${sentence(what)}${fix === '' ? '' : ` ${fix}`}`),
    );
  return lines.join('\n');
};
