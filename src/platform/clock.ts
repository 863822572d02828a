import type { Clock } from './ports.ts';

/** The machine's clocks. */
export const createClock = (): Clock => ({
  now: () => Date.now(),
  // The system's own (CLOCK_MONOTONIC), which systemd compares with its own.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      // setTimeout fires at once beyond 2^31-1 ms.
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), 2_147_483_647));
      signal?.addEventListener('abort', done, { once: true });
    }),
});
