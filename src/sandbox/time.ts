/** A timestamp as the provider writes it: ISO 8601 with offset. `now` is in milliseconds since the epoch. */
export const timestamp = (now: number): string => new Date(now).toISOString().replace(/\.\d{3}Z$/, '+00:00');
