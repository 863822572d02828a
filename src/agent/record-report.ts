import type { Action } from '../core/decide.ts';
import { exit } from '../core/exit.ts';
import type { Observation } from '../core/observation.ts';
import type { Via } from '../core/outcome.ts';
import type { RecordOutcome, RecordState } from '../core/state.ts';
import type { Target } from '../core/target.ts';
import { keepMessage, time } from '../report/wording.ts';

/** What a round did about one record. */
export type RecordReport = {
  target: Target;
  outcome: RecordOutcome;
  address: string | null;
  previous: string | null;
  via: Via;
  message: string;
  exit: number;
  /** When it is worth looking again; null where the schedule is soon enough. */
  nextAttemptAt: number | null;
  /** The change waits for being one of too many. */
  damped?: boolean;
};

/** Of a record for which the provider was not asked, since it failed for another one in this round. */
export const postponed = (target: Target, record: RecordState, via: Via, until: number | null): RecordReport => ({
  target,
  via,
  outcome: 'held',
  address: record.address,
  previous: record.address,
  message:
    until === null
      ? 'Not tried: the provider did not answer for another host in this round. The next round tries it.'
      : `Not tried: the provider, asked for another host, wants to be left alone until ${time(until)}.`,
  exit: exit.passing,
  nextAttemptAt: until ?? record.nextAttemptAt,
});

/** Of a record for which nobody had to be asked, or was allowed to. */
export const withoutAsking = (
  target: Target,
  record: RecordState,
  action: Action,
  via: Via,
  observation: Observation,
  holding: string,
): RecordReport => {
  const found = observation.kind === 'known' ? observation.address : null;
  const base = { target, via, address: record.address, previous: record.address, nextAttemptAt: null };
  switch (action.do) {
    case 'nothing':
      return { ...base, outcome: 'unchanged', message: 'The provider confirmed this address.', exit: exit.ok };
    case 'publish':
      return { ...base, outcome: 'would-update', address: found, message: wouldSay[action.why], exit: exit.ok };
    case 'keep':
      return { ...base, outcome: 'failed', message: keepMessage(action, observation.votes), exit: exit.passing };
    case 'hold': {
      const code = action.why === 'account' ? exit.credentials : exitOf(record);
      return {
        ...base,
        outcome: 'held',
        address: found,
        message: holding,
        exit: action.why === 'flapping' ? exit.passing : code,
        nextAttemptAt: action.until,
        damped: action.why === 'flapping',
      };
    }
  }
};

const wouldSay: Record<(Action & { do: 'publish' })['why'], string> = {
  first: 'The provider has not confirmed an address yet.',
  changed: 'The address changed.',
  refresh: 'It is time to look at the record again.',
  unconfirmed: 'The last request got no answer.',
  forced: '--force asks the provider in any case.',
  seen: 'The provider decides by the address that it sees.',
};

/** The exit code that a record in this state stands for. */
export const exitOf = ({ failure }: RecordState): number =>
  failure === null ? exit.ok : { passing: exit.passing, refused: exit.refused, credentials: exit.credentials }[failure];
