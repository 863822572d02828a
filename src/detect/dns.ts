import { parseAddress } from '../core/address.ts';
import type { Family } from '../core/observation.ts';
import type { Asked } from '../platform/udp-port.ts';
import {
  type DnsQuestion,
  type DnsReply,
  decodeFromTcp,
  decodeReply,
  encodeForTcp,
  encodeQuery,
  rcodeMeaning,
  recordClasses,
  recordTypes,
  repliesTo,
  valuesFor,
} from './codec/dns.ts';
import { wellKnownDns } from './dns-services.ts';
import { type HostPort, parseHostPort } from './host-port.ts';
import { operatorOf } from './operators.ts';
import type { Answer, DetectPorts, ParsedSource, SourceKind } from './source.ts';

const dnsPort = 53;
/** A TCP answer can have 64 KiB by its two bytes of length (RFC 1035 4.2.2), and so it is capped already. */
const mostTcpBytes = 2 + 0xffff;

const types: Record<string, Omit<DnsQuestion, 'name'>> = {
  A: { type: recordTypes.A, class: recordClasses.IN },
  AAAA: { type: recordTypes.AAAA, class: recordClasses.IN },
  TXT: { type: recordTypes.TXT, class: recordClasses.IN },
  'CH-TXT': { type: recordTypes.TXT, class: recordClasses.CH },
};

/** `dns:opendns` and the like, and `dns:NAME/TYPE@SERVER[:PORT]`: a name server that answers who asked. */
export const dnsKind: SourceKind = {
  name: 'dns',
  parse(spec, family) {
    const known = Object.hasOwn(wellKnownDns, spec.slice(4)) ? wellKnownDns[spec.slice(4)] : undefined;
    if (known)
      return source(spec, known.operator, { ...known[family], port: dnsPort }, known[family].name, known[family].type);
    const [, name, type = '', server = ''] = /^dns:([^/@\s]+)\/([a-z-]+)@(\S+)$/i.exec(spec) ?? [];
    const at = parseHostPort(server, dnsPort);
    if (name === undefined || at === undefined) {
      const names = Object.keys(wellKnownDns).map((each) => `dns:${each}`);
      return {
        kind: 'wrong',
        what: 'does not say what to ask of which name server',
        fix: `write ${names.join(', ')}, or dns:NAME/TYPE@SERVER like dns:myip.example.net/A@192.0.2.53`,
      };
    }
    return wrongType(type, family) ?? source(spec, operatorOf('dns', at.host, at.port), at, name, type);
  },
};

function wrongType(type: string, family: Family): ParsedSource | undefined {
  const known = type.toUpperCase();
  if (!Object.hasOwn(types, known)) {
    return {
      kind: 'wrong',
      what: `asks for ${type}`,
      fix: `write one of ${Object.keys(types).join(', ')} after the name`,
    };
  }
  if (known !== (family === 'ipv4' ? 'AAAA' : 'A')) return undefined;
  return {
    kind: 'wrong',
    what: `asks for ${known}, which has no ${family} address in it`,
    fix: `write ${family === 'ipv4' ? 'A' : 'AAAA'}, or move it to detect.${family === 'ipv4' ? 'ipv6' : 'ipv4'}`,
  };
}

function source(spec: string, operator: string, server: HostPort, name: string, type: string): ParsedSource {
  const question = { name, ...(types[type.toUpperCase()] as Omit<DnsQuestion, 'name'>) };
  if (encodeQuery(0, question) === undefined) {
    return { kind: 'wrong', what: `asks for ${name}, which is no name that DNS can hold`, fix: 'correct the name' };
  }
  return {
    kind: 'source',
    source: { spec, kind: 'dns', operator, ask: (family, ports) => ask(server, question, family, ports) },
  };
}

async function ask(server: HostPort, question: DnsQuestion, family: Family, ports: DetectPorts): Promise<Answer> {
  const { udp, timeoutMs, signal } = ports;
  if (udp === undefined) return { kind: 'none', reason: 'there is no UDP here' };
  const [high = 0, low = 0] = udp.nonce(2);
  const id = (high << 8) | low;
  const query = encodeQuery(id, question) as Uint8Array;
  const read = (message: Uint8Array): DnsReply | undefined => {
    const reply = decodeReply(message);
    return reply && repliesTo(reply, id, question) ? reply : undefined;
  };
  // A server's literal address says over which family it is asked.
  const over = parseAddress(server.host)?.family ?? family;
  const to = { ...server, family: over, ...(signal && { signal }) };
  const asked = await udp.ask({
    ...to,
    payload: () => query,
    // One retry, late enough for a slow server and early enough to leave it as much time again.
    sendAtMs: [0, timeoutMs * 0.4],
    timeoutMs,
    accept: read,
  });
  if (asked.kind === 'failure' || !asked.value.truncated) return answer(asked, question, family);
  const whole = await udp.askOverTcp({
    ...to,
    payload: encodeForTcp(query),
    timeoutMs: timeoutMs - asked.tookMs,
    maxBytes: mostTcpBytes,
    accept: (received) => {
      const message = decodeFromTcp(received);
      // A whole message that is not our reply ends the exchange as well: nothing better comes on this connection.
      return message && { reply: read(message) };
    },
  });
  if (whole.kind === 'failure') return answer(whole, question, family);
  const { reply } = whole.value;
  if (reply === undefined) return { kind: 'none', reason: 'the answer over TCP is not one to the question' };
  return answer({ ...whole, value: reply }, question, family);
}

function answer(asked: Asked<DnsReply>, question: DnsQuestion, family: Family): Answer {
  if (asked.kind === 'failure') return { kind: 'none', reason: asked.reason };
  const { rcode } = asked.value;
  if (rcode !== 0) return { kind: 'none', reason: `the name server says ${rcodeMeaning(rcode)}` };
  const values = valuesFor(asked.value, question);
  // A TXT record may have words around the address, or be about something else.
  const address = values
    .flatMap((value) => value.split(/[\s"',;=]+/))
    .find((word) => parseAddress(word)?.family === family);
  if (address !== undefined) return { kind: 'address', address };
  const what = values.length === 0 ? 'no such record' : `no ${family} address in its ${values.length} records`;
  return { kind: 'none', reason: `the name server answers with ${what}` };
}
