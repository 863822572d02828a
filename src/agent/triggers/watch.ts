import type { Rings } from '../rings.ts';
import type { Session } from '../session.ts';
import { watchKernel } from './kernel.ts';
import { watchForWake } from './wake.ts';

/** Starts everything that can ring, as the configuration has it, until the signal. */
export const watch = (session: Session, rings: Rings, signal: AbortSignal): void => {
  const { config, platform } = session;
  const { cron } = config.schedule;
  // Loaded only where it is used: most schedules are an interval.
  if (cron !== undefined) {
    void import('./cron.ts').then(({ watchCron }) => watchCron(cron, () => rings.ring('schedule'), signal));
  }
  if (!config.schedule.watch) return;
  void watchForWake(platform.clock, () => rings.ring('wake'), signal);
  void watchKernel(session, () => rings.ring('addresses'), signal);
  // Routers tell of IPv4 alone. Loaded only here, where something listens for hours.
  if (config.targets.some(({ type }) => type === 'A')) {
    void import('./router.ts').then(({ watchRouter }) => watchRouter(session, () => rings.ring('router'), signal));
  }
};
