import type { Http } from '../../platform/ports.ts';
import type { Udp } from '../../platform/udp-port.ts';
import type { UpnpService } from './upnp.ts';

/** The three ways of asking a router, in the order in which they are tried: the cheaper and more harmless first. */
export const protocols = ['natpmp', 'pcp', 'upnp'] as const;
export type Protocol = (typeof protocols)[number];

export const protocolNames: Record<Protocol, string> = { natpmp: 'NAT-PMP', pcp: 'PCP', upnp: 'UPnP' };

/** What the router itself says its external address is, as it wrote it: possibly private, possibly `0.0.0.0`. */
export type RouterAnswer =
  | { kind: 'address'; address: string; protocol: Protocol; gateway: string }
  /** Why there is none, for a person, as a whole sentence without a full stop. */
  | { kind: 'none'; reason: string };

export type RouterPorts = { http: Http; udp: Udp; userAgent: string; signal?: AbortSignal };

/** What is remembered between questions, by the process that asks: nothing of it must outlive a change of gateway. */
export type RouterMemory = {
  /** Whose the rest is. */
  gateway?: string;
  /** The protocol that answered last. */
  protocol?: Protocol;
  /** What the gateway said last, whoever asked; absent where it does not tell, or was not asked. */
  external?: string;
  /** PCP knows a mapping's owner by it: with a new one for each question, a lost give-back would lock us out. */
  pcpNonce?: Uint8Array;
  /** Found once by search and description; asked directly after that. */
  upnpService?: UpnpService;
};

/** Asks one gateway by one protocol, within a time. */
export type AskRouter = (
  gateway: string,
  timeoutMs: number,
  ports: RouterPorts,
  memory: RouterMemory,
) => Promise<{ kind: 'address'; address: string } | { kind: 'none'; reason: string }>;
