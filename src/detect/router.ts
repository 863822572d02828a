import { classify, parseAddress } from '../core/address.ts';
import type { Network } from '../platform/ports.ts';
import { askNatPmp } from './router/natpmp.ts';
import { askPcp } from './router/pcp.ts';
import {
  type AskRouter,
  type Protocol,
  protocolNames,
  protocols,
  type RouterAnswer,
  type RouterMemory,
  type RouterPorts,
} from './router/protocol.ts';
import type { Answer, SourceKind } from './source.ts';

export type { Protocol, RouterAnswer, RouterMemory, RouterPorts } from './router/protocol.ts';

const ways: Record<Protocol, AskRouter> = {
  natpmp: askNatPmp,
  pcp: askPcp,
  // The one that reads XML.
  upnp: async (...asked) => (await import('./router/upnp.ts')).askUpnp(...asked),
};

export type RouterQuestion = RouterPorts & {
  network: Network;
  /** For all of it, milliseconds. */
  timeoutMs: number;
  memory: RouterMemory;
  /** The one protocol to ask by; all of them, the one that answered last first, where absent. */
  only?: Protocol;
};

/** Asks the default gateway for its external IPv4 address and tells what it says, whatever that address is good for. */
export const routerExternalAddress = async (question: RouterQuestion): Promise<RouterAnswer> => {
  const { network, memory, timeoutMs, only, signal } = question;
  const gateway = (await network.gateway('ipv4'))?.address;
  if (gateway === undefined) return { kind: 'none', reason: 'there is no default gateway for IPv4: no network?' };
  if (memory.gateway !== gateway) forget(memory, gateway);
  const shares = only ? [[only, 1] as const] : sharesOfTime(memory.protocol);
  const reasons: string[] = [];
  for (const [protocol, share] of shares) {
    const answer = await ways[protocol](gateway, timeoutMs * share, question, memory);
    if (signal?.aborted) return { kind: 'none', reason: 'stopped before an answer came' };
    if (answer.kind === 'address') {
      if (only === undefined) memory.protocol = protocol;
      memory.external = answer.address;
      return { kind: 'address', address: answer.address, protocol, gateway };
    }
    reasons.push(`${protocolNames[protocol]}: ${answer.reason}`);
  }
  if (only === undefined) delete memory.external;
  return { kind: 'none', reason: `the router ${gateway} did not tell its external address (${reasons.join('; ')})` };
};

/** `router`, and `router:natpmp|pcp|upnp`: the default gateway is asked for its external address. */
export const makeRouterKind = (memory: RouterMemory): SourceKind => ({
  name: 'router',
  parse(spec) {
    const only = protocols.find((protocol) => spec === `router:${protocol}`);
    if (spec !== 'router' && only === undefined) {
      const fix = `write router, or ${protocols.map((each) => `router:${each}`).join(', ')}`;
      return { kind: 'wrong', what: 'names no protocol that routers are asked by', fix };
    }
    return {
      kind: 'source',
      source: {
        spec,
        kind: 'router',
        operator: 'router',
        async ask(family, { http, network, udp, timeoutMs, userAgent, signal }): Promise<Answer> {
          if (family === 'ipv6') return { kind: 'none', reason: 'the router tells only its IPv4 address' };
          if (udp === undefined) return { kind: 'none', reason: 'there is no UDP here' };
          const ports = { http, network, udp, timeoutMs, userAgent, memory };
          return believe(await routerExternalAddress({ ...ports, ...(only && { only }), ...(signal && { signal }) }));
        },
      },
    };
  },
});

/** One memory for the process: what was learnt about the gateway holds for every question to it. */
export const routerMemory: RouterMemory = {};
export const routerKind: SourceKind = makeRouterKind(routerMemory);

/** Takes an address only where it is one that the internet reaches: any other is a finding about the network. */
export const believe = (answer: RouterAnswer): Answer => {
  if (answer.kind === 'none') return answer;
  const { address, protocol } = answer;
  const said = `the router's own external address is ${address}`;
  const none = (why: string): Answer => ({ kind: 'none', reason: `${said} (${why}, by ${protocolNames[protocol]})` });
  if (parseAddress(address)?.family !== 'ipv4') {
    return { kind: 'none', reason: `the router answers by ${protocolNames[protocol]} with no IPv4 address` };
  }
  switch (classify(address)) {
    case 'cgnat':
      return none(
        'carrier-grade NAT: the provider shares its public address among customers, so inbound IPv4 cannot work here',
      );
    case 'private':
      return none(
        'a private address: there is another router before it, so inbound IPv4 cannot work without forwarding there',
      );
    case 'unspecified':
      return none('the router is not connected');
    default:
      return { kind: 'address', address };
  }
};

function forget(memory: RouterMemory, gateway: string): void {
  delete memory.protocol;
  delete memory.external;
  delete memory.pcpNonce;
  delete memory.upnpService;
  memory.gateway = gateway;
}

/** The protocol that answered last has half of the time and the others the rest; without one, UPnP's search has half. */
function sharesOfTime(last: Protocol | undefined): (readonly [Protocol, number])[] {
  if (last === undefined) return protocols.map((each) => [each, each === 'upnp' ? 0.5 : 0.25] as const);
  const others = protocols.filter((each) => each !== last);
  return [[last, 0.5], ...others.map((each) => [each, 0.25] as const)];
}
