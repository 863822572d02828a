import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/core/address.ts';
import { withSuffix } from '../../src/core/suffix.ts';

describe('a suffix', () => {
  it.each([
    [
      'takes the network from the address and the rest from itself',
      '2001:db8:1:2:aaaa::9',
      '::1:2:3:4/64',
      '2001:db8:1:2:1:2:3:4',
    ],
    ['ignores its own bits before the prefix length', '2001:db8:1:2::9', 'ffff::5/64', '2001:db8:1:2::5'],
    ['may cut inside a byte', '2001:db8:1:2ff::', '::f:0:0:0:1/60', '2001:db8:1:2ff::1'],
    ['of a shorter prefix brings its subnet', '2001:db8:1:2200::9', '::33:0:0:0:7/56', '2001:db8:1:2233::7'],
  ])('%s', (_, address, suffix, wanted) => {
    expect(withSuffix(address, suffix)).toBe(wanted);
  });

  it('gives an address for every address and every length', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), (address, bits) => {
        const text = parseAddress(address)?.text;
        if (text === undefined) return;
        expect(parseAddress(withSuffix(text, `::1/${bits}`))?.family).toBe('ipv6');
      }),
    );
  });
});
