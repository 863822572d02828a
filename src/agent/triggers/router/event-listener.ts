import { type GenaEvent, readEvent } from '../../../detect/codec/gena.ts';
import { type ServerAction, type ServerRequest, server } from '../../../platform/server.ts';
import type { GatewayWatch } from './gateway-watch.ts';

const maxBytes = 64 * 1024;

export type EventListener = {
  /** Where the router is to send its events: a path that nobody can guess. */
  callback: string;
  /** From now on, and for the event that came before we knew, those of this subscription count. */
  takeFrom(sid: string): void;
  close(): Promise<void>;
};

/**
 * A port on this machine's address on the local network that takes the gateway's events and nobody else's (UPnP Device
 * Architecture 2.0, 4.3.2). Undefined, and said why, where there can be none.
 */
export const listenForEvents = async (watch: GatewayWatch): Promise<EventListener | undefined> => {
  const { gateway, local, udp, hear, say } = watch;
  const path = `/${Buffer.from(udp.nonce(16)).toString('hex')}`;
  let subscription: string | undefined;
  let early: GenaEvent | undefined;
  const take = ({ sid, externalAddress }: GenaEvent): boolean => {
    if (sid !== subscription) return false;
    if (externalAddress !== undefined) hear('event', externalAddress);
    return true;
  };
  const handle = ({ method, path: asked, headers, body, callerAddress }: ServerRequest): ServerAction => {
    if (callerAddress !== gateway || asked !== path) return answer(404);
    if (method !== 'NOTIFY') return answer(405);
    if (body.length > maxBytes) return answer(413);
    const event = readEvent(headers, body.toString('utf8'));
    if (event === undefined) return answer(400);
    // The first event may overtake the answer that names the subscription.
    if (subscription === undefined) early = event;
    else if (!take(event)) return answer(412);
    return answer(200);
  };
  try {
    const listening = await server.start(handle, { host: local, port: 0 });
    return {
      callback: `${listening.url}${path}`,
      takeFrom(sid) {
        subscription = sid;
        if (early !== undefined) take(early);
        early = undefined;
      },
      close: listening.close,
    };
  } catch (error) {
    say(`The router's UPnP events can't be received: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
};

const answer = (status: number): ServerAction => ({ kind: 'answer', status, headers: {}, body: '' });
