import { bad, good, type Parsed } from './parsed.ts';

/** So many within so many milliseconds; one more is too many. */
export type Limit = { count: number; withinMs: number };

/** Specification, Limits: operations and errors are counted per user, and too many block it for a while. */
export type Limits = { operations?: Limit; errors?: Limit; blockMs: number };

/** What a user did lately (times in milliseconds since the epoch), and whether that was too much. */
export type Usage = {
  operations: readonly number[];
  errors: readonly number[];
  blocked?: { until: number; why: 'operations' | 'errors' };
};

export const unused: Usage = { operations: [], errors: [] };

/** Why the user is blocked at that time; undefined where it is not. */
export const blockOf = ({ blocked }: Usage, now: number): 'operations' | 'errors' | undefined =>
  blocked && blocked.until > now ? blocked.why : undefined;

const within = (times: readonly number[], limit: Limit | undefined, now: number): readonly number[] =>
  limit ? [...times.filter((time) => time > now - limit.withinMs), now] : [];

/** The usage after one more request, which failed or did not. */
export const used = (usage: Usage, limits: Limits, failed: boolean, now: number): Usage => {
  const operations = within(usage.operations, limits.operations, now);
  const errors = failed ? within(usage.errors, limits.errors, now) : usage.errors;
  const until = now + limits.blockMs;
  if (limits.errors && errors.length > limits.errors.count) return { ...unused, blocked: { until, why: 'errors' } };
  if (limits.operations && operations.length > limits.operations.count)
    return { ...unused, blocked: { until, why: 'operations' } };
  return { operations, errors };
};

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `300s`, `5m`, `1h` in milliseconds. */
export const parseSpan = (text: string): Parsed<number> => {
  const [, amount, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const span = Number(amount) * (units[unit ?? ''] ?? Number.NaN);
  return span > 0 ? good(span) : bad(`"${text}" is no time: write 30s, 5m or 1h`);
};

/** `20/5m`: twenty within five minutes. */
export const parseLimit = (text: string): Parsed<Limit> => {
  const [, count, time = ''] = /^(\d{1,6})\/(.+)$/.exec(text) ?? [];
  const span = parseSpan(time);
  return count !== undefined && span.ok
    ? good({ count: Number(count), withinMs: span.value })
    : bad(`"${text}" is no limit: write a number and a time, as in 20/5m`);
};
