import type { ReadyFault } from './faults.ts';
import type { SeenRequest } from './requests.ts';
import type { World } from './world.ts';

/** The provider's world, and what the sandbox keeps beside it for those who test. */
export type SandboxState = {
  world: World;
  faults: readonly ReadyFault[];
  requests: readonly SeenRequest[];
};
