import { catalogue, type FullCatalogue } from '../api/catalogue/index.ts';
import { createInterpreter, type Interpreter } from '../api/interpreter.ts';
import { loadApiConfig, loggerOf } from '../app.ts';
import type { ApiConfig } from '../config/load-api.ts';
import type { Logger } from '../report/logger.ts';
import { problemLine } from '../report/wording.ts';
import { userAgent } from '../version.ts';
import type { Call } from './call.ts';
import { failConfig } from './failure.ts';

/** The whole main API, as a person's command has it. */
export type Account = { client: Interpreter<FullCatalogue>; log: Logger; config: ApiConfig };

/** Longer than the agent waits: a person does not send an order again as easily as a loop looks again. */
const timeoutMs = 30_000;
/** A zone of tens of thousands of records in one page. */
const maxBytes = 16 << 20;

/** The account that the configuration gives, with its warnings said; or the exit code where it gives none. */
export const openAccount = async (call: Call): Promise<Account | number> => {
  const { platform } = call;
  const loaded = await loadApiConfig(platform, call);
  if (loaded.kind === 'wrong') return failConfig(call, loaded.problems);
  const { config } = loaded;
  const log = loggerOf(config, platform, platform.err);
  for (const warning of loaded.warnings) log.warn(problemLine(warning));
  const { api: endpoint, apiProxy: proxy, ca } = config.endpoints;
  const { http, clock } = platform;
  const options = { ...config.api, endpoint, proxy, ca, http, userAgent, now: clock.now, timeoutMs, maxBytes };
  return { client: createInterpreter(options, catalogue), log, config };
};
