import type { RecordReport } from '../agent/record-report.ts';
import { type RoundReport, runRound } from '../agent/round.ts';
import type { Session } from '../agent/session.ts';
import { readHostName } from '../config/host-name.ts';
import { parseAddress, whyNotPublishable } from '../core/address.ts';
import { exit, worstExit } from '../core/exit.ts';
import { familyOf, type Target } from '../core/target.ts';
import { problemLine, recordLine } from '../report/wording.ts';
import { type Call, isJson, listFlag, printJson, textFlag } from './call.ts';
import { openSession } from './configured.ts';
import { fail } from './failure.ts';

/** `hostpin update [host…]`: one round. */
export const run = async (call: Call): Promise<number> => {
  const { platform, flags } = call;
  const session = await openSession(call, platform.err);
  if (typeof session === 'number') return session;
  const chosen = chooseTargets(session, listFlag(flags.host), textFlag(flags.ip));
  if (typeof chosen === 'string') return fail(call, exit.usage, chosen);
  const { targets, ip } = chosen;
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) platform.onSignal(name, () => stop.abort());
  const options = {
    targets,
    ...(ip === undefined ? {} : { ip }),
    force: flags.force === true,
    impatient: true,
    dryRun: flags['dry-run'] === true,
    thorough: false,
  };
  const ran = await session.store.exclusively(() => runRound(session, options, stop.signal), stop.signal);
  if (ran.kind === 'busy') {
    const who = ran.holder === undefined ? 'another process' : `process ${ran.holder.pid}, since ${ran.holder.since}`;
    return fail(
      call,
      exit.passing,
      `Another hostpin is at work in ${session.store.folder} (${who}); try again when it is done.`,
    );
  }
  const problem = session.store.problem();
  if (problem !== undefined) session.log.warn(problemLine(problem));
  print(call, ran.value);
  if (stop.signal.aborted) return exit.passing;
  return worstExit(ran.value.records.map((record) => record.exit));
};

const chooseTargets = (
  session: Session,
  names: readonly string[],
  ip: string | undefined,
): { targets: readonly Target[]; ip: string | undefined } | string => {
  const { targets, detect } = session.config;
  const wanted = names.map((name) => {
    const read = readHostName(name);
    return { name, host: read.kind === 'value' ? read.value : undefined };
  });
  const unknown = wanted.filter(({ host }) => !targets.some((target) => target.host === host));
  if (unknown.length > 0) {
    const known = [...new Set(targets.map(({ host }) => host))].join(', ');
    return `${unknown.map(({ name }) => name).join(', ')}: not in the configuration, which has ${known}.`;
  }
  const named = names.length === 0 ? targets : targets.filter(({ host }) => wanted.some((one) => one.host === host));
  if (ip === undefined) return { targets: named, ip };
  const address = parseAddress(ip);
  if (address === undefined) return `--ip ${ip} is no IP address: write one like 203.0.113.7 or 2001:db8::7.`;
  const unfit = whyNotPublishable(address.text, detect.allowPrivate);
  if (unfit !== undefined) return `--ip ${ip} can't be published: ${unfit}.`;
  const fitting = named.filter(({ type }) => familyOf(type) === address.family);
  if (fitting.length === 0) return `--ip ${ip}: no chosen host has a record for such an address (see 'types').`;
  return { targets: fitting, ip: address.text };
};

const print = (call: Call, report: RoundReport): void => {
  if (isJson(call)) printJson(call, documentOf(report));
  else for (const record of report.records) call.platform.out(`${recordLine(record)}\n`);
};

const documentOf = ({ observations, records }: RoundReport) => {
  const detected = (family: 'ipv4' | 'ipv6') => {
    const observation = observations[family];
    return observation?.kind === 'known' ? observation.address : null;
  };
  return {
    detected: { ipv4: detected('ipv4'), ipv6: detected('ipv6') },
    hosts: records.map(({ target, outcome, address, previous, via, message }: RecordReport) => ({
      host: target.host,
      type: target.type,
      outcome,
      address,
      previous,
      via,
      message,
    })),
  };
};
