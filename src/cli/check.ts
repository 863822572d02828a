import { examine, type Finding } from '../agent/examine.ts';
import { createSession, loadConfig, loggerOf, openStoreOf } from '../app.ts';
import { exit, worstExit } from '../core/exit.ts';
import type { Problem } from '../core/problem.ts';
import { type Call, isJson, printJson } from './call.ts';

/** `hostpin check`: looks at everything that an update depends on, and changes nothing. */
export const run = async (call: Call): Promise<number> => {
  const { platform } = call;
  const loaded = await loadConfig(platform, call);
  const findings: Finding[] = loaded.warnings.map((warning) => ({ ...warning, level: 'warning', exit: exit.ok }));
  if (loaded.kind === 'wrong') {
    findings.push(
      ...loaded.problems.map(
        (problem: Problem): Finding => ({ ...problem, level: 'problem', exit: exit.configuration }),
      ),
    );
  } else {
    const { config } = loaded;
    const from = config.file ?? 'the environment and flags';
    findings.push({ level: 'ok', where: 'configuration', what: `read from ${from}`, fix: '', exit: exit.ok });
    const log = loggerOf(config, platform, platform.err);
    findings.push(...(await examine(await createSession(config, platform, openStoreOf(config, platform), log))));
  }
  const code = worstExit(findings.map((finding) => finding.exit));
  if (isJson(call)) {
    printJson(call, { ok: code === exit.ok, findings: findings.map(({ exit: _, ...finding }) => finding) });
  } else {
    for (const finding of findings) platform.out(`${lineOf(finding)}\n`);
    const problems = findings.filter(({ level }) => level === 'problem').length;
    platform.out(problems === 0 ? 'Nothing stands in the way of an update.\n' : `${problems} to mend.\n`);
  }
  return code;
};

const marks: Record<Finding['level'], string> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

const lineOf = ({ level, where, what, fix }: Finding): string =>
  `${marks[level]}  ${where}: ${what}${fix === '' ? '' : `\n         -> ${fix}`}`;
