/** A timestamp as the provider writes it: ISO 8601 with offset. `now` is in milliseconds since the epoch. */
export const timestamp = (now: number): string => new Date(now).toISOString().replace(/\.\d{3}Z$/, '+00:00');

/** The date so many years after the instant, YYYY-MM-DD. */
export const day = (now: number, years = 0): string => {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
};

/** An instant as histories have it: YYYY-MM-DD hh:mm:ss (specification, Response envelope: Formats). */
export const moment = (now: number): string => new Date(now).toISOString().slice(0, 19).replace('T', ' ');

/** The same day, years later: YYYY-MM-DD. */
export const addYears = (date: string, years: number): string => day(Date.parse(date), years);
