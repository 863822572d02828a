import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ServerRequest = {
  method: string;
  /** Without the query. */
  path: string;
  /** Without the question mark; empty where there is none. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The address at the other end of the connection. */
  callerAddress: string;
};

export type ServerAnswer = { status: number; headers: Record<string, string>; body: string };

/** What a handler wants to be done. All but `answer` are the ways in which servers fail, for those who test clients. */
export type ServerAction =
  | ({ kind: 'answer'; delayMs?: number } & ServerAnswer)
  /** Half of the body, then the connection is closed. */
  | ({ kind: 'truncate' } & ServerAnswer)
  /** No answer, ever. */
  | { kind: 'hang' }
  /** The connection is reset without an answer. */
  | { kind: 'reset' }
  /** A body that does not end. */
  | { kind: 'flood' };

/** Never throws: what a handler can't do, it answers. */
export type ServerHandler = (request: ServerRequest) => ServerAction;

export type ListenOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** PEM texts; plain HTTP where absent. */
  tls?: { cert: string; key: string };
};

export type Listening = {
  port: number;
  /** Without a path or a final slash. */
  url: string;
  /** Closes the port and every connection. */
  close(): Promise<void>;
};

/** Rejects with an Error for a person to read where it can't listen: the port is taken, the certificate is none. */
export type ServerPort = { start(handler: ServerHandler, options: ListenOptions): Promise<Listening> };

const maxBodyBytes = 4 * 1024 * 1024;
const floodChunk = Buffer.alloc(65536, 'flood ');
/** A client that reads without a limit is let off here, before it takes the machine down. */
const maxFloodBytes = 1024 * 1024 * 1024;

/** The body; undefined where it is too long. Rejects where the client breaks off. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // The stream is kept on a break, so that the client can still be told why.
  const stream: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const describe = (request: IncomingMessage, body: Buffer): ServerRequest => {
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body,
    callerAddress: request.socket.remoteAddress ?? '',
  };
};

const flood = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  let sent = 0;
  const pour = (): void => {
    while (!response.destroyed && sent < maxFloodBytes) {
      sent += floodChunk.length;
      if (!response.write(floodChunk)) {
        response.once('drain', pour);
        return;
      }
    }
    response.destroy();
  };
  pour();
};

const write = (response: ServerResponse, { status, headers, body }: ServerAnswer): void => {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
};

const truncate = (response: ServerResponse, { status, headers, body }: ServerAnswer): void => {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
};

const act = (action: ServerAction, response: ServerResponse): void => {
  if (action.kind === 'hang') return;
  if (action.kind === 'reset') response.socket?.resetAndDestroy();
  else if (action.kind === 'flood') flood(response);
  else if (action.kind === 'truncate') truncate(response, action);
  else if (!action.delayMs) write(response, action);
  else {
    const timer = setTimeout(() => write(response, action), action.delayMs);
    response.once('close', () => clearTimeout(timer));
  }
};

const serve = async (handler: ServerHandler, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readBody(request);
  if (body) act(handler(describe(request, body)), response);
  else write(response, { status: 413, headers: { connection: 'close' }, body: 'The body is too long.\n' });
};

/** Where a client on this machine finds a server that listens everywhere. */
const reachable = (host: string): string => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return name.includes(':') ? `[${name}]` : name;
};

const listen = (server: Server, { host, port }: ListenOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Node's server is loaded here: the daemon has one only behind a router that tells events. */
const open = (
  options: ListenOptions,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server =>
  options.tls
    ? process.getBuiltinModule('node:https').createServer({ ...options.tls }, listener)
    : process.getBuiltinModule('node:http').createServer(listener);

/** The listening port of this machine. */
export const server: ServerPort = {
  async start(handler, options) {
    const { host, port, tls } = options;
    const failed = (cause: unknown): Error =>
      new Error(`cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    try {
      const opened = open(options, (request, response) => {
        // A client that breaks off is its own affair; the next one is served.
        serve(handler, request, response).catch(() => response.destroy());
      });
      const taken = await listen(opened, options);
      return {
        port: taken,
        url: `${tls ? 'https' : 'http'}://${reachable(host)}:${taken}`,
        close: () =>
          new Promise((resolve) => {
            opened.close(() => resolve());
            opened.closeAllConnections();
          }),
      };
    } catch (cause) {
      throw failed(cause);
    }
  },
};
