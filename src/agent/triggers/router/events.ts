import { type GenaRequest, readSubscription, renew, subscribe, unsubscribe } from '../../../detect/codec/gena.ts';
import { findServices } from '../../../detect/router/upnp.ts';
import { routerMemory } from '../../../detect/router.ts';
import { listenForEvents } from './event-listener.ts';
import { type GatewayWatch, lookAgainAfter } from './gateway-watch.ts';

/** A search takes its time: routers are given a second to answer it. Milliseconds. */
const searchWithin = 5_000;
/** A restarted router has forgotten us: so short that a renewal finds that out soon. Seconds. */
const lease = 600;
/** After a subscription was lost. Milliseconds. */
const againAfter = 60_000;
const answerWithin = 3_000;
/** An event may tell the address of before the change, and a change may come before the subscription. Milliseconds. */
const confirmAfter = 1_000;
/** The end of the program waits for it. Milliseconds. */
const giveBackWithin = 1_000;
const maxBytes = 64 * 1024;

/** Has the gateway's UPnP service tell changes of the external address, until the end of the watch. */
export const followEvents = async (watch: GatewayWatch): Promise<void> => {
  const { clock, say, signal } = watch;
  let isSubscriber = false;
  while (!signal.aborted) {
    const url = await findEventUrl(watch);
    if (signal.aborted) return;
    if (url === undefined) say('The router offers no events over UPnP.');
    else if (await followUntilLost(watch, url)) isSubscriber = true;
    await clock.sleep(isSubscriber ? againAfter : lookAgainAfter, signal);
  }
};

/** The service that knows the address, or else one that is to know it (the router may not be connected now). */
const findEventUrl = async (watch: GatewayWatch): Promise<string | undefined> => {
  const answer = await watch.ask('upnp', searchWithin);
  if (answer.kind === 'address') {
    watch.hear('answer', answer.address);
    return routerMemory.upnpService?.eventUrl;
  }
  const found = await findServices(watch.gateway, searchWithin, watch);
  if (found.kind === 'none') return undefined;
  return found.services.find(({ eventUrl }) => eventUrl !== undefined)?.eventUrl;
};

/** Whether there was a subscription. It is given back at the end, and where a renewal failed. */
const followUntilLost = async (watch: GatewayWatch, url: string): Promise<boolean> => {
  const { clock, say, signal, hear } = watch;
  let confirming: Promise<void> | undefined;
  const confirmSoon = (): void => {
    confirming ??= confirm(watch).finally(() => {
      confirming = undefined;
    });
  };
  const listener = await listenForEvents({
    ...watch,
    hear: (by, address) => {
      hear(by, address);
      confirmSoon();
    },
  });
  if (listener === undefined) return false;
  let sid: string | undefined;
  try {
    let granted = await send(watch, url, subscribe(listener.callback, lease), signal);
    if (granted === undefined) say('The router refuses a subscription to its UPnP events.');
    while (granted !== undefined && !signal.aborted) {
      sid = granted.sid;
      listener.takeFrom(sid);
      confirmSoon();
      await clock.sleep(untilRenewal(granted.seconds), signal);
      if (!signal.aborted) granted = await send(watch, url, renew(sid, lease), signal);
    }
  } finally {
    // Its own time: the signal has aborted already.
    if (sid !== undefined) await send(watch, url, unsubscribe(sid), undefined);
    await listener.close();
    await confirming;
  }
  return sid !== undefined;
};

/** Asks for the address, a little later. */
const confirm = async ({ clock, signal, ask, hear }: GatewayWatch): Promise<void> => {
  await clock.sleep(confirmAfter, signal);
  if (signal.aborted) return;
  const answer = await ask('upnp', answerWithin);
  if (answer.kind === 'address') hear('answer', answer.address);
};

/** Half of the time, so that a renewal that is a little late is not too late. Milliseconds. */
const untilRenewal = (seconds = lease): number => Math.min(Math.max(seconds, 20), lease) * 500;

/** Sends a request for events; gives the subscription where the answer has one. */
const send = async (
  { http, userAgent }: GatewayWatch,
  url: string,
  { method, headers }: GenaRequest,
  signal: AbortSignal | undefined,
): Promise<ReturnType<typeof readSubscription>> => {
  const result = await http.send({
    method,
    url,
    headers: { ...headers, 'user-agent': userAgent },
    timeoutMs: signal === undefined ? giveBackWithin : answerWithin,
    maxBytes,
    family: 'ipv4',
    ...(signal && { signal }),
  });
  return result.kind === 'response' && result.status === 200 ? readSubscription(result.headers) : undefined;
};
