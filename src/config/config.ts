import type { Family } from '../core/observation.ts';
import type { Problem } from '../core/problem.ts';
import type { RecordType, Target } from '../core/target.ts';

/** One entry of `hosts`, with its defaults filled in. */
export type Host = {
  /** Punycode, lower case, no final dot; the first label may be `*`. */
  name: string;
  types: RecordType[];
  create: boolean;
  /** Seconds. */
  ttl?: number;
  service?: string;
  /** A fixed interface identifier put on the current prefix: `::1:2:3:4/64`. */
  suffix?: string;
};

/** The configuration, fully resolved: defaults filled in, secrets read, durations in milliseconds. */
export type Config = {
  /** The preset that the endpoints were taken from. */
  provider: string;
  endpoints: {
    /** Base URLs without a final slash. */
    dyndns: string;
    api: string;
    /** PEM text, trusted beside the system's certificates. */
    ca?: string;
    /** The proxy for the dynamic DNS endpoint, as configured or as $HTTPS_PROXY and $NO_PROXY have it. */
    proxy?: string;
    /** The same for the main API: $NO_PROXY may list one of the two. */
    apiProxy?: string;
  };
  user: string;
  key: string;
  keyParameter: 'password' | 'apikey';
  format: 'json' | 'xml' | 'plain';
  lang: 'en' | 'es';
  api?: { user: string; password: string };
  hosts: Host[];
  /** One per host and type, in the order of `hosts`. */
  targets: Target[];
  detect: {
    /** Undefined: the built-in list. */
    ipv4: string[] | undefined;
    ipv6: string[] | undefined;
    /** Undefined: 2, or 1 where only one source is given. */
    agree: number | undefined;
    timeoutMs: number;
    allowPrivate: boolean;
  };
  schedule: { everyMs: number; cron?: string; refreshMs: number; watch: boolean };
  stateDir: string;
  log: { level: LogLevel; format: 'pretty' | 'json' };
  /** Where it was read from; absent where the environment and flags gave everything. */
  file?: string;
};

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/**
 * What the configuration must know about address sources, plugged in by the composition root.
 */
export type SourceRules = {
  check(
    spec: string,
    family: Family,
  ): { kind: 'source'; operator: string } | { kind: 'wrong'; what: string; fix: string };
  /** The lists that stand where the configuration gives none. */
  builtIn: Record<Family, readonly string[]>;
};

export type Loaded =
  | { kind: 'ok'; config: Config; warnings: Problem[] }
  /** `file` is the configuration file, where one was found. */
  | { kind: 'wrong'; problems: Problem[]; warnings: Problem[]; file?: string };
