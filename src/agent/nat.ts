import { classify, sameAddress } from '../core/address.ts';
import type { Problem } from '../core/problem.ts';
import { routerExternalAddress, routerMemory } from '../detect/router.ts';
import type { Session } from './session.ts';

const patience = 2_000;

/**
 * Compares the router's own external address with the one that the internet sees. Where they differ somebody else
 * translates addresses too, and connections from outside can't reach this network whatever the record says.
 */
export const examineNat = async (session: Session, seen: string | undefined): Promise<Problem | undefined> => {
  const { http, network, udp } = session.platform;
  const userAgent = session.ports.userAgent;
  const said = await routerExternalAddress({
    http,
    network,
    udp,
    userAgent,
    timeoutMs: patience,
    memory: routerMemory,
  });
  return said.kind === 'address' ? natProblem(said.address, seen) : undefined;
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
        fix: 'Forward the ports on both routers, or put the first one into bridge mode.',
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
