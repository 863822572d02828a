import type { Protocol, RouterAnswer } from '../../../detect/router.ts';
import type { Clock, Http } from '../../../platform/ports.ts';
import type { Udp } from '../../../platform/udp-port.ts';
import type { Hear } from './external-address.ts';

/** One gateway that is watched, and what it is watched with. */
export type GatewayWatch = {
  gateway: string;
  /** This machine's address on the way to the gateway. */
  local: string;
  clock: Clock;
  udp: Udp;
  http: Http;
  userAgent: string;
  /** Asks the gateway by one protocol, within milliseconds. */
  ask(protocol: Protocol, timeoutMs: number): Promise<RouterAnswer>;
  hear: Hear;
  /** What is lacking; said once however often it is found out. */
  say(what: string): void;
  /** The end of the watch. */
  signal: AbortSignal;
};

/** A router that never answered is not asked all the time; it may learn to, and then it is found. Milliseconds. */
export const lookAgainAfter = 30 * 60_000;
