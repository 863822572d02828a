import { applyChanges, type ZoneClient } from '../../api/zone-apply.ts';
import { exit } from '../../core/exit.ts';
import { person } from '../../platform/person.ts';
import { failUsage } from '../api/refusal.ts';
import { type Call, isJson, printJson } from '../call.ts';
import { conclude, documentOf, proposal, type Result, resultLine, type Work } from './results.ts';
import { count } from './words.ts';

/** Asks where that is due, makes the changes and says what came of each. Gives the exit code. */
export const perform = async (
  call: Call,
  client: ZoneClient,
  work: Work,
  { yes, dryRun }: { yes: boolean; dryRun: boolean },
): Promise<number> => {
  const { platform } = call;
  const { changes, inTheWay } = work.plan;
  if (dryRun || changes.length === 0) {
    const proposed = changes.map((change) => ({ change, applied: undefined }));
    if (isJson(call)) printJson(call, documentOf(work, proposed));
    else platform.out(`${proposal(work)}${changes.length === 0 ? `${work.settled}\n` : ''}`);
    return inTheWay.length > 0 ? exit.refused : exit.ok;
  }
  const refusal = yes ? undefined : await ask(call, work);
  if (refusal !== undefined) return refusal;
  const results: Result[] = [];
  let stopped = false;
  const undo = (['SIGTERM', 'SIGINT'] as const).map((name) => platform.onSignal(name, () => (stopped = true)));
  for await (const result of applyChanges(changes, work.service, client, () => stopped)) {
    results.push(result);
    if (!isJson(call)) platform.out(resultLine(result));
  }
  for (const off of undo) off();
  if (isJson(call)) printJson(call, documentOf(work, results));
  else platform.out(proposal({ ...work, plan: { ...work.plan, changes: [] } }));
  return conclude(call, results, inTheWay.length, stopped);
};

const ask = async (call: Call, work: Work): Promise<number | undefined> => {
  const deletes = work.plan.changes.filter((change) => change.do === 'delete').length;
  if (!work.grave && deletes === 0) return undefined;
  call.platform.err(proposal(work));
  if (!person.present) {
    const changes = `${count(work.plan.changes.length, 'change')} in the zone of ${work.service}`;
    const problem = `This would make ${changes}, ${deletes} of them a deletion, and there is no terminal to ask at.`;
    return failUsage(call, [problem], needsYes, 'confirmation-required');
  }
  if (await person.confirm(`${count(work.plan.changes.length, 'change')} in the zone of ${work.service}. Do it?`))
    return undefined;
  return failUsage(call, ['It was not done.'], 'Nothing was changed.', 'not-confirmed');
};

export const needsYes = 'Nothing was changed; add --yes where that is wanted, or --dry-run to see what it would do.';
