const day = 24 * 60 * 60 * 1000;

/**
 * How long the Retry-After header asks to wait (RFC 9110, 10.2.3), in milliseconds from `now` (milliseconds since the
 * epoch): between 0 and a day, so that a wrong clock on either side can't silence a host for good. Undefined where there
 * is none, or none that is understood.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), day);
};

/** The three forms of an HTTP date (RFC 9110, 5.6.7): a recipient takes all of them. NaN for anything else. */
const dateOf = (text: string): number => {
  if (/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return Date.parse(text);
  if (/^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return Date.parse(text);
  // asctime has no zone, and means GMT.
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  return Number.NaN;
};
