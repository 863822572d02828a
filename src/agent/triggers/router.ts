import { decodeAddressReply, encodeAddressRequest, natPmpPort } from '../../detect/codec/natpmp.ts';
import { routerExternalAddress, routerMemory } from '../../detect/router.ts';
import type { Session } from '../session.ts';
import { hearAnnouncements } from './router/announcements.ts';
import { followEvents } from './router/events.ts';
import { rememberAddress } from './router/external-address.ts';
import type { GatewayWatch } from './router/gateway-watch.ts';
import { createNap } from './router/nap.ts';
import { askRegularly } from './router/questions.ts';

/** How often the default route is looked at. The kernel's events start a round sooner; this only moves the watch. */
const lookEvery = 60_000;

export type Bells = {
  /** The default gateway's external IPv4 address changed. */
  onChange(): void;
  /** It told its address for the first time: what was looked for before may be of before a change. */
  onFirst(): void;
};

/**
 * Rings when the default gateway's external IPv4 address changes, and when it is heard for the first time: by its
 * announcements (NAT-PMP, PCP), by its events (UPnP), and by a question every 10 s where it answers NAT-PMP or PCP. Which
 * of them there are is found out; nothing leaves the local network. Never rejects; resolves when the signal aborts and
 * the subscription is given back, at most about a second later.
 */
export const watchRouter = async (session: Session, bells: Bells, signal: AbortSignal): Promise<void> => {
  const { clock } = session.platform;
  const say = sayOnce(session);
  while (!signal.aborted) {
    try {
      const place = await findPlace(session, signal);
      if (place !== undefined) await watchFrom(place, session, bells, say, signal);
      else {
        say('There is no default gateway for IPv4 to watch.');
        await clock.sleep(lookEvery, signal);
      }
    } catch (error) {
      say(`Watching the router failed and begins again: ${error instanceof Error ? error.message : String(error)}`);
      await clock.sleep(lookEvery, signal);
    }
  }
};

/** Watches one gateway until it is another, or our own address on the way to it is. */
const watchFrom = async (
  place: Place,
  session: Session,
  bells: Bells,
  say: (what: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { ports, platform, log } = session;
  const { gateway, local } = place;
  const moved = new AbortController();
  const until = AbortSignal.any([signal, moved.signal]);
  const route = { address: gateway, interface: place.interface };
  const watch: GatewayWatch = {
    ...{ gateway, local, say, udp: platform.udp, http: platform.http, clock: platform.clock, signal: until },
    userAgent: ports.userAgent,
    hear: rememberAddress(
      (address, by) => {
        log.debug(`The router's external address is ${address} now, says its ${by}.`);
        routerMemory.external = address;
        bells.onChange();
      },
      (address) => {
        routerMemory.external = address;
        bells.onFirst();
      },
    ),
    ask: (only, timeoutMs) =>
      routerExternalAddress({
        ...{ http: platform.http, udp: platform.udp, userAgent: ports.userAgent, timeoutMs, only, signal: until },
        // It is known: on some systems a look at the routes starts a program.
        network: { ...platform.network, gateway: async () => route },
        // The source's: PCP refuses a second nonce for the mapping of the first (RFC 6887 11.3).
        memory: routerMemory,
      }),
  };
  const nap = createNap(platform.clock, until);
  // First: a change after the first answer must not go unheard.
  await hearAnnouncements(watch, nap.wake);
  const watching = Promise.all([askRegularly(watch, nap), followEvents(watch)]);
  const stays = async (): Promise<void> => {
    while (!until.aborted) {
      await platform.clock.sleep(lookEvery, until);
      if (!until.aborted && !(await isThereStill(place, session))) return;
    }
  };
  try {
    await Promise.race([stays(), watching]);
  } finally {
    moved.abort();
  }
  await watching;
  // Where another network is next, its gateway may have the same address.
  delete routerMemory.external;
};

type Place = {
  gateway: string;
  interface: string;
  /** This machine's address on the way to the gateway. */
  local: string;
};

const findPlace = async ({ platform }: Session, signal: AbortSignal): Promise<Place | undefined> => {
  const route = await platform.network.gateway('ipv4');
  if (route === undefined) return undefined;
  let local: string | undefined;
  // The socket of a first question knows the address, whether or not an answer comes.
  await platform.udp.ask({
    family: 'ipv4',
    host: route.address,
    port: natPmpPort,
    payload: (from) => {
      local = from;
      return encodeAddressRequest();
    },
    sendAtMs: [0],
    timeoutMs: 500,
    accept: decodeAddressReply,
    signal,
  });
  return local === undefined ? undefined : { gateway: route.address, interface: route.interface, local };
};

const isThereStill = async (place: Place, { platform: { network } }: Session): Promise<boolean> => {
  const route = await network.gateway('ipv4');
  if (route?.address !== place.gateway || route.interface !== place.interface) return false;
  return (await network.addresses()).some(({ address }) => address === place.local);
};

/** What is lacking is worth one line, not one every half hour. */
const sayOnce = ({ log }: Session): ((what: string) => void) => {
  const said = new Set<string>();
  return (what) => {
    if (!said.has(what)) log.debug(what);
    said.add(what);
  };
};
