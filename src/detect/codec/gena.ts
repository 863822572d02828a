import { parseXml, textOf } from './xml.ts';

/** GENA, by which a UPnP router tells changes (UPnP Device Architecture 2.0, 4.1). */

export type GenaRequest = { method: 'SUBSCRIBE' | 'UNSUBSCRIBE'; headers: Record<string, string> };

/** Asks for events to be sent to `callback`, a URL of this machine, for so many seconds. */
export const subscribe = (callback: string, seconds: number): GenaRequest => ({
  method: 'SUBSCRIBE',
  headers: { callback: `<${callback}>`, nt: 'upnp:event', timeout: `Second-${seconds}` },
});

/** Keeps a subscription; a renewal has no callback and no NT. */
export const renew = (sid: string, seconds: number): GenaRequest => ({
  method: 'SUBSCRIBE',
  headers: { sid, timeout: `Second-${seconds}` },
});

/** Gives a subscription back. */
export const unsubscribe = (sid: string): GenaRequest => ({ method: 'UNSUBSCRIBE', headers: { sid } });

/**
 * The subscription in the answer to `subscribe` or `renew` (header names in lower case); undefined where it is none.
 * `seconds` is undefined for one that never ends, which is to be renewed all the same: routers restart.
 */
export const readSubscription = (headers: Record<string, string>): { sid: string; seconds?: number } | undefined => {
  const sid = headers.sid?.trim();
  if (!sid || sid.length > longestSid || !/^[\x21-\x7e]+$/.test(sid)) return undefined;
  const seconds = Number(/^second-(\d{1,9})$/i.exec(headers.timeout?.trim() ?? '')?.[1]);
  return Number.isNaN(seconds) ? { sid } : { sid, seconds };
};

export type GenaEvent = {
  sid: string;
  /** 0 for the first, which tells the state at the time of subscribing. */
  sequence: number;
  /** As the router wrote it; absent where the event is about something else. */
  externalAddress?: string;
};

/** Reads an event; undefined where the request is none. */
export const readEvent = (headers: Record<string, string>, body: string): GenaEvent | undefined => {
  if (headers.nts?.trim().toLowerCase() !== 'upnp:propchange') return undefined;
  const sid = headers.sid?.trim();
  const sequence = Number(headers.seq?.trim() || Number.NaN);
  const document = parseXml(body);
  if (!sid || !Number.isInteger(sequence) || sequence < 0 || document === undefined) return undefined;
  const externalAddress = textOf(document, 'ExternalIPAddress');
  return externalAddress === undefined ? { sid, sequence } : { sid, sequence, externalAddress };
};

const longestSid = 256;
