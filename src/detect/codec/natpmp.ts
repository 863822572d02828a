import { ipv4Text } from './octets.ts';

/** NAT-PMP's question for the external address, and its announcement (RFC 6886 3.2, 3.2.1). */

/** The gateway's port for questions; PCP has the same. */
export const natPmpPort = 5351;
/** Announcements go to this group and port. */
export const announcements = { group: '224.0.0.1', port: 5350 } as const;

export type NatPmpReply =
  | {
      kind: 'address';
      address: string;
      /** Seconds since the gateway lost its state: a smaller one than expected tells a restart (RFC 6886 3.6). */
      epoch: number;
    }
  | { kind: 'error'; result: number; reason: string };

const version = 0;
const externalAddress = 0;
const replyBit = 128;

export const encodeAddressRequest = (): Uint8Array => Uint8Array.of(version, externalAddress);

/** Reads a reply or an announcement, which look the same; undefined where the datagram is neither. */
export const decodeAddressReply = (message: Uint8Array): NatPmpReply | undefined => {
  if (message.length < 4) return undefined;
  const fields = new DataView(message.buffer, message.byteOffset, message.byteLength);
  // A server of PCP alone refuses in its own version, where the result is one byte (RFC 6887 7.2, 9).
  if (message[0] === 2 && message[3] === 1) return { kind: 'error', result: 1, reason: meaning(1) };
  if (message[0] !== version || message[1] !== replyBit + externalAddress) return undefined;
  const result = fields.getUint16(2);
  if (result !== 0) return { kind: 'error', result, reason: meaning(result) };
  const address = ipv4Text(message.subarray(8, 12));
  return address === undefined ? undefined : { kind: 'address', address, epoch: fields.getUint32(4) };
};

/** RFC 6886 3.5, as it stands after "the router says that". */
const meaning = (result: number): string =>
  [
    'all is well',
    'it does not speak NAT-PMP',
    'it does not allow this (NAT-PMP is switched off)',
    'it has no external address now',
    'it is out of resources',
    'it does not know this question',
  ][result] ?? `of result ${result}`;
