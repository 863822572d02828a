import { decodeBindingReply, encodeBindingRequest, transactionIdLength } from './codec/stun.ts';
import { parseHostPort, wrongFamily } from './host-port.ts';
import { operatorOf } from './operators.ts';
import type { Answer, SourceKind } from './source.ts';

const stunPort = 3478;

/** RFC 8489 6.2.1: an RTO of 500 ms that doubles, seven sends; what lies beyond the end of the time is not sent. */
const sendAtMs = [0, 500, 1500, 3500, 7500, 15_500, 31_500];

/** `stun:HOST[:PORT]`: a STUN server tells from which address a datagram came (RFC 8489). */
export const stunKind: SourceKind = {
  name: 'stun',
  parse(spec, family) {
    const server = parseHostPort(spec.slice('stun:'.length), stunPort);
    if (!spec.startsWith('stun:') || server === undefined) {
      return { kind: 'wrong', what: 'names no STUN server', fix: 'write it like stun:stun.example.net:3478' };
    }
    const { host, port } = server;
    return (
      wrongFamily(host, family) ?? {
        kind: 'source',
        source: {
          spec,
          kind: 'stun',
          operator: operatorOf('stun', host, port),
          async ask(wanted, { udp, timeoutMs, signal }): Promise<Answer> {
            if (udp === undefined) return { kind: 'none', reason: 'there is no UDP here' };
            const id = udp.nonce(transactionIdLength);
            const request = encodeBindingRequest(id);
            const asked = await udp.ask({
              host,
              port,
              family: wanted,
              payload: () => request,
              sendAtMs: sendAtMs.filter((at) => at < timeoutMs),
              timeoutMs,
              accept: (datagram) => decodeBindingReply(datagram, id),
              ...(signal && { signal }),
            });
            if (asked.kind === 'failure') return { kind: 'none', reason: asked.reason };
            const reply = asked.value;
            if (reply.kind === 'empty') return { kind: 'none', reason: 'the STUN server answers without an address' };
            if (reply.kind === 'error') {
              return { kind: 'none', reason: `the STUN server refuses: ${`${reply.code} ${reply.reason}`.trim()}` };
            }
            if (reply.family === wanted) return { kind: 'address', address: reply.address };
            return { kind: 'none', reason: `the STUN server answers with an address of ${reply.family}` };
          },
        },
      }
    );
  },
};
