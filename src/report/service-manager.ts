import type { Exec } from '../platform/ports.ts';

/** Tells systemd how the daemon is (sd_notify(3)); does nothing where nobody listens. */
export type ServiceManager = {
  ready(status: string): void;
  reloading(monotonicMs: number): void;
  /** Resolves when systemd has been told all that it was to be told. */
  stopping(): Promise<unknown>;
  status(text: string): void;
  /** Feeds the watchdog, where one watches. */
  alive(): void;
  /** How often the watchdog wants to be fed at least; infinite where none watches. Milliseconds. */
  pulseMs: number;
};

/** Node has no unix datagram sockets, so messages go through systemd's own program. */
export const createServiceManager = (exec: Exec, env: Readonly<Record<string, string | undefined>>): ServiceManager => {
  const watchdogMs = Number(env.WATCHDOG_USEC ?? 0) / 1000;
  const pulseMs = watchdogMs > 0 ? watchdogMs / 3 : Number.POSITIVE_INFINITY;
  let last = '';
  // One after the other: READY must not be overtaken by an older STATUS.
  let queue: Promise<unknown> = Promise.resolve();
  const tell = (...assignments: string[]): void => {
    if (env.NOTIFY_SOCKET === undefined) return;
    queue = queue.then(() => exec('systemd-notify', assignments, { timeoutMs: 5_000, maxBytes: 1_024 }));
  };
  return {
    ready(status) {
      last = status;
      tell('READY=1', `STATUS=${status}`);
    },
    reloading: (monotonicMs) => tell('RELOADING=1', `MONOTONIC_USEC=${Math.round(monotonicMs * 1000)}`),
    stopping() {
      tell('STOPPING=1');
      return queue;
    },
    status(text) {
      if (text === last) return;
      last = text;
      tell(`STATUS=${text}`);
    },
    alive() {
      if (pulseMs !== Number.POSITIVE_INFINITY) tell('WATCHDOG=1');
    },
    pulseMs,
  };
};
