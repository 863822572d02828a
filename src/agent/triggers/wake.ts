import type { Clock } from '../../platform/ports.ts';

const look = 10_000;
const jump = 5_000;

/**
 * Calls `onJump` when the wall clock jumped against the monotonic one: the machine slept and woke, or somebody set the
 * clock. One jump is one call.
 */
export const watchForWake = async (clock: Clock, onJump: () => void, signal: AbortSignal): Promise<void> => {
  let offset = clock.now() - clock.monotonic();
  while (!signal.aborted) {
    await clock.sleep(look, signal);
    const now = clock.now() - clock.monotonic();
    if (Math.abs(now - offset) > jump && !signal.aborted) onJump();
    offset = now;
  }
};
