import type { Family } from '../core/observation.ts';
import type { Exec, Http, Network } from '../platform/ports.ts';
import type { Udp } from '../platform/udp-port.ts';

/** What one question to one source came to. */
export type Answer =
  /** The address as the source wrote it; whoever counts the votes reads and checks it. */
  | { kind: 'address'; address: string }
  /** Why there is none, for a person. */
  | { kind: 'none'; reason: string };

/** What sources may use to find out. */
export type DetectPorts = {
  http: Http;
  network: Network;
  exec: Exec;
  /** For the sources that need it: `dns:`, `stun:`, `router`. */
  udp?: Udp;
  /** For one question to one source, milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal;
  userAgent: string;
  /** Asks the provider's main API which address it sees (`tool/hello`). */
  hello?: (family: Family) => Promise<Answer>;
};

/** Somebody who can be asked for the public address. */
export type Source = {
  /** As it is written in the configuration. */
  spec: string;
  kind: string;
  /** Who stands behind it: sources with the same operator are one witness. */
  operator: string;
  /** Keeps `ports.timeoutMs` and `ports.signal`; rejects for a fault of our own only. */
  ask(family: Family, ports: DetectPorts): Promise<Answer>;
};

export type ParsedSource = { kind: 'source'; source: Source } | { kind: 'wrong'; what: string; fix: string };

/** A row of the table of source kinds. */
export type SourceKind = {
  /** What stands before the first colon of the configuration's text. */
  name: string;
  /** Takes the whole text, name included. */
  parse(spec: string, family: Family): ParsedSource;
};
