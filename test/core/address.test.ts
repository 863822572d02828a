import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, parseAddress, sameAddress, whyNotPublishable } from '../../src/core/address.ts';
import { addressClasses } from '../../src/core/address-classes.ts';

describe('parseAddress', () => {
  it.each([
    ['a plain IPv4 address', '203.0.113.7', 'ipv4', '203.0.113.7'],
    ['the lowest IPv4 address', '0.0.0.0', 'ipv4', '0.0.0.0'],
    ['the highest IPv4 address', '255.255.255.255', 'ipv4', '255.255.255.255'],
    ['capitals and leading zeros of IPv6', '2001:0DB8::00AB', 'ipv6', '2001:db8::ab'],
    ['the longest run of zeros is the one that is cut (RFC 5952 4.2.3)', '2001:0:0:1:0:0:0:1', 'ipv6', '2001:0:0:1::1'],
    ['of two equal runs the first is cut (RFC 5952 4.2.3)', '2001:db8:0:0:1:0:0:1', 'ipv6', '2001:db8::1:0:0:1'],
    ['one group of zeros is not cut (RFC 5952 4.2.2)', '2001:db8::1:1:1:1:1', 'ipv6', '2001:db8:0:1:1:1:1:1'],
    ['all zeros', '0:0:0:0:0:0:0:0', 'ipv6', '::'],
    ['zeros at the end', '1:0:0:0:0:0:0:0', 'ipv6', '1::'],
    ['an IPv6 address with a dotted end', '64:ff9b::192.0.2.1', 'ipv6', '64:ff9b::c000:201'],
  ])('reads %s', (_, text, family, canonical) => {
    expect(parseAddress(text)).toEqual({ family, text: canonical });
  });

  it.each([
    ['nothing', ''],
    ['blanks around it', ' 203.0.113.7'],
    ['a line end', '203.0.113.7\n'],
    ['leading zeros, which some read as octal', '203.0.113.07'],
    ['octal', '0313.0.0161.7'],
    ['hexadecimal', '0xcb007107'],
    ['one number', '3405803783'],
    ['three parts', '203.0.113'],
    ['five parts', '203.0.113.7.1'],
    ['a part above 255', '203.0.113.256'],
    ['a sign', '203.0.113.-7'],
    ['a port', '203.0.113.7:80'],
    ['a prefix length', '203.0.113.0/24'],
    ['a zone', 'fe80::1%eth0'],
    ['brackets', '[2001:db8::1]'],
    ['two cuts', '2001::db8::1'],
    ['a group of five digits', '2001:db8::12345'],
    ['seven groups', '1:2:3:4:5:6:7'],
    ['nine groups', '1:2:3:4:5:6:7:8:9'],
    ['a cut that stands for nothing', '1:2:3:4:5:6:7:8::'],
    ['a lone colon', ':'],
    ['a dotted end with leading zeros', '64:ff9b::192.0.02.1'],
    ['an IPv4-mapped address', '::ffff:203.0.113.7'],
    ['an IPv4-mapped address in hexadecimal', '::ffff:cb00:7107'],
    ['a name', 'localhost'],
    ['digits of another script', '２０３.0.113.7'],
  ])('does not take %s', (_, text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('reads every IPv4 address as it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(parseAddress(text)).toEqual({ family: 'ipv4', text });
      }),
    );
  });

  it('gives one text for all ways to write an IPv6 address, and reads that text as itself', () => {
    const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (numbers) => {
        const long = numbers.map((n) => n.toString(16).toUpperCase().padStart(4, '0')).join(':');
        const short = numbers.map((n) => n.toString(16)).join(':');
        const address = parseAddress(long);
        expect(parseAddress(short)).toEqual(address);
        if (!address) {
          expect(long).toMatch(/^(0000:){5}FFFF:/);
          return;
        }
        expect(parseAddress(address.text)).toEqual(address);
        // The URL standard writes IPv6 addresses after RFC 5952 too.
        expect(new URL(`http://[${long}]/`).hostname).toBe(`[${address.text}]`);
      }),
    );
  });

  it('takes any text without throwing', () => {
    const alphabet = fc.string({ unit: fc.constantFrom(...'0123456789abcdefxF.:%/[] '), maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), alphabet), (text) => {
        const address = parseAddress(text);
        expect(classify(text) === 'invalid').toBe(address === undefined);
        if (address) expect(parseAddress(address.text)).toEqual(address);
      }),
    );
  });
});

describe('sameAddress', () => {
  it('compares what is meant, not how it is written', () => {
    expect(sameAddress('2001:DB8::0:1', '2001:db8:0::1')).toBe(true);
    expect(sameAddress('203.0.113.7', '203.0.113.8')).toBe(false);
  });
  it('says that no address is the same as nothing', () => expect(sameAddress('', '')).toBe(false));
});

describe('classify', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'reserved'],
    ['10.255.255.255', 'private'],
    ['11.0.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.64.0.0', 'cgnat'],
    ['100.127.255.255', 'cgnat'],
    ['100.128.0.0', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.1.1', 'link-local'],
    ['172.15.255.255', 'public'],
    ['172.16.0.1', 'private'],
    ['172.32.0.0', 'public'],
    ['192.0.0.8', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', 'translation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.20.0.0', 'public'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.7', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['1.1.1.1', 'public'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::192.0.2.1', 'reserved'],
    ['100::1', 'reserved'],
    ['64:ff9b::1.1.1.1', 'translation'],
    ['64:ff9b:1::1', 'translation'],
    ['2001::1', 'translation'],
    ['2001:2::1', 'benchmarking'],
    ['2001:2:1::1', 'reserved'],
    ['2001:20::1', 'reserved'],
    ['2001:200::1', 'public'],
    ['2001:db8::1', 'documentation'],
    ['2002:cb00:7107::1', 'translation'],
    ['3fff::1', 'documentation'],
    ['3fff:1000::1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['4000::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['fc00::1', 'unique-local'],
    ['fd12:3456:789a::1', 'unique-local'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'reserved'],
    ['ff02::1', 'multicast'],
    ['no address', 'invalid'],
  ])('says that %s is %s', (text, is) => expect(classify(text)).toBe(is));

  it('names a source for every block', () => {
    for (const { blocks } of Object.values(addressClasses))
      for (const [, source] of blocks) expect(source).toMatch(/RFC \d/);
  });
});

describe('whyNotPublishable', () => {
  it.each([
    '0.0.0.0',
    '127.0.0.1',
    '169.254.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '250.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'ff02::1',
    'x',
  ])('never lets %s through', (text) => {
    expect(whyNotPublishable(text, true)).toMatch(/never published$/);
    expect(whyNotPublishable(text, false)).toMatch(/never published$/);
  });
  it.each(['10.0.0.1', '100.64.0.1', '203.0.113.7', '198.18.0.1', '2001:db8::1', '2001:2::1', 'fd00::1'])(
    'lets %s through with allow_private alone',
    (text) => {
      expect(whyNotPublishable(text, true)).toBeUndefined();
      expect(whyNotPublishable(text, false)).toContain('detect.allow_private');
    },
  );
  it.each(['1.1.1.1', '2606:4700:4700::1111'])('lets %s through', (text) => {
    expect(whyNotPublishable(text, false)).toBeUndefined();
  });
});
