import type { Family } from '../core/observation.ts';

/** Time, for those who wait. Everybody else gets `now` as an argument. */
export type Clock = {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** A clock that never jumps, milliseconds. */
  monotonic(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export type HttpRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, milliseconds. */
  timeoutMs: number;
  /** A longer answer is a failure. Bytes, after decompression. */
  maxBytes: number;
  /** Connect over this family only. */
  family?: Family;
  /** Proxy to go through, `http://host:port`; none where absent. */
  proxy?: string;
  /** PEM certificates to trust beside the system's. */
  ca?: string;
  signal?: AbortSignal;
};

/** Redirects are never followed: a 3xx is a response like any other. Header names are in lower case. */
export type HttpResult =
  | { kind: 'response'; status: number; headers: Record<string, string>; body: string }
  | {
      kind: 'failure';
      /** What failed, for a person: `connection refused by 192.0.2.1:443`, `no answer within 10 s`. Never has the URL's query. */
      reason: string;
      /** Whether the request may have reached the server, so that it may have been acted on. */
      sent: boolean;
    };

export type Http = {
  send(request: HttpRequest): Promise<HttpResult>;
  /** Closes idle connections. */
  close(): Promise<void>;
};

/** One address of a network interface. */
export type InterfaceAddress = {
  interface: string;
  family: Family;
  /** Without prefix length or scope. */
  address: string;
  /** Prefix length in bits. */
  prefix: number;
  internal: boolean;
  /** From the kernel where it tells (Linux): `temporary`, `deprecated`, `tentative`, … */
  flags: readonly string[];
};

export type Network = {
  addresses(): Promise<InterfaceAddress[]>;
  /** The default gateway's address, where there is one. */
  gateway(family: Family): Promise<{ address: string; interface: string } | undefined>;
  /** The interface of the default route, which over PPP or a tunnel has no gateway. */
  wayOut(family: Family): Promise<string | undefined>;
};

/** Runs a program without a shell. Output is cut at `maxBytes`. Never rejects. */
export type Exec = (
  path: string,
  args: readonly string[],
  options: { timeoutMs: number; maxBytes: number; signal?: AbortSignal },
) => Promise<{ kind: 'exited'; code: number; stdout: string; stderr: string } | { kind: 'failed'; reason: string }>;
