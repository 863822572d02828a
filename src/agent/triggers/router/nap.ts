import type { Clock } from '../../../platform/ports.ts';

/** A sleep that something can cut short; what comes while nobody sleeps cuts the next one. */
export type Nap = {
  sleep(ms: number): Promise<void>;
  wake(): void;
};

export const createNap = (clock: Clock, signal: AbortSignal): Nap => {
  let alarm = new AbortController();
  signal.addEventListener('abort', () => alarm.abort(), { once: true });
  return {
    async sleep(ms) {
      await clock.sleep(ms, alarm.signal);
      if (!signal.aborted) alarm = new AbortController();
    },
    wake: () => alarm.abort(),
  };
};
