import { families } from '../core/observation.ts';
import { recordKey } from '../core/target.ts';
import { changeLine, duration, keepMessage, problemLine } from '../report/wording.ts';
import type { RecordReport } from './record-report.ts';
import type { Ring } from './rings.ts';
import type { RoundReport } from './round.ts';
import type { Session } from './session.ts';

export type Journal = {
  write(session: Session, report: RoundReport, why: Ring, nextInMs: number): void;
  /** The state of things in one line. */
  summary(): string;
};

/**
 * What the daemon says: one line a change, one when something goes wrong, one when it is right again, and silence
 * otherwise. What stays as it was is not said twice.
 */
export const journal = (): Journal => {
  const trouble = new Map<string, string>();
  let summary = 'Starting';

  const once = (key: string, text: string, say: (text: string) => void): void => {
    if (trouble.get(key) === text) return;
    trouble.set(key, text);
    say(text);
  };

  const record = ({ log }: Session, report: RecordReport): void => {
    const name = `${report.target.host} ${report.target.type}`;
    const key = recordKey(report.target);
    const fields = { host: report.target.host, type: report.target.type, outcome: report.outcome };
    if (report.outcome === 'updated' || report.outcome === 'created') {
      trouble.delete(key);
      trouble.delete(`${key} flapping`);
      log.info(changeLine(report), { ...fields, address: report.address, previous: report.previous, via: report.via });
    } else if (report.outcome === 'failed') {
      // The time of the next attempt differs each time; the cause does not.
      once(key, report.message, (text) => log.warn(`${name}: ${text}`, fields));
    } else if (report.damped) {
      // Once until the change is let through: it comes and goes with the address.
      once(`${key} flapping`, 'flapping', () => log.warn(`${name}: ${report.message}`, fields));
    } else if (report.outcome === 'held') {
      if (!trouble.has(key)) once(key, report.message, (text) => log.warn(`${name}: ${text}`, fields));
    } else if (trouble.delete(key)) {
      log.info(`${name} is current again: ${report.address ?? ''}`, { ...fields, address: report.address });
    }
  };

  return {
    write(session, report, why, nextInMs) {
      const { log } = session;
      const unknown = families.flatMap((family) => {
        const observation = report.observations[family];
        if (observation?.kind !== 'disputed' && observation?.kind !== 'unavailable') {
          if (observation !== undefined && trouble.delete(family)) {
            const address = observation.kind === 'known' ? `: ${observation.address}` : '';
            log.info(`The ${family === 'ipv4' ? 'IPv4' : 'IPv6'} address is known again${address}`);
          }
          return [];
        }
        const text = keepMessage({ do: 'keep', why: observation.kind }, observation.votes);
        // No network is no news at three in the morning: the round that finds one says what changed.
        const said = trouble.get(family) === observation.kind || report.offline;
        log[said ? 'debug' : 'warn'](report.offline ? `No network: waiting for a default route. ${text}` : text);
        if (!report.offline) trouble.set(family, observation.kind);
        return [family];
      });
      for (const one of report.records) {
        const about = one.target.type === 'A' ? 'ipv4' : 'ipv6';
        if (!(unknown.includes(about) && one.outcome === 'failed')) record(session, one);
      }
      if (report.nat !== null) once('nat', problemLine(report.nat), (text) => log.warn(text));
      else if (!report.missed && trouble.delete('nat')) log.info('The router tells of nothing in the way any more.');
      const problem = session.store.problem();
      if (problem === undefined) {
        if (trouble.delete('store')) log.info(`${session.store.folder} takes the state again.`);
      } else once('store', problemLine(problem), (text) => log.error(text));
      if (report.missed) return;
      const current = report.records.filter(({ exit }) => exit === 0).length;
      summary = `${current} of ${report.records.length} records current; next look in ${duration(nextInMs)}`;
      log.debug(`Round (${why}): ${summary}`);
    },
    summary: () => summary,
  };
};
