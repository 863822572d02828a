import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForeign } from '../../../src/config/foreign/read.ts';

const ddclient = `# Configuration file for ddclient
daemon=600            # check every 600 seconds
use=web, web=dyndns
protocol=dondominio, \\
login=alice, \\
password='s3cr et#x' \\
home.example.com,nas.example.com

protocol=dyndns2
server=members.dyndns.org
login=bob
password=other
bob.dyndns.org
`;
const inadyn = `# In-A-Dyn v2.0 configuration file format
period = 300
user-agent = Mozilla/5.0
custom dondominio {
    ssl         = true
    username    = alice        // the DonDNS user
    password    = "s3cr et\\"x"
    ddns-server = dondns.dondominio.com
    ddns-path   = "/plain/?user=%u&password=%p&host=%h&ip=%i"
    ddns-response = { "OK" }
    hostname    = { home.example.com, "nas.example.com" }
}
provider freedns.afraid.org { username = x  password = y  hostname = z.example.org }
`;
const ddnsUpdater = JSON.stringify({
  settings: [
    {
      provider: 'dondominio',
      domain: 'example.com',
      owner: '@,home',
      name: 'n',
      username: 'alice',
      key: 'k',
      ip_version: 'ipv4',
    },
    { provider: 'dondominio', domain: 'nas.example.com', username: 'alice', password: 'k' },
    { provider: 'cloudflare', domain: 'example.org', owner: 'www', key: 'q' },
    { provider: 'dondominio', domain: 'six.example.com', username: 'alice', key: 'k', ip_version: 'ipv6' },
  ],
});
const dondomcli = 'DDUSER="alice"\nDDPASSWORD=\'k\'\nDDHOST=home.example.com # the house\n';

describe('another client', () => {
  it("ddclient's file: continuation lines, quotes, comments, globals; other providers are left out and named", () => {
    expect(readForeign(ddclient)).toMatchObject({
      kind: 'imported',
      client: 'ddclient',
      user: 'alice',
      key: 's3cr et#x',
      hosts: ['home.example.com', 'nas.example.com'],
      every: '600s',
    });
    const read = readForeign(ddclient);
    expect(read.kind === 'imported' && read.notes.join('\n')).toMatch(/bob\.dyndns\.org.*dyndns2[\s\S]*use=/);
  });
  it("inadyn's file: sections, lists, escapes, both kinds of comments", () => {
    expect(readForeign(inadyn)).toMatchObject({
      client: 'inadyn',
      user: 'alice',
      key: 's3cr et"x',
      hosts: ['home.example.com', 'nas.example.com'],
      every: '300s',
      notes: [expect.stringContaining('freedns.afraid.org')],
    });
  });
  it("ddns-updater's file: owners, whole names, and IPv6 is said to be left out", () => {
    expect(readForeign(ddnsUpdater)).toMatchObject({
      client: 'ddns-updater',
      user: 'alice',
      key: 'k',
      hosts: ['example.com', 'home.example.com', 'nas.example.com'],
      notes: [expect.stringContaining('cloudflare'), expect.stringContaining('six.example.com')],
    });
  });
  it("the provider's own script", () => {
    expect(readForeign(dondomcli)).toMatchObject({ user: 'alice', key: 'k', hosts: ['home.example.com'], notes: [] });
  });
  it('hosts of a second user are named, and left out', () => {
    const two = 'protocol=dondominio\nlogin=a password=k1 one.example.com\nlogin=b password=k2 two.example.com\n';
    expect(readForeign(two)).toMatchObject({
      user: 'a',
      hosts: ['one.example.com'],
      notes: [expect.stringMatching(/two\.example\.com.*another user \(b\)/)],
    });
  });
  it.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['JSON of something else', '{"a": 1}'],
    ['a file without this provider', 'protocol=dyndns2\nlogin=a\npassword=k\nx.example.com\n'],
    ['a file without a key', 'protocol=dondominio\nlogin=a\nhome.example.com\n'],
    ['a name that is none', 'protocol=dondominio\nlogin=a\npassword=k\nhome..com\n'],
  ])('%s is refused with what to do', (_, text) => {
    expect(readForeign(text)).toEqual({ kind: 'wrong', what: expect.any(String), fix: expect.stringMatching(/./) });
  });
  it('never throws, and tells no key', () => {
    const lines = fc.constantFrom(
      'protocol=dondominio',
      'login=a',
      "password='S3CRET'",
      'custom dondominio {',
      '}',
      'x = {',
      'hostname = a..b',
      'h.example.com',
      'DDUSER="a"',
      '{"settings": [',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(lines, fc.string()), { maxLength: 12 }), (parts) => {
        const read = readForeign(parts.join('\n'));
        const told = read.kind === 'wrong' ? `${read.what} ${read.fix}` : read.notes.join(' ');
        expect(told).not.toContain('S3CRET');
      }),
    );
  });
});
