import { createLook, firstOrder } from './agent/look.ts';
import type { Session } from './agent/session.ts';
import { openStore, type Store } from './agent/store.ts';
import type { Config, Loaded, SourceRules } from './config/config.ts';
import { load } from './config/load.ts';
import { type LoadedApi, loadApi } from './config/load-api.ts';
import type { Family } from './core/observation.ts';
import { defaultSources } from './detect/defaults.ts';
import { parseSource } from './detect/registry.ts';
import type { DetectPorts } from './detect/source.ts';
import { createDynDnsClient } from './dyndns/client.ts';
import { fingerprint } from './platform/fingerprint.ts';
import type { Platform } from './platform/platform.ts';
import { createLogger, type Logger } from './report/logger.ts';
import { userAgent } from './version.ts';

/** What the command line and the environment say, before the configuration is read. */
export type Given = {
  flags: Record<string, unknown>;
  env: Readonly<Record<string, string | undefined>>;
};

const sourceRules: SourceRules = {
  check: (spec, family) => {
    const parsed = parseSource(spec, family);
    return parsed.kind === 'source' ? { kind: 'source', operator: parsed.source.operator } : parsed;
  },
  builtIn: defaultSources,
};

const surroundings = (platform: Platform, { flags, env }: Given) => ({
  flags,
  env,
  files: platform.files,
  cwd: platform.cwd(),
  home: env.HOME ?? platform.cwd(),
  uid: platform.uid,
  // The journal is read by people, and knows the time and the level itself.
  terminal: platform.terminal || platform.journal,
});

export const loadConfig = (platform: Platform, given: Given): Promise<Loaded> =>
  load({ ...surroundings(platform, given), sourceRules });

/** The configuration for those who only call the main API. */
export const loadApiConfig = (platform: Platform, given: Given): Promise<LoadedApi> =>
  loadApi(surroundings(platform, given));

export const openStoreOf = (config: Config, platform: Platform): Store =>
  openStore(config.stateDir, platform.files, platform.clock);

type Logged = Pick<Config, 'log' | 'api'> & Partial<Pick<Config, 'key'>>;

const secretsOf = ({ key, api }: Logged): string[] => [
  ...(key === undefined ? [] : [key]),
  ...(api === undefined ? [] : [api.password]),
];

/** The logger that the configuration asks for; the daemon's goes to stdout, everybody else's to stderr. */
export const loggerOf = (config: Logged, platform: Platform, write: (line: string) => void): Logger =>
  createLogger({
    level: config.log.level,
    format: config.log.format,
    write,
    now: platform.clock.now,
    secrets: secretsOf(config),
    color: platform.colorful,
    journal: platform.journal,
  });

/** Ties the rooms together for one configuration. */
export const createSession = async (
  config: Config,
  platform: Platform,
  store: Store,
  log: Logger,
): Promise<Session> => {
  const { http, clock } = platform;
  const { endpoints } = config;
  const common = { http, userAgent, now: clock.now, ...(endpoints.ca === undefined ? {} : { ca: endpoints.ca }) };
  const through = (proxy: string | undefined) => (proxy === undefined ? {} : { proxy });
  const dyndns = createDynDnsClient({
    ...common,
    ...through(endpoints.proxy),
    endpoint: endpoints.dyndns,
    format: config.format,
    lang: config.lang,
    user: config.user,
    key: config.key,
    keyParameter: config.keyParameter,
  });
  const api =
    config.api === undefined
      ? undefined
      : (await import('./api/client.ts')).createApiClient({
          ...common,
          ...through(endpoints.apiProxy),
          endpoint: endpoints.api,
          ...config.api,
        });
  const ports: DetectPorts = {
    http,
    network: platform.network,
    exec: platform.exec,
    udp: platform.udp,
    timeoutMs: config.detect.timeoutMs,
    userAgent,
  };
  const look = (family: Family) => createLook(config, family, ports);
  return {
    config,
    platform,
    store,
    log,
    clients: { dyndns, api },
    ports,
    look: { ipv4: look('ipv4'), ipv6: look('ipv6') },
    firstOrder: (family) => firstOrder(config, family, platform.random),
    fingerprints: fingerprintsOf(config),
  };
};

/** Everything that decides whether credentials are accepted; computed when a hold asks for it, since it is slow. */
const fingerprintsOf = (config: Config): Session['fingerprints'] => {
  const made = new Map<string, string>();
  return (way, salt) => {
    const parts =
      way === 'dyndns'
        ? [config.endpoints.dyndns, config.user, config.key, config.keyParameter]
        : [config.endpoints.api, config.api?.user ?? '', config.api?.password ?? ''];
    const known = made.get(`${way}/${salt}`);
    if (known !== undefined) return known;
    const computed = fingerprint(salt, parts);
    made.set(`${way}/${salt}`, computed);
    return computed;
  };
};
