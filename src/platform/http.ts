import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import tls from 'node:tls';
import type { Dispatcher } from 'undici';
import { place, reasonOf, timedOut, tooLong } from './http-failure.ts';
import type { Http, HttpRequest, HttpResult } from './ports.ts';

/** Requests to one origin at a time, and the connections that are kept to it: a manner that the provider asks for. */
const connectionsPerOrigin = 2;

/**
 * HTTP over undici. Certificates are always verified, redirects never followed, nothing is decompressed (and no
 * compression is asked for). Connections are reused by requests with the same family, proxy and `ca`.
 */
export const createHttp = (): Http => {
  const dispatchers = new Map<string, Promise<Dispatcher>>();

  const dispatcherFor = (request: HttpRequest): Promise<Dispatcher> => {
    const key = JSON.stringify([request.family, request.proxy, request.ca]);
    const kept = dispatchers.get(key);
    if (kept) return kept;
    const made = createDispatcher(request);
    dispatchers.set(key, made);
    made.catch(() => dispatchers.delete(key));
    return made;
  };

  return {
    async send(request) {
      if (!URL.canParse(request.url)) return { kind: 'failure', reason: 'the address is not a URL', sent: false };
      const url = new URL(request.url);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        return { kind: 'failure', reason: `${url.protocol} is not http: or https:`, sent: false };
      }
      const mismatch = familyMismatch(url, request);
      if (mismatch) return { kind: 'failure', reason: mismatch, sent: false };
      if (request.signal?.aborted) return { kind: 'failure', reason: 'given up', sent: false };
      let dispatcher: Dispatcher;
      try {
        dispatcher = await dispatcherFor(request);
      } catch (error) {
        return { kind: 'failure', reason: reasonOfSetup(error, request), sent: false };
      }
      return exchange(dispatcher, url, request);
    },
    async close() {
      const open = [...dispatchers.values()];
      dispatchers.clear();
      await Promise.all(open.map(async (made) => (await made).destroy().catch(() => undefined)));
    },
  };
};

/** One request and its answer. Settles exactly once, at the latest when the time is over. */
const exchange = (dispatcher: Dispatcher, url: URL, request: HttpRequest): Promise<HttpResult> =>
  new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let status = 0;
    let headers: Record<string, string> = {};
    let length = 0;
    const chunks: Buffer[] = [];

    const finish = (result: HttpResult): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    // undici calls onRequestStart when the connection is there, TLS included, and bytes are about to be written.
    const fail = (reason: string): void => {
      finish({ kind: 'failure', reason, sent: controller !== undefined });
      controller?.abort(new Error(reason));
    };
    const onAbort = (): void => fail('given up');
    const timer = setTimeout(() => fail(timedOut(url, request.timeoutMs, controller !== undefined)), request.timeoutMs);
    request.signal?.addEventListener('abort', onAbort);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (over) started.abort(new Error('given up'));
        else controller = started;
      },
      onResponseStart(_controller, statusCode, received) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = flatten(received);
        const encoding = headers['content-encoding'];
        if (encoding && encoding !== 'identity') fail(`${place(url)} answers compressed, which was not asked for`);
        else if (Number(headers['content-length']) > request.maxBytes) fail(tooLong(request.maxBytes));
      },
      onResponseData(_controller, chunk) {
        length += chunk.length;
        if (length > request.maxBytes) fail(tooLong(request.maxBytes));
        else if (!over) chunks.push(chunk);
      },
      onResponseEnd() {
        const body = Buffer.concat(chunks).toString('utf8');
        // undici frees the connection in the loop's next turn: a request made before would open another one.
        setImmediate(() => setImmediate(finish, { kind: 'response', status, headers, body }));
      },
      onResponseError(_controller, error) {
        fail(reasonOf(error, url, request));
      },
    };
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: { ...request.headers },
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(reasonOf(error, url, request));
    }
  });

/** undici is loaded with the first request: many runs need none. */
async function createDispatcher(request: HttpRequest): Promise<Dispatcher> {
  // OpenSSL passes over what is no certificate without a word; this throws.
  if (request.ca) new X509Certificate(request.ca);
  const connect = {
    // Said in so many words, since NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes the default.
    rejectUnauthorized: true,
    ...(request.family && { family: request.family === 'ipv4' ? 4 : 6 }),
    // One for all connections: each would make its own, outside of the heap, until a collection.
    secureContext: tls.createSecureContext(
      request.ca ? { ca: [...tls.getCACertificates('default'), request.ca] } : undefined,
    ),
  };
  const options = {
    connections: connectionsPerOrigin,
    allowH2: false,
    // The timer of each exchange is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (request.proxy === undefined) {
    const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
    return new Agent({ ...options, connect });
  }
  const { ProxyAgent, Pool } = await loadProxyAgent();
  return new ProxyAgent({
    ...options,
    uri: request.proxy,
    proxyTunnel: false,
    proxyTls: connect,
    requestTls: connect,
    factory: (origin, opts) => new Pool(origin, { ...opts, connections: connectionsPerOrigin }),
  });
}

async function loadProxyAgent() {
  const [{ default: ProxyAgent }, { default: Pool }, { default: Client }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  // It calls the method, which only the package's main file gives to its dispatchers.
  for (const { prototype } of [Client, Pool]) prototype.connect ??= connect;
  return { ProxyAgent, Pool };
}

function familyMismatch(url: URL, request: HttpRequest): string | undefined {
  const version = isIP(url.hostname.replace(/^\[|\]$/g, ''));
  if (version === 0 || request.family === undefined || request.proxy !== undefined) return undefined;
  return `ipv${version}` === request.family ? undefined : `${place(url)} can't be reached over ${request.family}`;
}

function reasonOfSetup(error: unknown, request: HttpRequest): string {
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  if (request.ca) return `the certificates of endpoints.ca_file can't be read: is it PEM?${code}`;
  return request.proxy ? 'endpoints.proxy is not an address that can be used' : `HTTP can't be used here${code}`;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  );
}
