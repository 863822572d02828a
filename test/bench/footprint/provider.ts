import { type ServerHandler, type ServerPort, server } from '../../../src/platform/server.ts';
import { sandboxDefaults, startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Certificate } from '../../platform/certificates.ts';

/** The sandbox as provider and as echo, over TLS, and what it was asked. */
export type Provider = {
  /** Host and port. */
  dyndns: string;
  echo: string;
  /** Requests since the start. */
  requests(): number;
  /** Moves the public address to one that it never had, and gives it. */
  move(): Promise<string>;
  /** Whether a host was published at the address. */
  published(address: string): boolean;
  /** Resolves when the address is published; rejects after 20 s. */
  publishing(address: string): Promise<void>;
  close(): Promise<void>;
};

const patience = 20_000;

/** Each answer ends its connection, as the five minutes between two rounds would. */
const hangingUp =
  (handler: ServerHandler): ServerHandler =>
  (request) => {
    const action = handler(request);
    return action.kind === 'answer' ? { ...action, headers: { ...action.headers, connection: 'close' } } : action;
  };

export const startProvider = async (tls: Certificate): Promise<Provider> => {
  const seen = new Set<string>();
  const waiting = new Map<string, () => void>();
  let [requests, moves] = [0, 0];
  let moveTo: ((address: string) => void) | undefined;
  const watched: ServerPort = {
    start: (handler, options) => {
      const answer = hangingUp(handler);
      moveTo = (body) => {
        handler({
          method: 'PUT',
          path: '/',
          query: '',
          headers: {},
          body: Buffer.from(body),
          callerAddress: '127.0.0.1',
        });
      };
      return server.start((request) => {
        requests += 1;
        const address = /[?&]ip=(\d+\.\d+\.\d+\.\d+)/.exec(`?${request.query}&${request.body.toString()}`)?.[1];
        const action = answer(request);
        if (address !== undefined) {
          seen.add(address);
          waiting.get(address)?.();
        }
        return action;
      }, options);
    },
  };
  const sandbox = await startSandbox({ ...sandboxDefaults, tls }, watched, { now: () => Date.now() });
  const place = (url: string): string => new URL(url).host;
  return {
    dyndns: place(sandbox.dyndns),
    echo: place(sandbox.echo),
    requests: () => requests,
    async move() {
      moves += 1;
      const address = `198.18.${moves >> 8}.${moves & 255}`;
      moveTo?.(address);
      return address;
    },
    published: (address) => seen.has(address),
    publishing: (address) =>
      new Promise((resolve, reject) => {
        if (seen.has(address)) {
          resolve();
          return;
        }
        const timer = setTimeout(() => reject(new Error(`${address} is not published after ${patience} ms`)), patience);
        waiting.set(address, () => {
          clearTimeout(timer);
          waiting.delete(address);
          resolve();
        });
      }),
    close: () => sandbox.close(),
  };
};
