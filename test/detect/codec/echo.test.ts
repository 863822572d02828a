import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstAddress, readEcho } from '../../../src/detect/codec/echo.ts';
import { visibleText } from '../../../src/detect/codec/html.ts';

const page = (body: string, type = 'text/plain', status = 200) => ({ status, headers: { 'content-type': type }, body });
const trace = 'fl=1f1\nh=1.1.1.1\nip=203.0.113.7\nts=1700000000.123\nuag=Mozilla/5.0 Chrome/120.0.0.0\ncolo=MAD\n';

describe('readEcho', () => {
  it.each<[string, string, string, string]>([
    ['an address alone', 'text/plain', '203.0.113.7', '203.0.113.7'],
    ['an address and a line end', 'text/plain', '203.0.113.7\r\n', '203.0.113.7'],
    ['a sentence', 'text/plain', 'You come from 203.0.113.7.', '203.0.113.7'],
    [
      'the page of DynDNS',
      'text/html',
      '<html><head><title>Current IP Check</title></head><body>Current IP Address: 203.0.113.7</body></html>',
      '203.0.113.7',
    ],
    [
      'HTML that calls itself plain text',
      'text/plain',
      '\n<!doctype html><p title="9.9.9.9">203.0.113.7</p>',
      '203.0.113.7',
    ],
    [
      'HTML with addresses in attributes, scripts, styles and comments',
      'text/html',
      '<a href="http://9.9.9.1/" title="9.9.9.2"><script>var a = "9.9.9.3" < 1;</script><style>/*9.9.9.4*/</style><!-- 9.9.9.5 > -->203.0.113.7',
      '203.0.113.7',
    ],
    ['JSON', 'application/json', '{"ip":"203.0.113.7"}', '203.0.113.7'],
    ['JSON with blanks', 'application/json', '{ "origin" : "203.0.113.7" }', '203.0.113.7'],
    [
      'JSON that names its server first',
      'application/json',
      '{"server":"9.9.9.9","client_ip":"203.0.113.7"}',
      '203.0.113.7',
    ],
    ["Cloudflare's trace, which names its host first", 'text/plain', trace, '203.0.113.7'],
    ['a label without a blank', 'text/plain', 'IP:203.0.113.7', '203.0.113.7'],
    ['an address with its port', 'text/plain', '203.0.113.7:51234', '203.0.113.7'],
    ['what a dual-stack server sees of IPv4', 'text/plain', '::ffff:203.0.113.7', '203.0.113.7'],
    ['two addresses: the first', 'text/plain', '203.0.113.7 198.51.100.9', '203.0.113.7'],
    ['the other family before it', 'text/plain', '2001:db8::7, 203.0.113.7', '203.0.113.7'],
  ])('ipv4: %s', (_, type, body, address) => {
    expect(readEcho(page(body, type), 'ipv4')).toEqual({ kind: 'address', address });
  });

  it.each<[string, string, string]>([
    ['an address alone', '2001:DB8:0::7\n', '2001:db8::7'],
    ['JSON', '{"ip":"2001:db8::7"}', '2001:db8::7'],
    ['key=value', 'h=[2606:4700::1]\nip=2001:db8::7\n', '2001:db8::7'],
    ['a label without a blank', 'IPv6:2001:db8::7', '2001:db8::7'],
    ['brackets and a port', '[2001:db8::7]:51234', '2001:db8::7'],
    ['the other family before it', '203.0.113.7 2001:db8::7', '2001:db8::7'],
    ['a time before it', 'at 12:34:56 you were 2001:db8::7', '2001:db8::7'],
  ])('ipv6: %s', (_, body, address) => {
    expect(readEcho(page(body), 'ipv6')).toEqual({ kind: 'address', address });
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a version number', 'v1.2.3.4'],
    ['a part that is too long', '1.2.3.4567'],
    ['a longer dotted number', '1.2.3.4.5'],
    ['a part above 255', '1.2.3.456'],
    ['a user agent', 'Chrome/120.0.0.0'],
    ["a page's address", 'see http://203.0.113.7/ and 203.0.113.7/24'],
    ['leading zeros', '203.0.113.007'],
    ['a longer name', '203.0.113.7.example.net'],
    ['an address behind NAT64', '64:ff9b::203.0.113.7'],
    ['a tag that does not end', '<p title="203.0.113.7'],
  ])('finds no address in %s', (_, body) => {
    expect(readEcho(page(body), 'ipv4').kind).toBe('none');
  });

  it.each([301, 302, 403, 404, 500, 503])('takes no address from an answer %i', (status) => {
    expect(readEcho(page('203.0.113.7', 'text/plain', status), 'ipv4')).toEqual({
      kind: 'none',
      reason: expect.stringContaining(String(status)),
    });
  });

  it.each<[string, string]>([
    ['scripts that do not end', '<script'.repeat(9000)],
    ['comments that do not end', '<!--'.repeat(16_000)],
    ['open tags', '<'.repeat(65_536)],
    ['dots', '1.'.repeat(32_768)],
    ['colons', ':'.repeat(65_536)],
    ['labels', 'ip='.repeat(21_000)],
    ['addresses of the other family', '::1 '.repeat(16_000)],
    ['quotes', 'ip"'.repeat(21_000)],
  ])('is done with 64 KiB of %s in no time', (_, body) => {
    const started = performance.now();
    expect(readEcho(page(body, 'text/html'), 'ipv4').kind).toBe('none');
    readEcho(page(body), 'ipv4');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('takes any body without throwing', () => {
    const unit = fc.constantFrom(
      '<',
      '>',
      '!--',
      'script',
      '/',
      '1.2.3.4',
      ':',
      '.',
      'ip',
      '=',
      '"',
      ' ',
      'f',
      '\n',
      '[',
      ']',
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit })),
        fc.constantFrom('text/html', 'text/plain'),
        (body, type) => {
          for (const family of ['ipv4', 'ipv6'] as const) readEcho(page(body, type), family);
        },
      ),
    );
  });

  it('finds every address in every form of page', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.constant('2001:db8::7')), (address) => {
        const family = address.includes(':') ? 'ipv6' : 'ipv4';
        for (const body of [address, `ip=${address}\n`, `{"ip":"${address}"}`, `<p>${address}</p>`]) {
          expect(firstAddress(visibleText(body), family)).toBe(address);
        }
      }),
    );
  });
});
