import cron from 'node-cron';

/** Whether a cron expression is one: five fields, or six with seconds first. */
export const isCron = (expression: string): boolean => cron.validate(expression);

/** Calls `onTime` at the times of a cron expression, in the machine's time zone, until the signal. */
export const watchCron = (expression: string, onTime: () => void, signal: AbortSignal): void => {
  const task = cron.schedule(expression, onTime);
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
};
