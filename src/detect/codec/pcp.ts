import { mappedBytes, unmappedText } from './octets.ts';

/** PCP's MAP, which is how PCP tells the external address, and its ANNOUNCE (RFC 6887 7, 11, 14.1). */

/** Bytes of a mapping nonce. */
export const nonceLength = 12;

export type Mapping = {
  /** This machine's address on the way to the gateway; the server refuses another (RFC 6887 8.1). */
  client: string;
  nonce: Uint8Array;
  /** Seconds; 0 gives the mapping back (RFC 6887 15). */
  lifetime: number;
};

export type PcpReply =
  | { kind: 'address'; address: string; lifetime: number; epoch: number }
  | { kind: 'error'; result: number; reason: string };

const version = 2;
const opcode = { announce: 0, map: 1 };
const replyBit = 0x80;
const headerLength = 24;
const mapLength = 36;
const udpProtocol = 17;
const discardPort = 9;

/**
 * A mapping of UDP port 9, the discard service, at which nothing listens: what RFC 6887 11.6 advises to one who wants
 * the external address alone.
 */
export const encodeMapRequest = ({ client, nonce, lifetime }: Mapping): Uint8Array => {
  const message = new Uint8Array(headerLength + mapLength);
  const fields = view(message);
  message.set([version, opcode.map]);
  fields.setUint32(4, lifetime);
  message.set(mappedBytes(client), 8);
  message.set(nonce, headerLength);
  message[36] = udpProtocol;
  fields.setUint16(40, discardPort);
  // No external port or address is suggested: zero, and the all-zeros IPv4-mapped address (RFC 6887 11.1).
  message.set(mappedBytes('0.0.0.0'), 44);
  return message;
};

/** Reads the reply to a MAP request with this nonce; undefined where the datagram is not that. */
export const decodeMapReply = (message: Uint8Array, nonce: Uint8Array): PcpReply | undefined => {
  if (message.length < 4) return undefined;
  // A server of NAT-PMP alone answers in its own version that it does not know this one (RFC 6886 3.5, RFC 6887 9).
  if (message[0] === 0 && message[1] === (replyBit | opcode.map)) return refusal(1);
  if (message[0] !== version || message[1] !== (replyBit | opcode.map) || message.length < headerLength)
    return undefined;
  const result = message[3] ?? 0;
  const fields = view(message);
  const isOurs = nonce.every((byte, at) => message[headerLength + at] === byte);
  // A server that does not know the version repeats nothing that it did not understand.
  if (!isOurs) return result === 1 ? refusal(result) : undefined;
  if (result !== 0) return refusal(result);
  const address = unmappedText(message.subarray(44, 60));
  if (address === undefined) return undefined;
  return { kind: 'address', address, lifetime: fields.getUint32(4), epoch: fields.getUint32(8) };
};

/** Whether the datagram is an ANNOUNCE from a server: it restarted, or its external address changed (RFC 6887 14.1.2). */
export const isAnnouncement = (message: Uint8Array): boolean =>
  message.length >= headerLength &&
  message[0] === version &&
  message[1] === (replyBit | opcode.announce) &&
  message[3] === 0;

const refusal = (result: number): PcpReply => ({ kind: 'error', result, reason: meaning(result) });

/** RFC 6887 7.4, as it stands after "the router says that". */
const meaning = (result: number): string =>
  [
    'all is well',
    'it does not speak PCP',
    'it does not allow this (PCP is switched off, or the mapping is another program’s)',
    'the request is malformed',
    'it does not know MAP',
    'it does not know an option',
    'an option is malformed',
    'it has no external address now',
    'it is out of resources',
    'it does not map UDP',
    'this machine has used up its mappings',
    'it cannot provide the external address',
    'the request came through another NAT',
    'it does not accept so many peers',
  ][result] ?? `of result ${result}`;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
