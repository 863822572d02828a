import type { Family } from '../core/observation.ts';

/** Where a datagram came from. */
export type Peer = { address: string; port: number };

/** What came of an exchange, and how long it took in milliseconds. */
export type Asked<T> =
  | { kind: 'answer'; value: T; tookMs: number }
  | { kind: 'failure'; reason: string; tookMs: number };

/** One request to one server, by datagrams, over one family. */
export type Question<T> = {
  family: Family;
  /** A name or an address (IPv6 without brackets, a zone after `%`), or a multicast group. */
  host: string;
  port: number;
  /** Literal addresses that get the same datagrams, where the answer may come from anywhere. */
  alsoTo?: readonly string[];
  /**
   * A literal IPv4 address on whose way multicast leaves this machine, and where answers are waited for; by the system's
   * routes, which may name another interface for multicast, where absent.
   */
  towards?: string;
  /**
   * Makes the datagram that is sent as the nth (from 0). `local` is this machine's address on the way to the server,
   * `0.0.0.0` or `::` where the answer may come from anywhere.
   */
  payload: (local: string, nth: number) => Uint8Array;
  /** When the datagram is sent, milliseconds from the start; the first is usually 0. */
  sendAtMs: readonly number[];
  /** For the whole exchange, milliseconds. */
  timeoutMs: number;
  /** Judges a datagram: a value ends the exchange, undefined ignores a stray one. */
  accept: (data: Uint8Array, from: Peer) => T | undefined;
  /** Without it, what does not come from exactly the address and port asked is dropped before `accept` sees it. */
  fromAnywhere?: boolean;
  signal?: AbortSignal;
};

/** One request over TCP; the answer is whole when `accept` gives a value for the bytes received so far. */
export type TcpQuestion<T> = {
  family: Family;
  host: string;
  port: number;
  payload: Uint8Array;
  timeoutMs: number;
  /** A longer answer is a failure. Bytes. */
  maxBytes: number;
  accept: (received: Uint8Array) => T | undefined;
  signal?: AbortSignal;
};

/** A socket that only hears: announcements to a multicast group, or to a port of this machine. */
export type Listening = {
  family: Family;
  port: number;
  /** Multicast groups to join; `interface` is a local address (IPv4) or `::%name` (IPv6), the system's choice where absent. */
  groups: readonly { group: string; interface?: string }[];
  heard: (data: Uint8Array, from: Peer) => void;
};

/** Datagrams and short exchanges. Nothing here throws or rejects. */
export type Udp = {
  ask<T>(question: Question<T>): Promise<Asked<T>>;
  askOverTcp<T>(question: TcpQuestion<T>): Promise<Asked<T>>;
  /** Hears until `close`; shares the port with other programs that do the same. */
  listen(
    listening: Listening,
  ): Promise<{ kind: 'open'; port: number; close(): void } | { kind: 'failure'; reason: string }>;
  /** Unpredictable bytes, for what tells an answer from a forgery (RFC 5452 9). */
  nonce(length: number): Uint8Array;
};
