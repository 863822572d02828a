import type { Family } from '../core/observation.ts';

/**
 * Public echo services that are asked where the configuration names no sources: one of each operator (see
 * operators.ts), all over HTTPS, all answering a bare address for free and without a key.
 */
export const defaultSources: Record<Family, readonly string[]> = {
  ipv4: [
    'https://api.ipify.org/',
    'https://ipv4.icanhazip.com/',
    'https://checkip.amazonaws.com/',
    'https://v4.ident.me/',
    'https://ipinfo.io/ip',
    'https://ifconfig.co/ip',
  ],
  ipv6: [
    'https://api6.ipify.org/',
    'https://ipv6.icanhazip.com/',
    'https://v6.ident.me/',
    'https://v6.ipinfo.io/ip',
    'https://ifconfig.co/ip',
  ],
};
