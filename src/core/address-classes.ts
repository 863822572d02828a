/**
 * What addresses are for, after the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), each block with
 * its source. The first class with a matching block wins, so narrow blocks stand before the wide ones around them.
 */
export type AddressClass =
  | 'unspecified'
  | 'loopback'
  | 'link-local'
  | 'multicast'
  | 'broadcast'
  | 'private'
  | 'cgnat'
  | 'unique-local'
  | 'documentation'
  | 'benchmarking'
  | 'translation'
  | 'reserved'
  | 'public'
  | 'invalid';

type Row = {
  /** As it stands in a sentence: "<meaning> is never published". */
  meaning: string;
  publishable: 'always' | 'when-private-allowed' | 'never';
  /** Blocks in CIDR notation, each with its source. */
  blocks: readonly (readonly [cidr: string, source: string])[];
};

export const addressClasses: Record<AddressClass, Row> = {
  unspecified: {
    meaning: 'the unspecified address',
    publishable: 'never',
    blocks: [
      ['0.0.0.0/32', 'RFC 1122 3.2.1.3'],
      ['::/128', 'RFC 4291 2.5.2'],
    ],
  },
  loopback: {
    meaning: 'a loopback address',
    publishable: 'never',
    blocks: [
      ['127.0.0.0/8', 'RFC 1122 3.2.1.3'],
      ['::1/128', 'RFC 4291 2.5.3'],
    ],
  },
  'link-local': {
    meaning: 'a link-local address',
    publishable: 'never',
    blocks: [
      ['169.254.0.0/16', 'RFC 3927'],
      ['fe80::/10', 'RFC 4291 2.5.6'],
    ],
  },
  multicast: {
    meaning: 'a multicast address',
    publishable: 'never',
    blocks: [
      ['224.0.0.0/4', 'RFC 5771'],
      ['ff00::/8', 'RFC 4291 2.7'],
    ],
  },
  broadcast: { meaning: 'the broadcast address', publishable: 'never', blocks: [['255.255.255.255/32', 'RFC 919 7']] },
  private: {
    meaning: 'a private address (RFC 1918)',
    publishable: 'when-private-allowed',
    blocks: [
      ['10.0.0.0/8', 'RFC 1918'],
      ['172.16.0.0/12', 'RFC 1918'],
      ['192.168.0.0/16', 'RFC 1918'],
    ],
  },
  cgnat: {
    meaning: "an address of a provider's own NAT (CGNAT, RFC 6598)",
    publishable: 'when-private-allowed',
    blocks: [['100.64.0.0/10', 'RFC 6598']],
  },
  'unique-local': {
    meaning: 'a unique local address (ULA, RFC 4193)',
    publishable: 'when-private-allowed',
    blocks: [['fc00::/7', 'RFC 4193']],
  },
  documentation: {
    meaning: 'an address for documentation',
    publishable: 'when-private-allowed',
    blocks: [
      ['192.0.2.0/24', 'RFC 5737'],
      ['198.51.100.0/24', 'RFC 5737'],
      ['203.0.113.0/24', 'RFC 5737'],
      ['2001:db8::/32', 'RFC 3849'],
      ['3fff::/20', 'RFC 9637'],
    ],
  },
  benchmarking: {
    meaning: 'an address for benchmarks',
    publishable: 'when-private-allowed',
    blocks: [
      ['198.18.0.0/15', 'RFC 2544'],
      ['2001:2::/48', 'RFC 5180'],
    ],
  },
  translation: {
    meaning: 'an address of a transition mechanism (NAT64, Teredo, 6to4)',
    publishable: 'never',
    blocks: [
      ['192.88.99.0/24', '6to4 relay anycast, RFC 7526'],
      ['64:ff9b::/96', 'NAT64, RFC 6052'],
      ['64:ff9b:1::/48', 'local NAT64, RFC 8215'],
      ['2001::/32', 'Teredo, RFC 4380'],
      ['2002::/16', '6to4, RFC 3056'],
    ],
  },
  reserved: {
    meaning: 'a reserved address',
    publishable: 'never',
    blocks: [
      ['0.0.0.0/8', '"this network", RFC 791 3.2'],
      ['192.0.0.0/24', 'IETF protocol assignments, RFC 6890'],
      ['240.0.0.0/4', 'RFC 1112 4'],
      ['2001::/23', 'IETF protocol assignments (ORCHID, DETs, …), RFC 2928'],
      // Global unicast is 2000::/3 alone (RFC 4291 2.4); the two halves around it hold, among others: the discard
      // prefix (RFC 6666), SRv6 SIDs (RFC 9602), the deprecated site-local prefix (RFC 3879).
      ['::/3', 'RFC 4291 2.4'],
      ['4000::/2', 'RFC 4291 2.4'],
      ['8000::/1', 'RFC 4291 2.4'],
    ],
  },
  public: { meaning: 'a public address', publishable: 'always', blocks: [] },
  invalid: { meaning: 'a text that is no IP address', publishable: 'never', blocks: [] },
};
