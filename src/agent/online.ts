import { families } from '../core/observation.ts';
import type { Network } from '../platform/ports.ts';

/** Whether there is a way out: without a default route nobody can be asked, and nothing is wrong with the sources. */
export const hasDefaultRoute = async (network: Network): Promise<boolean> => {
  const ways = await Promise.all(families.map((family) => network.wayOut(family)));
  return ways.some((way) => way !== undefined);
};
