import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMapReply, encodeMapRequest, isAnnouncement } from '../../../src/detect/codec/pcp.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));
const nonce = hex('000102030405060708090a0b');
const mapped = (address: string) => `00000000 00000000 0000ffff ${address}`;

const reply = (result: string, external: string, its = '000102030405060708090a0b') =>
  hex(`02 81 00 ${result} 00000078 00000005 000000000000000000000000 ${its} 11 000000 0009 0009 ${external}`);

describe('encodeMapRequest', () => {
  it('maps UDP port 9 for so long (RFC 6887 7.1, 11.1)', () => {
    const request = encodeMapRequest({ client: '192.168.1.2', nonce, lifetime: 120 });
    expect(Buffer.from(request)).toEqual(
      Buffer.from(
        hex(
          `02 01 0000 00000078 ${mapped('c0a80102')} 000102030405060708090a0b 11 000000 0009 0000 ${mapped('00000000')}`,
        ),
      ),
    );
  });
});

describe('decodeMapReply', () => {
  it.each([
    [
      'an IPv4 address',
      reply('00', mapped('c0000201')),
      { kind: 'address', address: '192.0.2.1', lifetime: 120, epoch: 5 },
    ],
    [
      'an IPv6 address',
      reply('00', '20010db8 00000000 00000000 00000007'),
      { kind: 'address', address: '2001:db8::7' },
    ],
    ['a refusal', reply('02', mapped('00000000')), { kind: 'error', result: 2 }],
    ['a router without a connection', reply('07', mapped('00000000')), { kind: 'error', result: 7 }],
    ['a router that speaks NAT-PMP alone', hex('00 81 0001 00000005'), { kind: 'error', result: 1 }],
    ['a version that is not spoken', hex(`02 81 00 01 ${'00'.repeat(20)}`), { kind: 'error', result: 1 }],
  ])('reads %s', (_, message, expected) => {
    expect(decodeMapReply(message, nonce)).toMatchObject(expected);
  });

  it.each([
    ['a reply with another nonce', reply('00', mapped('c0000201'), '000102030405060708090a0c')],
    ['a reply that is cut', reply('00', mapped('c0000201')).subarray(0, -1)],
    ['our own request', encodeMapRequest({ client: '192.168.1.2', nonce, lifetime: 1 })],
    ['an announcement', hex(`02 80 00 00 ${'00'.repeat(20)}`)],
  ])('ignores %s', (_, message) => {
    expect(decodeMapReply(message, nonce)).toBeUndefined();
  });

  it('never throws on garbage', () => {
    const begin = fc.constantFrom([], [2, 0x81, 0, 0], [2, 0x81], [0, 0x81]);
    fc.assert(
      fc.property(begin, fc.uint8Array({ maxLength: 100 }), (start, rest) => {
        const bytes = Uint8Array.from([...start, ...rest]);
        decodeMapReply(bytes, nonce);
        isAnnouncement(bytes);
      }),
    );
  });
});

describe('isAnnouncement', () => {
  it.each([
    [true, 'an ANNOUNCE of a server', `02 80 00 00 00000000 00000001 ${'00'.repeat(12)}`],
    [false, 'an ANNOUNCE of a client', `02 00 00 00 00000000 00000000 ${'00'.repeat(12)}`],
    [false, "NAT-PMP's announcement", '00 80 0000 00000010 c0000201'],
    [false, 'half of one', '02 80 00 00'],
  ])('%s for %s', (is, _, message) => {
    expect(isAnnouncement(hex(message))).toBe(is);
  });
});
