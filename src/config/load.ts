import { familyOf } from '../core/target.ts';
import { assemble } from './assemble.ts';
import type { Loaded, SourceRules } from './config.ts';
import { resolveCredentials } from './credentials.ts';
import { detectProblems } from './detect-rules.ts';
import { type GatherInput, gather, noFile } from './gather.ts';
import { resolveHosts, targetsOf } from './host-rules.ts';
import { defaultStateFolder } from './paths.ts';

export type LoadInput = GatherInput & { sourceRules: SourceRules };

/**
 * The configuration from flags, environment, file and defaults, in this order of precedence, with its secrets read.
 * Tells every problem at once; no problem has a secret in it. Never rejects.
 */
export const load = async (input: LoadInput): Promise<Loaded> => {
  const gathered = await gather(input);
  if (gathered.kind === 'wrong') return gathered;
  const { found, file, given, draft, placeOf, pathOf, endpoints } = gathered;
  const credentials = await resolveCredentials(draft, gathered);
  const { hosts, problems: hostProblems } = resolveHosts(draft, given.has('hosts'), credentials.wantsApi, placeOf);
  const targets = targetsOf(hosts);
  const used = new Set(targets.map(({ type }) => familyOf(type)));
  const incomplete = !given.has('user') || !given.has('hosts') || credentials.key === undefined;

  const problems = [
    ...(incomplete
      ? noFile(
          found,
          "write one with three lines (user, key_file and hosts; 'hostpin init' asks for them), or name one with --config",
        )
      : []),
    ...gathered.problems,
    ...credentials.problems,
    ...gathered.caProblems,
    ...hostProblems,
    ...detectProblems(draft, used, { rules: input.sourceRules, hasApi: credentials.wantsApi, placeOf }),
  ];
  const warnings = [...gathered.warnings, ...credentials.warnings, ...gathered.laterWarnings];
  const config = assemble(draft, {
    endpoints,
    hosts,
    targets,
    key: credentials.key,
    api: credentials.api,
    stateDir: pathOf('state_dir', draft.state_dir) ?? defaultStateFolder(input),
    terminal: input.terminal,
    file,
  });
  return problems.length === 0 && config
    ? { kind: 'ok', config, warnings }
    : { kind: 'wrong', problems, warnings, ...(file ? { file } : {}) };
};
