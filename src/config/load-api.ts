import type { Problem } from '../core/problem.ts';
import type { Config, Loaded } from './config.ts';
import { resolveApi } from './credentials.ts';
import { type GatherInput, gather, noFile } from './gather.ts';

/** The part of the configuration that calls to the main API need: no host, no user and key of the other endpoint. */
export type ApiConfig = Pick<Config, 'endpoints' | 'log' | 'file'> & { api: NonNullable<Config['api']> };

export type LoadedApi = { kind: 'ok'; config: ApiConfig; warnings: Problem[] } | Extract<Loaded, { kind: 'wrong' }>;

/**
 * The same configuration as `load` reads, for those who only call the main API. What is missing or contradictory about
 * hosts and sources does not matter; a key that does not exist or can't be read still does.
 */
export const loadApi = async (input: GatherInput): Promise<LoadedApi> => {
  const gathered = await gather(input);
  if (gathered.kind === 'wrong') return gathered;
  const { found, file, draft, endpoints } = gathered;
  const { api, problems: missing, warnings: ofSecret } = await resolveApi(draft, gathered);
  const problems = [
    ...(missing.length > 0
      ? noFile(found, 'write one with api.user and api.password_file, or name one with --config')
      : []),
    ...gathered.problems,
    ...missing,
    ...gathered.caProblems,
  ];
  const warnings = [...gathered.warnings, ...ofSecret, ...gathered.laterWarnings];
  const { level, format } = draft.log;
  if (problems.length > 0 || api === undefined || level === undefined) {
    return { kind: 'wrong', problems, warnings, ...(file ? { file } : {}) };
  }
  const log = { level, format: format ?? (input.terminal ? 'pretty' : 'json') } as const;
  return { kind: 'ok', config: { endpoints, api, log, ...(file ? { file } : {}) }, warnings };
};
