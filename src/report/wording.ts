import type { Action } from '../core/decide.ts';
import type { Vote } from '../core/observation.ts';
import type { Problem } from '../core/problem.ts';
import type { Hold, RecordState } from '../core/state.ts';

/** Every sentence that is put together from more than one part of the program. */

/** `3 min`, `2 h`: the largest unit that fits, rounded up. */
export const duration = (ms: number): string => {
  const units: readonly [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ];
  const [size, name] = units.find(([unit]) => ms >= 2 * unit || (ms >= unit && ms % unit === 0)) ?? [1_000, 's'];
  return `${Math.max(1, Math.ceil(ms / size))} ${name}`;
};

/** ISO 8601 with offset (interface of `status --json`). */
export const time = (ms: number): string => new Date(ms).toISOString();

/** `https://a said 203.0.113.7; https://b: no answer within 5 s`. */
export const whoSaidWhat = (votes: readonly Vote[]): string =>
  votes
    .map(({ source, address, error }) =>
      address === undefined ? `${source}: ${error ?? 'no address'}` : `${source} said ${address}`,
    )
    .join('; ');

/** Why nothing is done although something may have to be. */
export const keepMessage = (action: Action & { do: 'keep' }, votes: readonly Vote[]): string =>
  action.why === 'disputed'
    ? `The sources disagree about this machine's address, so nothing was changed (${whoSaidWhat(votes)}). 'hostpin ip' asks all of them.`
    : `No source told this machine's address, so nothing was changed (${whoSaidWhat(votes) || 'none was asked'}). Check the network connection, or detect.ipv4 and detect.ipv6.`;

/** With its full stop: what the provider said may end in any way. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const holdMessage = (
  action: Action & { do: 'hold' },
  record: RecordState,
  hold: Hold | undefined,
  now: number,
): string => {
  const until = `${time(action.until)} (in ${duration(action.until - now)})`;
  switch (action.why) {
    case 'account':
      return `Not tried, so that the provider does not block the account: ${sentence(hold?.message ?? '')} Nothing is sent until the credentials are changed, 'hostpin update --force' is called, or ${until}.`;
    case 'backoff':
      return `Not tried before ${until}: ${sentence(record.message)} 'hostpin update --force' tries at once.`;
    case 'flapping':
      return `${flapping(until)}. ${flappingFix}.`;
  }
};

/** What is said of a change that waits because the address changes to and fro. */
export const flapping = (until: string): string =>
  `The address changes to and fro; the next change waits until ${until}`;

export const flappingFix = "Find out why two addresses alternate ('hostpin ip' shows which source names which)";

export const problemLine = ({ where, what, fix }: Problem): string => `${where}: ${sentence(what)} ${fix}`;

type Reported = {
  target: { host: string; type: string };
  outcome: string;
  address: string | null;
  previous: string | null;
  via: string;
  message: string;
};

/** One record's outcome for a person: one line, and a second one where something is to be said. */
export const recordLine = ({ target, outcome, address, previous, message }: Reported): string => {
  const was = previous !== null && previous !== address ? ` (was ${previous})` : '';
  const first = `${target.host} ${target.type} ${address ?? '-'} ${outcome}${was}`;
  return ['updated', 'created', 'unchanged'].includes(outcome) ? first : `${first}\n  ${message}`;
};

/** The one line that the daemon logs for a change. */
export const changeLine = ({ target, outcome, address, previous, via }: Reported): string =>
  `${target.host} ${target.type} is ${address ?? 'the address the provider sees'} now${previous === null ? '' : `, was ${previous}`} (${outcome} over ${via === 'api' ? 'the main API' : 'dynamic DNS'})`;
