import type { Files } from './files.ts';
import type { Follow } from './follow.ts';
import type { Clock, Exec, Http, Network } from './ports.ts';
import type { Udp } from './udp-port.ts';

export type Signal = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGUSR1';

/** The world, as the program sees it. */
export type Platform = {
  clock: Clock;
  http: Http;
  network: Network;
  exec: Exec;
  follow: Follow;
  udp: Udp;
  files: Files;
  /** A random number in [0, 1). */
  random(): number;
  /** Whether a person reads the standard output. */
  terminal: boolean;
  /** Whether that person wants colours: not with $NO_COLOR (no-color.org), nor on a terminal that knows none. */
  colorful: boolean;
  /** Whether logs go to systemd's journal. */
  journal: boolean;
  out(text: string): void;
  err(text: string): void;
  /** Resolves when all that was written has left the process, or can't. */
  flushed(): Promise<void>;
  /** Calls the handler at each such signal, until the returned function is called. */
  onSignal(name: Signal, handler: () => void): () => void;
  /** For a program that stays: memory counts more than speed. The returned function gives unused memory back. */
  frugal(): () => void;
  cwd(): string;
  uid: number;
  pid: number;
};
