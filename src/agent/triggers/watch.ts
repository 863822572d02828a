import type { Rings } from '../rings.ts';
import type { Session } from '../session.ts';
import { watchKernel } from './kernel.ts';
import { watchForWake } from './wake.ts';

/**
 * Runs everything that can ring, as the configuration has it, until the signal; resolves when all of it has ended (a
 * subscription at the router is given back, which takes a second at most).
 */
export const watch = async (session: Session, rings: Rings, signal: AbortSignal): Promise<void> => {
  const { config, platform } = session;
  const { cron } = config.schedule;
  // Loaded only where it is used: most schedules are an interval.
  if (cron !== undefined) (await import('./cron.ts')).watchCron(cron, () => rings.ring('schedule'), signal);
  if (!config.schedule.watch) return;
  const watching = [
    watchForWake(platform.clock, () => rings.ring('wake'), signal),
    watchKernel(session, () => rings.ring('addresses'), signal),
  ];
  // Routers tell of IPv4 alone.
  if (config.targets.some(({ type }) => type === 'A')) {
    const { watchRouter } = await import('./router.ts');
    const bells = { onChange: () => rings.ring('router'), onFirst: () => rings.ring('router-heard') };
    watching.push(watchRouter(session, bells, signal));
  }
  await Promise.all(watching);
};
