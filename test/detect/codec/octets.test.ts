import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAddress } from '../../../src/core/address.ts';
import { ipv4Text, ipv6Text, mappedBytes, unmappedText } from '../../../src/detect/codec/octets.ts';

it('writes IPv6 addresses in the form of RFC 5952, which is the one that addresses are compared in', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const text = ipv6Text(Uint8Array.from(groups.flatMap((value) => [value >> 8, value & 0xff]))) ?? '';
      const long = groups.map((value) => value.toString(16)).join(':');
      // An IPv4-mapped address is none for the core, which is as it should be.
      expect(parseAddress(text)?.text).toBe(parseAddress(long)?.text);
      if (parseAddress(text)) expect(parseAddress(text)?.text).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

it('brings an IPv4 address back out of its mapped form', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => unmappedText(mappedBytes(address)) === address));
});

it('takes no other number of bytes', () => {
  expect([ipv4Text(new Uint8Array(3)), ipv6Text(new Uint8Array(15)), unmappedText(new Uint8Array(4))]).toEqual(
    Array(3).fill(undefined),
  );
});
