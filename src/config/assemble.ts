import type { Config } from './config.ts';
import type { Draft } from './draft.ts';

/** What was resolved beside the draft's own values. */
export type Resolved = Pick<Config, 'endpoints' | 'hosts' | 'targets' | 'stateDir'> & {
  key: string | undefined;
  api: Config['api'];
  terminal: boolean;
  file: string | undefined;
};

const whole = (list: (string | undefined)[] | undefined): string[] | undefined =>
  list?.filter((one) => one !== undefined);

/** The configuration, where nothing that it must have is missing. */
export const assemble = (draft: Draft, resolved: Resolved): Config | undefined => {
  const { provider, user, key_parameter: keyParameter, format, lang, detect, schedule, log } = draft;
  const { endpoints, key, api, hosts, targets, stateDir, file } = resolved;
  if (user === undefined || key === undefined || provider === undefined || keyParameter === undefined) return undefined;
  if (format === undefined || lang === undefined || log.level === undefined) return undefined;
  if (detect.timeout === undefined || detect.allow_private === undefined) return undefined;
  if (schedule.every === undefined || schedule.refresh === undefined || schedule.watch === undefined) return undefined;
  return {
    provider,
    endpoints,
    user,
    key,
    keyParameter,
    format,
    lang,
    ...(api ? { api } : {}),
    hosts,
    targets,
    detect: {
      ipv4: whole(detect.ipv4),
      ipv6: whole(detect.ipv6),
      agree: detect.agree,
      timeoutMs: detect.timeout,
      allowPrivate: detect.allow_private,
    },
    schedule: {
      everyMs: schedule.every,
      ...(schedule.cron === undefined ? {} : { cron: schedule.cron }),
      refreshMs: schedule.refresh,
      watch: schedule.watch,
    },
    stateDir,
    log: { level: log.level, format: log.format ?? (resolved.terminal ? 'pretty' : 'json') },
    ...(file ? { file } : {}),
  };
};
