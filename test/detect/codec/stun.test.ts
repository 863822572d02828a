import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBindingReply, encodeBindingRequest } from '../../../src/detect/codec/stun.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));
const id = hex('b7e7a701bc34d686fa87dfae');

/** RFC 5769 2.2 and 2.3, byte for byte, passwords' hashes included. */
const ipv4 = hex(`0101003c 2112a442 b7e7a701bc34d686fa87dfae
  8022000b 74657374 20766563 746f7220 00200008 0001a147 e112a643
  00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7 80280004 c07d4c96`);
const ipv6 = hex(`01010048 2112a442 b7e7a701bc34d686fa87dfae
  8022000b 74657374 20766563 746f7220 00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9
  00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41 80280004 c8fb0b4c`);

const header = (type: string, length: string) => `${type} ${length} 2112a442 b7e7a701bc34d686fa87dfae`;

describe('encodeBindingRequest', () => {
  it('is 20 bytes: type, no attributes, the cookie, the transaction id', () => {
    expect(encodeBindingRequest(id)).toEqual(hex('0001 0000 2112a442 b7e7a701bc34d686fa87dfae'));
  });
});

describe('decodeBindingReply', () => {
  it.each([
    ['the IPv4 response of RFC 5769 2.2', ipv4, { kind: 'address', family: 'ipv4', address: '192.0.2.1', xor: true }],
    [
      'the IPv6 response of RFC 5769 2.3',
      ipv6,
      { kind: 'address', family: 'ipv6', address: '2001:db8:1234:5678:11:2233:4455:6677', xor: true },
    ],
    [
      'MAPPED-ADDRESS alone, as old servers send it',
      hex(`${header('0101', '000c')} 00010008 00018055 c0000201`),
      { kind: 'address', family: 'ipv4', address: '192.0.2.1', xor: false },
    ],
    [
      'XOR-MAPPED-ADDRESS where MAPPED-ADDRESS, rewritten on the way, stands before it',
      hex(`${header('0101', '0018')} 00010008 00018055 0a000001 00200008 0001a147 e112a643`),
      { kind: 'address', family: 'ipv4', address: '192.0.2.1', xor: true },
    ],
    [
      'the first of two',
      hex(`${header('0101', '0018')} 00010008 00018055 c0000201 00010008 00018055 c0000202`),
      { kind: 'address', family: 'ipv4', address: '192.0.2.1', xor: false },
    ],
    ['a success without an address', hex(header('0101', '0000')), { kind: 'empty' }],
    [
      'an address of a family that is not known',
      hex(`${header('0101', '000c')} 00010008 00038055 c0000201`),
      { kind: 'empty' },
    ],
    ['an address that is cut short', hex(`${header('0101', '0008')} 00010004 00018055`), { kind: 'empty' }],
    [
      'an error with its phrase',
      hex(`${header('0111', '0014')} 00090010 00000401 556e6175 74686f72 697a6564`),
      { kind: 'error', code: 401, reason: 'Unauthorized' },
    ],
    ['an error that says nothing', hex(header('0111', '0000')), { kind: 'error', code: 0, reason: '' }],
  ])('reads %s', (_, message, reply) => {
    expect(decodeBindingReply(message, id)).toEqual(reply);
  });

  it.each([
    ['another transaction', ipv4, hex('b7e7a701bc34d686fa87dfaf')],
    ['a request', encodeBindingRequest(id), id],
    ['a reply cut short', ipv4.subarray(0, -4), id],
    ['a reply without the cookie', hex('0101 0000 2112a443 b7e7a701bc34d686fa87dfae'), id],
    ['nothing', new Uint8Array(), id],
  ])('ignores %s', (_, message, transaction) => {
    expect(decodeBindingReply(message, transaction)).toBeUndefined();
  });

  it('neither throws nor hangs on garbage behind a right header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (attributes, success) => {
        const message = new Uint8Array([...encodeBindingRequest(id), ...attributes]);
        message.set([1, success ? 1 : 0x11, attributes.length >> 8, attributes.length & 0xff]);
        expect(decodeBindingReply(message, id)).toBeDefined();
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void decodeBindingReply(bytes, id)));
  });
});
