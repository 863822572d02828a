import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSubject } from '../../src/sandbox/csr.ts';

const element = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]), content]);
};
const pem = (der: Buffer, word = '') =>
  `-----BEGIN ${word}CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END ${word}CERTIFICATE REQUEST-----\n`;
const request = (value: Buffer) =>
  element(
    0x30,
    element(0x30, element(0x02, '\0'), element(0x30, element(0x31, element(0x30, element(0x06, 'U\x04\x03'), value)))),
  );

describe('the subject of a certificate request', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', element(0x0c, 'viñedo.com'), 'viñedo.com'],
    ['a printable text', element(0x13, 'a.com'), 'a.com'],
    ['a long text', element(0x0c, 'a'.repeat(300)), 'a'.repeat(300)],
    ['Latin', element(0x14, Buffer.from('ñ', 'latin1')), 'ñ'],
    ['two octets a letter', element(0x1e, Buffer.from([0, 0xf1])), 'ñ'],
  ])('is read from %s', (_, value, text) => {
    expect(readSubject(pem(request(value)))).toMatchObject({ commonName: text, countryName: '' });
    expect(readSubject(pem(request(value), 'NEW '))).toMatchObject({ commonName: text });
  });

  it('is missing where bytes are no request, and nothing throws', () => {
    const right = request(element(0x0c, 'a.com'));
    for (let length = 0; length < right.length; length += 1) {
      expect(readSubject(pem(right.subarray(0, length)))).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(right.length - 1), fc.nat(255), (bytes, at, octet) => {
        readSubject(pem(Buffer.from(bytes)));
        const spoilt = Buffer.from(right);
        spoilt[at] = octet;
        readSubject(pem(spoilt));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => readSubject(text) === undefined));
  });
});
