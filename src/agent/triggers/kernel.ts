import { families } from '../../core/observation.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Network } from '../../platform/ports.ts';
import type { Logger } from '../../report/logger.ts';

/** One change is several messages; they are looked at together. Milliseconds. */
const burst = 50;
/** Where the kernel tells no events, the interfaces are looked at this often: it costs tens of microseconds. */
const lookEvery = 2_000;
const restartAfter = 60_000;

type World = { platform: Platform; log: Logger };

/**
 * Calls `onChange` when an address of an interface or a default route was added or removed: by the kernel's own events
 * where `ip monitor` tells them (Linux with iproute2), else by a look every 2 s. Lifetimes that a router renews are no
 * change.
 */
export const watchKernel = async (world: World, onChange: () => void, signal: AbortSignal): Promise<void> => {
  const { clock, network, follow } = world.platform;
  let before = await picture(network);
  let looking = false;
  const look = async (): Promise<void> => {
    const now = await picture(network);
    if (now === before || signal.aborted) return;
    before = now;
    onChange();
  };
  const soon = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    await clock.sleep(burst, signal);
    looking = false;
    await look();
  };
  while (!signal.aborted) {
    const started = clock.monotonic();
    const why = await follow('ip', ['-o', 'monitor', 'address', 'route'], () => void soon(), signal);
    if (signal.aborted) return;
    const lasted = clock.monotonic() - started;
    if (lasted < restartAfter) {
      world.log.debug(
        `The kernel's address events can't be followed ('ip monitor': ${why}); looking every 2 s instead.`,
      );
      return lookForEver(clock, look, signal);
    }
  }
};

const lookForEver = async (clock: Platform['clock'], look: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await clock.sleep(lookEvery, signal);
    await look();
  }
};

/** The addresses and default routes, as a text that differs where they do. */
const picture = async (network: Network): Promise<string> => {
  const addresses = (await network.addresses())
    .filter(({ internal }) => !internal)
    .map(({ interface: name, address, prefix, flags }) => `${name} ${address}/${prefix} ${[...flags].sort().join()}`);
  const routes = await Promise.all(
    families.map((family) => Promise.all([network.gateway(family), network.wayOut(family)])),
  );
  return JSON.stringify([addresses.sort(), routes]);
};
