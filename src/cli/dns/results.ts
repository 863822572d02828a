import type { Applied } from '../../api/zone-apply.ts';
import type { Change, Plan } from '../../api/zone-changes.ts';
import type { LeftOut } from '../../api/zone-file/read.ts';
import { exit, worstExit } from '../../core/exit.ts';
import { adviceFor, errorDocument, exitOf } from '../api/refusal.ts';
import type { Call } from '../call.ts';
import { changeDocument, changeText, count, recordDocument, recordText } from './words.ts';

/** What is to be done in a zone, and what about it a person has to know. */
export type Work = {
  service: string;
  plan: Plan;
  leftOut: readonly LeftOut[];
  /** What to say where there is nothing to do. */
  settled: string;
  /** Whether it is asked for also where nothing is deleted. */
  grave: boolean;
};

/** A change and what came of it; undefined where it was not to be made. */
export type Result = { change: Change; applied: Applied | undefined };

const verbs = { create: 'create', update: 'change', delete: 'delete' } as const;
const done = { create: 'created', update: 'changed', delete: 'deleted' } as const;

const line = (what: string, text: string): string => `${what.padEnd(9)}  ${text}\n`;

/** What would be done, in lines. */
export const proposal = ({ plan, leftOut }: Work): string =>
  [
    ...plan.changes.map((change) => line(verbs[change.do], changeText(change))),
    ...plan.inTheWay.map(({ entry, by }) => line('blocked', blockedText(recordText(entry), recordText(by)))),
    ...plan.kept.map((record) => line('keep', recordText(record))),
    ...leftOut.map((left) => line('leave out', leftText(left))),
  ].join('');

const leftText = ({ line: at, what, why }: LeftOut): string => `line ${at}, ${what}: ${why}`;
const blockedText = (entry: string, by: string): string => `${entry}: ${by} is in the way, a CNAME must be alone`;

/** What came of a change, in a line. */
export const resultLine = ({ change, applied }: Result): string => {
  switch (applied?.kind) {
    case 'done':
      return line(done[change.do], changeText(change));
    case 'unlike':
      return line('UNLIKE', unlikeText(change, applied.named && recordText(applied.named)));
    case 'failed':
      return line('FAILED', `${verbs[change.do]} ${changeText(change)}: ${applied.error.message}`);
    default:
      return line('not tried', `${verbs[change.do]} ${changeText(change)}`);
  }
};

const unlikeText = (change: Change, named = 'nothing'): string =>
  `${changeText(change)}: the provider says that it was ${done[change.do]}, and names ${named}; look with 'hostpin dns list'`;

const outcomeOf = ({ change, applied }: Result) => {
  if (applied === undefined) return { outcome: `would-${change.do}`, message: '' };
  if (applied.kind === 'done') return { outcome: done[change.do], message: '' };
  if (applied.kind === 'not-tried')
    return { outcome: 'not-tried', message: 'An earlier failure or a signal ended the work.' };
  if (applied.kind === 'unlike')
    return { outcome: 'unlike', message: unlikeText(change, applied.named && recordText(applied.named)) };
  const { outcome, error } = applied;
  return { outcome: outcome.kind === 'unconfirmed' ? 'unconfirmed' : 'failed', message: error.message };
};

/** All of it as `--json` shows it. */
export const documentOf = ({ service, plan, leftOut }: Work, results: readonly Result[]) => {
  const failed = results.find(({ applied }) => applied?.kind === 'failed')?.applied;
  return {
    service,
    changes: [
      ...results.map((result) => ({ ...changeDocument(result.change), ...outcomeOf(result) })),
      ...plan.inTheWay.map(({ entry, by }) => ({
        ...changeDocument({ do: 'create', entry }),
        outcome: 'blocked',
        message: blockedText(recordText(entry), recordText(by)),
      })),
    ],
    unchanged: plan.same,
    kept: plan.kept.map(recordDocument),
    leftOut,
    ...(failed?.kind === 'failed' && { error: errorDocument(failed) }),
  };
};

/** Sums up on stderr where something was not done, says what to do now, and gives the exit code. */
export const conclude = (call: Call, results: readonly Result[], blocked: number, stopped: boolean): number => {
  const failures = results.flatMap(({ applied }) => (applied?.kind === 'failed' ? [applied] : []));
  const of = (kind: Applied['kind']): number => results.filter(({ applied }) => applied?.kind === kind).length;
  const codes = [
    ...failures.map(exitOf),
    ...(of('unlike') + blocked > 0 ? [exit.refused] : []),
    ...(stopped && of('not-tried') > 0 ? [exit.passing] : []),
  ];
  if (codes.length === 0) return exit.ok;
  const unsure = failures.filter(({ outcome }) => outcome.kind === 'unconfirmed').length;
  const sums = [
    `${of('done')} done`,
    ...(failures.length > unsure ? [`${failures.length - unsure} failed`] : []),
    ...(unsure > 0 ? [`${unsure} perhaps done`] : []),
    ...(of('unlike') > 0 ? [`${of('unlike')} not as asked`] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(of('not-tried') > 0 ? [`${of('not-tried')} not tried`] : []),
  ];
  call.platform.err(`Of ${count(results.length + blocked, 'change')}: ${sums.join(', ')}.\n`);
  for (const failure of failures.slice(-1)) call.platform.err(`  -> ${adviceFor(failure)}\n`);
  const code = worstExit(codes);
  if (of('not-tried') > 0 && code !== exit.credentials)
    call.platform.err('  -> The same command again looks first, and does what is left.\n');
  return code;
};
