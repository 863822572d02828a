import type { HttpResult } from '../../platform/ports.ts';
import { type ConnectionService, connectionServicesIn, isOnHost } from '../codec/igd.ts';
import { decodeAddressResult, encodeAddressAction } from '../codec/soap.ts';
import { decodeSearchReply, encodeSearch, gatewayDevices, ssdp } from '../codec/ssdp.ts';
import type { AskRouter, RouterPorts } from './protocol.ts';

/** A service of the gateway that tells the external address, with its page for events where it has one. */
export type UpnpService = ConnectionService;

const maxBytes = 64 * 1024;

/** Both versions are searched for, three times: datagrams get lost, and a router may take a second to answer. */
const searchAtMs = [0, 0, 300, 300, 1000, 1000];
const answerWithinSeconds = 1;

/** Asks the service that is remembered, or searches for one and remembers it. */
export const askUpnp: AskRouter = async (gateway, timeoutMs, ports, memory) => {
  const known = memory.upnpService;
  if (known !== undefined) {
    const answer = await externalAddress(known, timeoutMs / 2, ports);
    if (answer.kind === 'address') return answer;
    // The router may have restarted on another port: search again.
    delete memory.upnpService;
  }
  const leftMs = known === undefined ? timeoutMs : timeoutMs / 2;
  const found = await findServices(gateway, leftMs * 0.6, ports);
  if (found.kind === 'none') return found;
  let reason = 'its description names no service that knows the external address';
  for (const service of found.services) {
    const answer = await externalAddress(service, (leftMs * 0.4) / found.services.length, ports);
    if (answer.kind === 'address') {
      memory.upnpService = service;
      return answer;
    }
    reason = answer.reason;
  }
  return { kind: 'none', reason };
};

/** The gateway's connection services, the better first; there may be none of them in its description. */
export const findServices = async (
  gateway: string,
  timeoutMs: number,
  ports: RouterPorts,
): Promise<{ kind: 'found'; services: UpnpService[] } | { kind: 'none'; reason: string }> => {
  const { http, udp, userAgent, signal } = ports;
  const asked = await udp.ask({
    family: 'ipv4',
    host: ssdp.group,
    port: ssdp.port,
    // Some routers answer what is sent to themselves alone, some what is sent to the group alone.
    alsoTo: [gateway],
    towards: gateway,
    fromAnywhere: true,
    payload: (_, nth) => encodeSearch(gatewayDevices[nth % 2 === 0 ? 0 : 1], answerWithinSeconds, userAgent),
    sendAtMs: searchAtMs,
    timeoutMs: timeoutMs / 2,
    // Whoever answers on the network could send us to any page: the gateway alone is believed, about itself alone.
    accept: (datagram, from) => {
      const reply = from.address === gateway ? decodeSearchReply(datagram) : undefined;
      return reply && isOnHost(reply.location, gateway) ? reply.location : undefined;
    },
    ...(signal && { signal }),
  });
  if (asked.kind === 'failure') return { kind: 'none', reason: `the router answers no UPnP search (${asked.reason})` };
  const location = asked.value;
  const description = await http.send({
    method: 'GET',
    url: location,
    headers: { 'user-agent': userAgent },
    timeoutMs: timeoutMs / 2,
    maxBytes,
    family: 'ipv4',
    ...(signal && { signal }),
  });
  const failed = whyNoPage(description);
  if (failed !== undefined) return { kind: 'none', reason: `the router's UPnP description: ${failed}` };
  return { kind: 'found', services: connectionServicesIn((description as { body: string }).body, location) };
};

async function externalAddress(
  service: UpnpService,
  timeoutMs: number,
  { http, userAgent, signal }: RouterPorts,
): ReturnType<AskRouter> {
  const action = encodeAddressAction(service.type);
  const result = await http.send({
    method: 'POST',
    url: service.controlUrl,
    headers: { ...action.headers, 'user-agent': userAgent },
    body: action.body,
    timeoutMs,
    maxBytes,
    family: 'ipv4',
    ...(signal && { signal }),
  });
  if (result.kind === 'failure') return { kind: 'none', reason: result.reason };
  const reply = decodeAddressResult(result.body);
  // A fault comes with status 500 and says more than the status.
  if (reply.kind === 'error') {
    return { kind: 'none', reason: `asked for its external address over UPnP, the router answers: ${reply.reason}` };
  }
  return result.status === 200 ? reply : { kind: 'none', reason: `the router answers with HTTP ${result.status}` };
}

const whyNoPage = (result: HttpResult): string | undefined => {
  if (result.kind === 'failure') return result.reason;
  return result.status === 200 ? undefined : `HTTP ${result.status}`;
};
