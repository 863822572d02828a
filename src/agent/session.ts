import type { Config } from '../config/config.ts';
import type { Family, Observation } from '../core/observation.ts';
import type { Via } from '../core/outcome.ts';
import type { DetectPorts } from '../detect/source.ts';
import type { Platform } from '../platform/platform.ts';
import type { Logger } from '../report/logger.ts';
import type { Clients } from './apply.ts';
import type { Store } from './store.ts';

/** How one family's address is looked for. */
export type Look = (
  plan: {
    /** Source specifications in the order to ask; sources that are not listed come after. */
    order: readonly string[];
    published: string | undefined;
    /** Ask as many witnesses as a change needs though one would do. */
    thorough: boolean;
    /** Asks the main API, as the holds allow it. */
    hello?: DetectPorts['hello'];
  },
  signal: AbortSignal,
) => Promise<Observation>;

/** Everything that a round needs, made from one configuration. */
export type Session = {
  config: Config;
  platform: Platform;
  store: Store;
  log: Logger;
  clients: Clients;
  /** What address sources are asked with. */
  ports: DetectPorts;
  look: Record<Family, Look>;
  /** The order of the sources for a new installation. */
  firstOrder(family: Family): string[];
  /** Tells changed credentials from refused ones. */
  fingerprints(via: Via, installation: string): string;
};
