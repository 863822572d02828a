import type { Family } from '../core/observation.ts';

type Service = { operator: string } & Record<Family, { name: string; type: string; host: string }>;

/**
 * Public name servers that answer who asked. Their addresses stand here, so that no resolver on the way, which may
 * cache or forward, is the one who asks.
 */
export const wellKnownDns: Record<string, Service | undefined> = {
  // resolver1.opendns.com
  opendns: {
    operator: 'opendns',
    ipv4: { name: 'myip.opendns.com', type: 'A', host: '208.67.222.222' },
    ipv6: { name: 'myip.opendns.com', type: 'AAAA', host: '2620:119:35::35' },
  },
  // ns1.google.com
  google: {
    operator: 'google',
    ipv4: { name: 'o-o.myaddr.l.google.com', type: 'TXT', host: '216.239.32.10' },
    ipv6: { name: 'o-o.myaddr.l.google.com', type: 'TXT', host: '2001:4860:4802:32::a' },
  },
  // one.one.one.one
  cloudflare: {
    operator: 'cloudflare',
    ipv4: { name: 'whoami.cloudflare', type: 'CH-TXT', host: '1.1.1.1' },
    ipv6: { name: 'whoami.cloudflare', type: 'CH-TXT', host: '2606:4700:4700::1111' },
  },
};
