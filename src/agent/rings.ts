import type { Clock } from '../platform/ports.ts';

/** What starts a round. `router`: its address is another; `router-heard`: it told the first one. */
export type Ring =
  | 'start'
  | 'schedule'
  | 'retry'
  | 'addresses'
  | 'router'
  | 'router-heard'
  | 'wake'
  | 'signal'
  | 'reload';

/** Rings that come from outside, and may come in bursts. */
const fromOutside: readonly Ring[] = ['addresses', 'router', 'router-heard', 'wake'];
/** A burst is one round: the kernel tells one change in several messages. Milliseconds. */
const settleTime = 150;
/** No more rounds a minute than this from outside, however often an interface goes up and down. */
const perMinute = 30;

export type Rings = {
  ring(why: Ring): void;
  /** The first ring that comes within `ms`; undefined when none does, or at the abort. */
  next(ms: number, signal: AbortSignal): Promise<Ring | undefined>;
};

export const createRings = (clock: Clock): Rings => {
  const waiting = new Set<Ring>();
  const recent: number[] = [];
  let awaken = new AbortController();

  const takeOne = (): Ring | undefined => {
    // Several at once are one round, and the one that asks most of it counts: `router` looks more thoroughly.
    const [why] = [...(['reload', 'router'] as const).filter((first) => waiting.has(first)), ...waiting];
    if (why === undefined) return undefined;
    if (why === 'reload') waiting.delete('reload');
    else for (const other of [...waiting]) if (other !== 'reload') waiting.delete(other);
    return why;
  };

  const onlyFromOutside = (): boolean => waiting.size > 0 && [...waiting].every((why) => fromOutside.includes(why));

  /** A person's signal or a cron's time does not wait for a burst to be over. */
  const calmUntil = async (time: number, signal: AbortSignal): Promise<void> => {
    while (onlyFromOutside() && !signal.aborted && clock.monotonic() < time) {
      awaken = new AbortController();
      await clock.sleep(time - clock.monotonic(), AbortSignal.any([awaken.signal, signal]));
    }
  };

  const calm = async (signal: AbortSignal): Promise<void> => {
    const now = clock.monotonic();
    await calmUntil(now + settleTime, signal);
    while (recent[0] !== undefined && recent[0] <= now - 60_000) recent.shift();
    const oldest = recent.length >= perMinute ? recent[0] : undefined;
    if (oldest !== undefined) await calmUntil(oldest + 60_000, signal);
    recent.push(clock.monotonic());
  };

  return {
    ring(why) {
      waiting.add(why);
      awaken.abort();
    },
    async next(ms, signal) {
      if (waiting.size === 0) {
        awaken = new AbortController();
        await clock.sleep(ms, AbortSignal.any([awaken.signal, signal]));
      }
      if (signal.aborted) return undefined;
      if (onlyFromOutside()) await calm(signal);
      return signal.aborted ? undefined : takeOne();
    },
  };
};
