import type { Outcome } from '../core/outcome.ts';
import type { HttpResult } from '../platform/ports.ts';
import { ApiError, addressIn, errorRow, isAboutCaller, type ProviderRefusal, refusalOf } from './errors.ts';

/** A call that did not succeed, as a value. */
export type Failed = {
  kind: 'failed';
  /** What it means for a record that was to be changed. */
  outcome: Extract<Outcome, { kind: 'rejected' | 'unreachable' | 'unconfirmed' }>;
  /** The same, for those who throw. */
  error: ApiError;
};

/** The provider said no. */
export const refused = (name: string, refusal: ProviderRefusal): Failed => {
  const error = new ApiError(name, refusal);
  const kind = refusalOf(refusal);
  const said = `The main API refused ${name}: ${sentence(error)}`;
  if (kind === undefined) {
    const message = `${said}. It is tried again later.`;
    return { kind: 'failed', error, outcome: { kind: 'unreachable', via: 'api', reached: true, message } };
  }
  const message = kind === 'caller' ? callerMessage(refusal, said) : `${said}.${advice[kind] ?? ''}`;
  return { kind: 'failed', error, outcome: { kind: 'rejected', refusal: kind, via: 'api', message } };
};

/** Parameters that break a rule of the operation: nothing was sent. */
export const invalid = (name: string, problems: readonly string[]): Failed => ({
  kind: 'failed',
  error: new ApiError(name, { own: 'invalid', texts: problems }),
  outcome: {
    kind: 'rejected',
    refusal: 'host',
    via: 'api',
    message: `${name} was not sent to the main API: ${problems.join('; ')}.`,
  },
});

/** No connection, or no whole answer. */
export const lost = (name: string, failure: Extract<HttpResult, { kind: 'failure' }>, reads: boolean): Failed =>
  failure.sent && !reads
    ? unconfirmed(name, failure.reason)
    : unreachable(name, failure.reason, { reached: failure.sent });

export const unreachable = (
  name: string,
  reason: string,
  more: { reached: boolean; retryAfterMs?: number | undefined },
): Failed => ({
  kind: 'failed',
  error: new ApiError(name, { own: 'unreachable', texts: [reason] }),
  outcome: {
    kind: 'unreachable',
    via: 'api',
    reached: more.reached,
    message: `The main API could not be asked for ${name}: ${reason}. It is tried again later.`,
    ...(more.retryAfterMs !== undefined && { retryAfterMs: more.retryAfterMs }),
  },
});

export const unconfirmed = (name: string, reason: string): Failed => ({
  kind: 'failed',
  error: new ApiError(name, { own: 'unconfirmed', texts: [reason] }),
  outcome: {
    kind: 'unconfirmed',
    via: 'api',
    message: `${name} was sent to the main API and could not be confirmed: ${reason}. The next attempt looks first.`,
  },
});

/** An answer that is not understood: a change may have been made all the same. */
export const garbled = (name: string, status: number, reason: string, reads: boolean): Failed => {
  const why = status >= 200 && status < 300 ? reason : `HTTP ${status}, and ${reason}`;
  return reads || status >= 300 ? unreachable(name, why, { reached: true }) : unconfirmed(name, why);
};

/**
 * How long the provider asks to be left alone, in milliseconds; RFC 9110 section 10.2.3 has seconds or a date.
 *
 * @param now milliseconds since the epoch
 */
export const retryAfter = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  // Date.parse reads much that is no HTTP date ("5 minutes" is a date in May 2001).
  if (!/\d{2}:\d{2}:\d{2}/.test(header)) return undefined;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
};

const sentence = (error: ApiError): string => {
  const row = errorRow(error.code ?? 1);
  const texts = error.messages.filter((text) => text.toLowerCase() !== row.meaning.toLowerCase());
  return [`${row.meaning} (code ${error.code})`, ...texts].join(', ').replace(/\.$/, '').slice(0, 400);
};

const callerMessage = (refusal: ProviderRefusal, said: string): string => {
  const address = addressIn(refusal.texts);
  const which = address === undefined ? "this machine's address" : `the address ${address}`;
  return isAboutCaller(refusal)
    ? `${said}. It takes calls from registered addresses only: ${which} is not registered for this API user; create the record in the panel, or register the address.`
    : said;
};

const advice: Partial<Record<string, string>> = {
  credentials: " Check 'api.user' and 'api.password': they are the API's own, not those of the panel.",
  blocked: ' Ask the support of the provider what the account needs; until then nothing is sent to it.',
};
