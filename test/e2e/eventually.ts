import { it } from 'vitest';

/** Waits until the check gives what is wanted; the error has what it gave last. */
export const eventually = async <T>(
  check: () => Promise<T> | T,
  wanted: (value: T) => boolean,
  seconds = 30,
): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await check();
    if (wanted(value)) return value;
    if (Date.now() > end) throw new Error(`not so within ${seconds} s; last: ${JSON.stringify(value)}`);
    await pause(50);
  }
};

export const pause = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms));

/** The JSON lines of a daemon's log. */
export const logLines = (text: string): { level: string; msg: string; time: string; host?: string }[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** How many rounds a daemon with `--log-level debug` has finished. */
export const rounds = (text: string): number => text.split('Round (').length - 1;

/** Cases that mostly wait, as one test: at the same time, each with its name in what goes wrong. */
export const together = (cases: Record<string, () => Promise<void>>): void => {
  it(Object.keys(cases).join('; '), async () => {
    const done = await Promise.allSettled(Object.values(cases).map((work) => work()));
    const failed = done.flatMap((result, index) =>
      result.status === 'rejected' ? [`${Object.keys(cases)[index]}: ${result.reason?.stack ?? result.reason}`] : [],
    );
    if (failed.length > 0) throw new Error(failed.join('\n\n'));
  });
};
