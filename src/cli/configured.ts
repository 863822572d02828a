import type { Session } from '../agent/session.ts';
import { createSession, loadConfig, loggerOf, openStoreOf } from '../app.ts';
import { problemLine } from '../report/wording.ts';
import type { Call } from './call.ts';
import { failConfig } from './failure.ts';

/** The session that the configuration gives, with its warnings said; or the exit code where it gives none. */
export const openSession = async (call: Call, write: (line: string) => void): Promise<Session | number> => {
  const loaded = await loadConfig(call.platform, call);
  if (loaded.kind === 'wrong') return failConfig(call, loaded.problems);
  const log = loggerOf(loaded.config, call.platform, write);
  for (const warning of loaded.warnings) log.warn(problemLine(warning));
  return createSession(loaded.config, call.platform, openStoreOf(loaded.config, call.platform), log);
};
