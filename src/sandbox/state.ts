import { type Access, freeAccess, noUsages, type Usages } from './access.ts';
import { type ReadyFault, readFaults } from './faults.ts';
import type { Kept } from './kept.ts';
import { callerProblem, readZones, type SandboxOptions } from './options.ts';
import { bad, good, type Parsed } from './parsed.ts';
import type { SeenRequest } from './requests.ts';
import { accountOf, createWorld, type World } from './world.ts';

/** The provider's world, and what the sandbox keeps beside it for those who test. */
export type SandboxState = {
  world: World;
  usage: Usages;
  limits: Access['limits'];
  /** As which published version the main API answers; as the later one, and with all operations of both, where absent. */
  version?: '1.0.14' | '1.0.20';
  faults: readonly ReadyFault[];
  requests: readonly SeenRequest[];
};

/**
 * The state with which a sandbox begins: that of the options, or what was kept of an earlier one, whose services and
 * records count and not those of the options. `now` is in milliseconds since the epoch.
 */
export const firstState = (options: SandboxOptions, now: number, kept?: Kept): Parsed<SandboxState> => {
  const zones = readZones(options);
  if (!zones.ok) return zones;
  const caller = callerProblem(options.registeredCallers);
  if (caller !== undefined) return bad(caller);
  const faults = readFaults(options.faults ?? []);
  if (!faults.ok) return faults;
  return good({
    world: kept
      ? { ...kept.world, account: accountOf(options) }
      : createWorld(options, zones.value.services, zones.value.records, now),
    usage: kept?.usage ?? noUsages,
    limits: options.limits ?? freeAccess.limits,
    ...(options.apiVersion ? { version: options.apiVersion } : {}),
    faults: faults.value,
    requests: [],
  });
};

/** What is kept of it across restarts. */
export const keptOf = ({ world: { account: _, ...world }, usage }: SandboxState): Kept => ({ world, usage });
