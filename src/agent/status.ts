import { sameAddress } from '../core/address.ts';
import { dampedUntil } from '../core/damping.ts';
import { holdOn } from '../core/hold.ts';
import { type Family, families } from '../core/observation.ts';
import type { Via } from '../core/outcome.ts';
import type { Problem } from '../core/problem.ts';
import { emptyRecord, type RecordState, roundsToProblem, type State } from '../core/state.ts';
import { withSuffix } from '../core/suffix.ts';
import { familyOf, recordKey, type Target } from '../core/target.ts';
import { flapping, flappingFix, time } from '../report/wording.ts';
import { version } from '../version.ts';
import type { Session } from './session.ts';

type Account = { state: 'ok' } | { state: 'held'; reason: string; until: string };

/** What `status --json` prints. */
export type StatusDocument = {
  running: boolean;
  pid: number | null;
  since: string | null;
  version: string;
  detected: { ipv4: string | null; ipv6: string | null };
  account: Account;
  hosts: {
    host: string;
    type: string;
    address: string | null;
    confirmedAt: string | null;
    outcome: string | null;
    nextAttemptAt: string | null;
    message: string;
  }[];
  problems: Problem[];
};

/** Reads the state; works with and without a running daemon. */
export const statusOf = async (session: Session): Promise<StatusDocument> => {
  const { config, store, platform } = session;
  const daemon = await store.daemon();
  const state = await store.load();
  const now = platform.clock.now();
  const hold = (['dyndns', 'api'] as Via[])
    .map((via) => holdOn(via, state.holds, (way) => session.fingerprints(way, state.installation), now))
    .find((one) => one !== undefined);
  const account: Account =
    hold === undefined ? { state: 'ok' } : { state: 'held', reason: hold.message, until: time(hold.until) };
  const hosts = config.targets.map((target) => {
    const record = state.records[recordKey(target)] ?? emptyRecord;
    return { target, record, damped: record.failure === null ? waitsFor(target, record, state, now) : null };
  });
  const problem = store.problem();
  const next = (at: number | null | undefined): string | null => (at == null || at < now ? null : time(at));
  return {
    running: daemon !== undefined,
    pid: daemon?.pid ?? null,
    since: daemon?.since ?? null,
    version,
    detected: state.detected,
    account,
    hosts: hosts.map(({ target, record, damped }) => ({
      host: target.host,
      type: target.type,
      address: record.address,
      confirmedAt: record.confirmedAt === null ? null : time(record.confirmedAt),
      outcome: damped === null ? record.outcome : 'held',
      nextAttemptAt: next(damped ?? (record.failure === 'credentials' ? hold?.until : record.nextAttemptAt)),
      message: damped === null ? record.message : `${flapping(time(damped))}.`,
    })),
    problems: [
      ...(hold === undefined
        ? []
        : [
            {
              where: 'account',
              what: hold.message,
              fix: `Nothing is sent until the credentials are changed, 'hostpin update --force' is called, or ${time(hold.until)}.`,
            },
          ]),
      ...hosts.flatMap(({ target, damped }) =>
        damped === null
          ? []
          : [{ where: `${target.host} ${target.type}`, what: flapping(time(damped)), fix: `${flappingFix}.` }],
      ),
      ...hosts.flatMap(({ target, record }) =>
        record.failure === null || record.failure === 'credentials'
          ? []
          : [{ where: `${target.host} ${target.type}`, what: record.message, fix: remedy(record, next) }],
      ),
      ...families.flatMap((family) => {
        const unknown = state.unknown[family];
        if (unknown === null || unknown.rounds < roundsToProblem) return [];
        return [{ where: `detect.${family}`, what: unknown.message, fix: unknownFix(family) }];
      }),
      ...(state.nat === null || !config.targets.some(({ type }) => type === 'A') ? [] : [state.nat]),
      ...(problem === undefined ? [] : [problem]),
    ],
  };
};

/** Until when the address that was found last is not published for changing to and fro; null where none waits. */
const waitsFor = ({ type, suffix }: Target, record: RecordState, state: State, now: number): number | null => {
  const found = state.detected[familyOf(type)];
  if (found === null || record.address === null) return null;
  const address = suffix === undefined ? found : withSuffix(found, suffix);
  return sameAddress(record.address, address) ? null : dampedUntil(record, address, now);
};

const remedy = ({ failure, nextAttemptAt }: RecordState, printed: (at: number | null) => string | null): string => {
  const at = printed(nextAttemptAt);
  const next = at === null ? 'with the next round' : `at ${at}`;
  return failure === 'refused'
    ? `Mend what is said here, then run 'hostpin update --force'; else it is tried again ${next}.`
    : `Nothing to do if it passes: it is tried again ${next}. 'hostpin update --force' tries now, 'hostpin check' looks for the cause.`;
};

const unknownFix = (family: Family): string =>
  `Run 'hostpin ip' to see what each source answers now; take those that are wrong or silent out of detect.${family}.`;
