import type { Outcome } from '../core/outcome.ts';
import { withoutSecret } from '../core/secret.ts';
import type { Http, HttpResult } from '../platform/ports.ts';
import { quote } from './quotation.ts';
import { adviceOn, meaningOf } from './refusal.ts';
import { bare, type ReplyParser } from './reply.ts';
import { retryAfterMs } from './retry-after.ts';
import { type Asked, failureOf, successOf } from './verdict.ts';

export type DynDnsOptions = {
  http: Http;
  /** The endpoint's address; a path in it is kept: `<endpoint>/<format>/`. */
  endpoint: string;
  format: 'json' | 'xml' | 'plain';
  lang: 'en' | 'es';
  user: string;
  key: string;
  /** The name that the key is sent under. */
  keyParameter: 'password' | 'apikey';
  userAgent: string;
  /** `http://host:port` */
  proxy?: string;
  /** PEM certificates to trust beside the system's. */
  ca?: string;
  /** Wall clock, milliseconds since the epoch, to read a Retry-After that is a date. */
  now(): number;
};

export type DynDnsClient = {
  /**
   * Asks for the host's A record to have the address; without one, the address that the provider sees this machine
   * come from. Never rejects. `accepted` and `unchanged` are what the provider confirmed for this host; their address
   * is null where the answer names none. No message has the key in it.
   */
  publish(host: string, address: string | undefined, signal?: AbortSignal): Promise<Outcome>;
};

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
const parsers: Record<DynDnsOptions['format'], () => Promise<ReplyParser>> = {
  json: async () => (await import('./json.ts')).parseJson,
  xml: async () => (await import('./xml.ts')).parseXml,
  plain: async () => (await import('./plain.ts')).parsePlain,
};

/** The client of the dynamic DNS endpoint (specification, Dynamic DNS endpoint). */
export const createDynDnsClient = (options: DynDnsOptions): DynDnsClient => {
  const scrub = withoutSecret(options.key);
  // Of three, one is used. It is there before the first request leaves: an upgrade may remove the files of what runs.
  const parser = parsers[options.format]();
  parser.catch(() => undefined);
  return {
    publish: async (host, address, signal) => {
      const parse = await parser;
      const result = await options.http.send({
        method: 'GET',
        url: addressOf(options, host, address),
        headers: { 'user-agent': options.userAgent },
        timeoutMs,
        maxBytes,
        ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
        ...(options.ca === undefined ? {} : { ca: options.ca }),
        ...(signal === undefined ? {} : { signal }),
      });
      const asked = { host, address, keyParameter: options.keyParameter, scrub };
      return result.kind === 'failure' ? lost(result, asked) : judged(result, asked, options, parse);
    },
  };
};

const addressOf = (options: DynDnsOptions, host: string, address: string | undefined): string => {
  const parameters: [string, string][] = [
    ['user', options.user],
    [options.keyParameter, options.key],
    ['host', host],
    ...(address === undefined ? [] : [['ip', address] as [string, string]]),
    ['lang', options.lang],
  ];
  // A lone surrogate has no percent-encoding.
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return `${options.endpoint.replace(/\/+$/, '')}/${options.format}/?${query}`;
};

const lost = (failure: Extract<HttpResult, { kind: 'failure' }>, { host, scrub }: Asked): Outcome => {
  const reason = scrub(failure.reason);
  return failure.sent
    ? {
        kind: 'unconfirmed',
        via: 'dyndns',
        message: `the update of ${host} was sent and no whole answer came: ${reason}. The record may have the old address or the new one`,
      }
    : {
        kind: 'unreachable',
        via: 'dyndns',
        reached: false,
        message: `the update of ${host} could not be sent to the provider: ${reason}`,
      };
};

type Response = Extract<HttpResult, { kind: 'response' }>;

const judged = (response: Response, asked: Asked, options: DynDnsOptions, parse: ReplyParser): Outcome => {
  const { host, scrub } = asked;
  const { status, headers, body } = response;
  const wait = retryAfterMs(headers['retry-after'], options.now());
  const unreachable = (what: string, retryAfter?: number): Outcome => ({
    kind: 'unreachable',
    via: 'dyndns',
    reached: true,
    message: `the update of ${host} was answered with ${what}`,
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
  });

  if (status === 429) return unreachable('HTTP 429: too many requests', wait);
  if (status >= 500) return unreachable(`HTTP ${status}: the provider, or a proxy before it, has a fault`, wait);
  if (status >= 300 && status < 400)
    return unreachable(
      `HTTP ${status}, a redirect${destination(headers.location, scrub)}. Redirects are not followed, since the request has the key in it: look at endpoints.dyndns`,
    );

  const reply = parse(body);
  if (status === 401) {
    const blocked = reply.kind === 'error' && meaningOf(reply, host) === 'blocked';
    if (blocked) return failureOf(reply, asked, wait);
    const heard = body.trim() === '' ? '' : `, saying ${quote(scrub(bare(body)))}`;
    return {
      kind: 'rejected',
      refusal: 'credentials',
      via: 'dyndns',
      message: `the provider refused the user or the key with HTTP 401 (${host})${heard}. ${adviceOn('credentials', { keyParameter: asked.keyParameter })}`,
    };
  }
  if (reply.kind === 'error' && status >= 200) return failureOf(reply, asked, wait);
  if (reply.kind === 'success' && status >= 200 && status < 300) return successOf(reply, asked);

  const why = reply.kind === 'garbled' ? reply.why : 'a success in the body of an error';
  const heard = body.trim() === '' ? 'an empty answer' : `${quote(scrub(bare(body)))} (${why})`;
  return status >= 200 && status < 300
    ? unreachable(`something that is not understood as ${options.format}: ${heard}${page(response)}`)
    : unreachable(
        `HTTP ${status} and ${heard}. ${adviceOnStatus[status] ?? 'Look at endpoints.dyndns'}${page(response)}`,
      );
};

const adviceOnStatus: Record<number, string> = {
  403: "Something between here and the provider, or the provider itself, does not let this request through: look at endpoints.dyndns, at the proxy, and whether this machine's address is blocked",
  404: 'There is no dynamic DNS endpoint at this address: look at endpoints.dyndns',
  407: 'The proxy wants credentials: look at endpoints.proxy and HTTPS_PROXY',
};

const destination = (location: string | undefined, scrub: (text: string) => string): string => {
  const host = location === undefined ? undefined : URL.parse(location)?.host;
  return host ? ` to ${quote(scrub(host))}` : '';
};

/** A web page is what a captive portal or a proxy answers in the provider's place. */
const page = ({ headers, body }: Response): string =>
  /^text\/html\b/i.test(headers['content-type'] ?? '') || /^<(?:!doctype html|html|head|body)\b/i.test(bare(body))
    ? ". It looks like a web page: a captive portal or a proxy answers in the provider's place, or endpoints.dyndns is wrong"
    : '';
