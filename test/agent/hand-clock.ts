import type { Clock } from '../../src/platform/ports.ts';

/** A clock that a test moves by hand. Both its readings go on alike, but for `jump`. */
export type HandClock = Clock & {
  /** Time goes by: sleeps whose time has come end, in their order. */
  pass(ms: number): Promise<void>;
  /** The wall clock alone jumps. */
  jump(ms: number): void;
};

export const createHandClock = (start = Date.UTC(2026, 0, 1)): HandClock => {
  let elapsed = 0;
  let offset = start;
  const sleeping = new Set<{ until: number; wake(): void }>();
  /** Lets everything that was woken go on until it sleeps again. */
  const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = (): void => {
          sleeping.delete(one);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const one = { until: elapsed + Math.max(ms, 0), wake };
        sleeping.add(one);
        signal?.addEventListener('abort', wake);
      }),
    async pass(ms) {
      const end = elapsed + ms;
      await others();
      for (;;) {
        const first = [...sleeping].sort((a, b) => a.until - b.until)[0];
        if (first === undefined || first.until > end) break;
        elapsed = Math.max(elapsed, first.until);
        first.wake();
        await others();
      }
      elapsed = end;
    },
    jump: (ms) => {
      offset += ms;
    },
  };
};
