import { classify, sameAddress } from '../core/address.ts';
import type { Observation } from '../core/observation.ts';
import type { Problem } from '../core/problem.ts';
import type { State } from '../core/state.ts';
import { type RouterAnswer, routerExternalAddress, routerMemory } from '../detect/router.ts';
import type { Session } from './session.ts';

/** Routers answer in milliseconds, but to a search for UPnP within a second, and three ways are tried. */
const patience = 5_000;

/** Asks the default gateway for its external address by whatever it speaks; nothing leaves the local network. */
export const askRouter = (session: Session, signal?: AbortSignal): Promise<RouterAnswer> => {
  const { http, network, udp } = session.platform;
  return routerExternalAddress({
    ...{ http, network, udp, userAgent: session.ports.userAgent, timeoutMs: patience, memory: routerMemory },
    ...(signal && { signal }),
  });
};

/**
 * Compares the router's own external address with the one that the internet sees. Where they differ somebody else
 * translates addresses too, and connections from outside can't reach this network whatever the record says.
 *
 * @param seen undefined where it is not known now
 */
export const natOf = (said: RouterAnswer, seen: string | undefined): Problem | undefined =>
  said.kind === 'address' ? natProblem(said.address, seen) : undefined;

/**
 * Notes in the state what stands between this network and the internet. What the router told its watch, or a source,
 * is enough to know that nothing does; only a suspicion, and a problem that stood, cost a question to the router.
 */
export const noteNat = async (
  session: Session,
  state: State,
  observation: Observation,
  signal: AbortSignal,
): Promise<void> => {
  const seen = observation.kind === 'known' ? observation.address : undefined;
  const { external } = routerMemory;
  const suspect = external !== undefined && natProblem(external, seen) !== undefined;
  if (!suspect && state.nat === null) return;
  const said = await askRouter(session, signal);
  if (signal.aborted) return;
  state.nat = natOf(said, seen) ?? null;
};

/** What the two addresses mean together; undefined where nothing stands in the way. */
export const natProblem = (router: string, seen: string | undefined): Problem | undefined => {
  const where = 'router';
  switch (classify(router)) {
    case 'cgnat':
      return {
        where,
        what: `its external address is ${router}, of carrier-grade NAT (RFC 6598): inbound IPv4 cannot work here, whatever the record says`,
        fix: 'Ask the internet provider for a public IPv4 address, or publish IPv6 (types: [A, AAAA]).',
      };
    case 'private':
      return {
        where,
        what: `its external address is ${router}, a private one: there is another router before it (double NAT), and inbound IPv4 cannot work here until that one forwards too`,
        fix: "Put the first router into bridge mode, or forward the ports on both; where the first one is the provider's own, ask for a public IPv4 address, or publish IPv6 (types: [A, AAAA]).",
      };
    case 'reserved':
      return {
        where,
        what: `its external address is ${router}, one that the internet has no way to (192.0.0.… is DS-Lite, RFC 6333: IPv4 inside of IPv6, shared among customers): inbound IPv4 cannot work here, whatever the record says`,
        fix: 'Ask the internet provider for a public IPv4 address, or publish IPv6 (types: [A, AAAA]).',
      };
    case 'public':
      return seen === undefined || sameAddress(router, seen)
        ? undefined
        : {
            where,
            what: `its external address is ${router}, and the internet sees ${seen}: a VPN, a proxy or a second connection is in between, and inbound IPv4 may not work here`,
            fix: "If the router is right, use 'router' as the source (detect.ipv4: [router]).",
          };
    default:
      return undefined;
  }
};
