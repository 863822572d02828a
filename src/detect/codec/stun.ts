import type { Family } from '../../core/observation.ts';
import { ipv4Text, ipv6Text } from './octets.ts';

/** STUN Binding, as far as learning one's own address needs it (RFC 8489; MAPPED-ADDRESS for RFC 3489 servers). */

const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const bindingError = 0x0111;
const magicCookie = 0x2112a442;
const headerLength = 20;

/** Bytes of a transaction id. */
export const transactionIdLength = 12;

export type StunReply =
  | {
      kind: 'address';
      family: Family;
      address: string;
      /** Whether it came as XOR-MAPPED-ADDRESS, which no meddling NAT on the way has rewritten (RFC 8489 14.2). */
      xor: boolean;
    }
  | { kind: 'error'; code: number; reason: string }
  /** A reply to this request, with no address in it. */
  | { kind: 'empty' };

export const encodeBindingRequest = (transactionId: Uint8Array): Uint8Array => {
  const message = new Uint8Array(headerLength);
  const fields = view(message);
  fields.setUint16(0, bindingRequest);
  fields.setUint32(4, magicCookie);
  message.set(transactionId, 8);
  return message;
};

/** Reads the reply to the request with this transaction id; undefined where the datagram is not that. */
export const decodeBindingReply = (message: Uint8Array, transactionId: Uint8Array): StunReply | undefined => {
  if (message.length < headerLength) return undefined;
  const fields = view(message);
  const type = fields.getUint16(0);
  if (type !== bindingSuccess && type !== bindingError) return undefined;
  if (fields.getUint32(4) !== magicCookie || fields.getUint16(2) !== message.length - headerLength) return undefined;
  if (!transactionId.every((byte, at) => message[8 + at] === byte)) return undefined;
  const found = attributes(message);
  if (type === bindingError) return readError(found.get(attribute.errorCode));
  // The first four bytes of the key are the cookie, the rest the transaction id: the header's bytes 4 to 20.
  const key = message.subarray(4, headerLength);
  return (
    readAddress(found.get(attribute.xorMappedAddress), key) ??
    // 0x8020 is what it was called in drafts, and some servers still do.
    readAddress(found.get(attribute.xorMappedAddressDraft), key) ??
    readAddress(found.get(attribute.mappedAddress)) ?? { kind: 'empty' }
  );
};

const attribute = { mappedAddress: 0x0001, errorCode: 0x0009, xorMappedAddress: 0x0020, xorMappedAddressDraft: 0x8020 };

/** The first of each attribute (RFC 8489 14: later ones of the same type are ignored); values are padded to 4 bytes. */
function attributes(message: Uint8Array): Map<number, Uint8Array> {
  const fields = view(message);
  const found = new Map<number, Uint8Array>();
  for (let at = headerLength; at + 4 <= message.length; ) {
    const type = fields.getUint16(at);
    const length = fields.getUint16(at + 2);
    if (at + 4 + length > message.length) break;
    if (!found.has(type)) found.set(type, message.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return found;
}

/** RFC 8489 14.1 and, with a key, 14.2. */
function readAddress(value: Uint8Array | undefined, key?: Uint8Array): StunReply | undefined {
  if (value === undefined || value.length < 4) return undefined;
  const masked = value.subarray(4);
  const bytes = key === undefined ? masked : masked.map((byte, at) => byte ^ (key[at] ?? 0));
  const family = value[1] === 1 ? 'ipv4' : value[1] === 2 ? 'ipv6' : undefined;
  const address = family === 'ipv4' ? ipv4Text(bytes) : ipv6Text(bytes);
  if (family === undefined || address === undefined) return undefined;
  return { kind: 'address', family, address, xor: key !== undefined };
}

/** RFC 8489 14.8: the class is the hundreds, then the number, then a phrase in UTF-8. */
function readError(value: Uint8Array | undefined): StunReply {
  if (value === undefined || value.length < 4) return { kind: 'error', code: 0, reason: '' };
  const code = ((value[2] ?? 0) & 0x07) * 100 + (value[3] ?? 0);
  const phrase = new TextDecoder().decode(value.subarray(4, 4 + longestPhrase));
  return { kind: 'error', code, reason: phrase.replace(/\p{C}+/gu, ' ').trim() };
}

/** Of the phrase, as much as a line of a log bears. Bytes. */
const longestPhrase = 120;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
