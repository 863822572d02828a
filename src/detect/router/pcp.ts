import { natPmpPort as pcpPort } from '../codec/natpmp.ts';
import { decodeMapReply, encodeMapRequest, nonceLength } from '../codec/pcp.ts';
import { sendAtMs } from './natpmp.ts';
import type { AskRouter } from './protocol.ts';

/** What servers commonly grant at least (RFC 6887 15): where the give-back is lost, the mapping is gone soon. Seconds. */
const shortLifetime = 120;

/** How long the router has to confirm the give-back; the address is known already. Milliseconds. */
const giveBackMs = 300;

/**
 * PCP tells the external address with a mapping only, so one is made for the discard port, at which nothing listens,
 * and given back at once (RFC 6887 11.6).
 */
export const askPcp: AskRouter = async (gateway, timeoutMs, { udp, signal }, memory) => {
  const nonce = memory.pcpNonce ?? udp.nonce(nonceLength);
  memory.pcpNonce = nonce;
  const map = (lifetime: number, withinMs: number, until?: AbortSignal) =>
    udp.ask({
      family: 'ipv4',
      host: gateway,
      port: pcpPort,
      payload: (client) => encodeMapRequest({ client, nonce, lifetime }),
      sendAtMs: sendAtMs.filter((at) => at < withinMs),
      timeoutMs: withinMs,
      accept: (datagram) => decodeMapReply(datagram, nonce),
      ...(until && { signal: until }),
    });
  const asked = await map(shortLifetime, timeoutMs - giveBackMs, signal);
  const gotMapping = asked.kind === 'answer' && asked.value.kind === 'address';
  // Where the round ended meanwhile the router may have made it all the same.
  if (gotMapping || signal?.aborted) await map(0, giveBackMs);
  if (asked.kind === 'failure') return { kind: 'none', reason: asked.reason };
  const reply = asked.value;
  return reply.kind === 'address' ? reply : { kind: 'none', reason: `the router says that ${reply.reason}` };
};
