import { carryOut } from './carry-out.ts';
import { inspect } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import { type Line, type Ports, tell } from './ports.ts';
import { keepRecord } from './record.ts';
import type { Controls, Step } from './step.ts';
import { stepWords } from './words.ts';

export type Installation = {
  steps: readonly Step[];
  controls: Controls;
  ledgerPath: string;
  /** What earlier installations did. */
  ledger: Ledger;
  /** The version of what is installed. */
  release: string;
};

/** One step as it is found, and whether it wants doing. */
const lookAt = async (step: Step, ports: Ports): Promise<Line> => {
  const found = await inspect(step, ports);
  const what = stepWords(step);
  switch (found.kind) {
    case 'there':
      return { what, state: 'there' };
    case 'needed':
      return { what, state: 'to do' };
    case 'skipped':
      return { what, state: 'left', note: found.why };
    case 'wrong':
      return { what, state: 'failed', note: found.why };
  }
};

/** Whether an earlier installation was left half-done, or was one of another version, which may run still. */
const isStale = ({ ledger, release }: Installation): boolean =>
  !ledger.finished || (ledger.entries.length > 0 && ledger.release !== release);

const wantsStart = async (changed: boolean, { controls }: Installation, { exec }: Ports): Promise<boolean> =>
  exec !== undefined && (changed || (await tell(exec, controls.running)) !== undefined);

/** What an installation would do. Changes nothing. */
export const survey = async (installation: Installation, ports: Ports): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const step of installation.steps) lines.push(await lookAt(step, ports));
  const changes = isStale(installation) || lines.some(({ state }) => state === 'to do');
  const start = await wantsStart(changes, installation, ports);
  const commands = start ? installation.controls.start : [];
  return [...lines, ...commands.map(({ argv }): Line => ({ what: `run ${argv.join(' ')}`, state: 'to do' }))];
};

/**
 * Does what is not done yet, in order, and stops at the first failure. What it does is written down before, so that it
 * can be run again after whatever ended it, or be taken back.
 */
export const install = async (installation: Installation, ports: Ports): Promise<Line[]> => {
  const { steps, controls, ledgerPath, ledger } = installation;
  const record = keepRecord(ports.tree, ledgerPath, ledger);
  let changed = isStale(installation);
  const lines: Line[] = [];
  for (const step of steps) {
    const line = await lookAt(step, ports);
    if (line.state === 'to do') {
      changed = true;
      const wrong = await carryOut(step, ports, record);
      lines.push(wrong === undefined ? { ...line, state: 'done' } : { ...line, state: 'failed', note: wrong });
    } else lines.push(line);
    if (lines.at(-1)?.state === 'failed') return lines;
  }
  if (ports.exec !== undefined && (await wantsStart(changed, installation, ports))) {
    for (const { argv, mayFail } of controls.start) {
      const wrong = await tell(ports.exec, argv);
      const what = `run ${argv.join(' ')}`;
      const failed = wrong !== undefined && mayFail !== true;
      lines.push(failed ? { what, state: 'failed', note: wrong } : { what, state: 'done' });
      if (failed) return lines;
    }
  }
  const written = await record.finish(installation.release);
  if (written.kind === 'failure') lines.push({ what: `write ${ledgerPath}`, state: 'failed', note: written.reason });
  return lines;
};
