import { decodeAddressReply, encodeAddressRequest, natPmpPort } from '../codec/natpmp.ts';
import type { AskRouter } from './protocol.ts';

/** RFC 6886 3.1: 250 ms, doubled each time, nine sends; what lies beyond the end of the time is not sent. */
export const sendAtMs = [0, 250, 750, 1750, 3750, 7750, 15_750, 31_750, 63_750];

/** One packet on the local network, and nothing changes on the router. */
export const askNatPmp: AskRouter = async (gateway, timeoutMs, { udp, signal }) => {
  const request = encodeAddressRequest();
  const asked = await udp.ask({
    family: 'ipv4',
    host: gateway,
    port: natPmpPort,
    payload: () => request,
    sendAtMs: sendAtMs.filter((at) => at < timeoutMs),
    timeoutMs,
    accept: decodeAddressReply,
    ...(signal && { signal }),
  });
  if (asked.kind === 'failure') return { kind: 'none', reason: asked.reason };
  const reply = asked.value;
  return reply.kind === 'address' ? reply : { kind: 'none', reason: `the router says that ${reply.reason}` };
};
