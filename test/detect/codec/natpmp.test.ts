import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAddressReply, encodeAddressRequest } from '../../../src/detect/codec/natpmp.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

describe('NAT-PMP', () => {
  it('asks with two bytes (RFC 6886 3.2)', () => {
    expect(encodeAddressRequest()).toEqual(Uint8Array.of(0, 0));
  });

  it.each([
    ['an address', '00 80 0000 00000010 c0000201', { kind: 'address', address: '192.0.2.1', epoch: 16 }],
    ['the answer of a router without a connection', '00 80 0003 00000010 00000000', { kind: 'error', result: 3 }],
    ['a refusal without an address', '00 80 0002 00000010', { kind: 'error', result: 2 }],
    ['a result that no RFC knows', '00 80 00ff 00000010', { kind: 'error', result: 255, reason: 'of result 255' }],
    ['the refusal of a server that speaks PCP alone', `02 80 00 01 ${'00'.repeat(20)}`, { kind: 'error', result: 1 }],
  ])('reads %s', (_, message, reply) => {
    expect(decodeAddressReply(hex(message))).toMatchObject(reply);
  });

  it.each([
    ['the reply to a mapping', '00 81 0000 00000010 0009 0009 00000078'],
    ['a request', '0000'],
    ['an address that is cut', '00 80 0000 00000010 c00002'],
    ['nothing', ''],
  ])('ignores %s', (_, message) => {
    expect(decodeAddressReply(hex(message))).toBeUndefined();
  });

  it('never throws on garbage', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void decodeAddressReply(bytes)));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        (bytes) => void decodeAddressReply(Uint8Array.of(0, 128, ...bytes)),
      ),
    );
  });
});
