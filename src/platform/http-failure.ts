import type { HttpRequest } from './ports.ts';

/** `host:port` of a request, which is all of its URL that a person may see: a query can have secrets in it. */
export const place = (url: URL): string => `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

const span = (ms: number): string => `${ms / 1000} s`;

const trust = 'if you run this server yourself, name its certificate authority with endpoints.ca_file';

/** What went wrong, by the code of Node, OpenSSL or undici, as a sentence about `at`. */
const sentences: Record<string, (at: string) => string> = {
  ECONNREFUSED: (at) => `connection refused by ${at}`,
  ENOTFOUND: (at) => `the name in ${at} is not found: check how it is written, and this machine's DNS`,
  EAI_AGAIN: (at) => `the name in ${at} could not be looked up: this machine's DNS server does not answer`,
  ENETUNREACH: (at) => `no route to ${at}: this machine has no network of that kind now`,
  EHOSTUNREACH: (at) => `no route to ${at}`,
  EADDRNOTAVAIL: (at) => `no route to ${at}: this machine has no address of that kind now`,
  ETIMEDOUT: (at) => `no connection to ${at}: nothing answers there`,
  UND_ERR_CONNECT_TIMEOUT: (at) => `no connection to ${at}: nothing answers there`,
  ECONNRESET: (at) => `${at} closed the connection before a whole answer came`,
  EPIPE: (at) => `${at} closed the connection before a whole answer came`,
  UND_ERR_SOCKET: (at) => `${at} closed the connection before a whole answer came`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: (at) => `the answer of ${at} is shorter or longer than it says`,
  UND_ERR_HEADERS_OVERFLOW: (at) => `the answer of ${at} has too many headers`,
  HPE_HEADER_OVERFLOW: (at) => `the answer of ${at} has too many headers`,
  UND_ERR_INVALID_ARG: (at) => `the request to ${at} has a character in it that HTTP does not allow`,
  UND_ERR_PRX_CONN: () => 'the proxy closed the connection: check endpoints.proxy',
  CERT_HAS_EXPIRED: (at) =>
    `the certificate of ${at} has expired: check this machine's clock, else its owner must renew it`,
  CERT_NOT_YET_VALID: (at) => `the certificate of ${at} is not valid yet: check this machine's clock`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (at) => `the certificate of ${at} is self-signed and not trusted; ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: (at) => `the certificate of ${at} comes from an authority that is not trusted; ${trust}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (at) =>
    `the certificate of ${at} comes from an authority that is not trusted; ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT: (at) => `the certificate of ${at} comes from an authority that is not trusted; ${trust}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (at) =>
    `the certificate of ${at} comes from an authority that is not trusted; ${trust}`,
  ERR_TLS_CERT_ALTNAME_INVALID: (at) =>
    `the certificate of ${at} is for another name: check the address, something may be in between (a captive portal?)`,
};

/** Says for a person why a request failed. Takes nothing from the error but its code, so that no secret gets out. */
export const reasonOf = (error: unknown, url: URL, request: Pick<HttpRequest, 'proxy' | 'family'>): string => {
  const code = codeOf(error);
  const refused = /^Proxy response \((\d{3})\)/.exec(messageOf(error));
  if (refused) return `the proxy refused to connect to ${place(url)} (HTTP ${refused[1]}): check endpoints.proxy`;
  if (/^Proxy Authentication Required/.test(messageOf(error))) return 'the proxy wants a user and password (HTTP 407)';
  const at = request.proxy === undefined ? place(url) : `${place(url)} (over the proxy ${proxyPlace(request.proxy)})`;
  if (code === 'ENOTFOUND' && request.family && request.proxy === undefined) {
    return `the name in ${at} has no ${request.family} address, or this machine's DNS does not know it`;
  }
  const sentence = sentences[code];
  if (sentence) return sentence(at);
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return `the answer of ${at} is not HTTP (${code})`;
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return `no TLS connection to ${at} (${code})`;
  return `the exchange with ${at} failed (${code})`;
};

export const timedOut = (url: URL, timeoutMs: number, connected: boolean): string =>
  connected
    ? `no whole answer from ${place(url)} within ${span(timeoutMs)}`
    : `no connection to ${place(url)} within ${span(timeoutMs)}`;

export const tooLong = (maxBytes: number): string =>
  `answer is longer than ${maxBytes % 1024 === 0 ? `${maxBytes / 1024} KiB` : `${maxBytes} bytes`}`;

function proxyPlace(proxy: string): string {
  return URL.canParse(proxy) ? place(new URL(proxy)) : 'that is configured';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // The wrapper of undici for a proxy's certificate, and Node's for several addresses tried, have the cause inside.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (own !== undefined && own !== 'UND_ERR_PRX_TLS') return own;
  return inner instanceof Error ? codeOf(inner) : (own ?? error.name);
}
