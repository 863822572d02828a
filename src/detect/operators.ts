import { parseAddress } from '../core/address.ts';

/** Who runs the services that are known to us, by host: two hosts of one operator are one witness. */
const operators: Record<string, readonly string[]> = {
  cloudflare: [
    'icanhazip.com',
    'ipv4.icanhazip.com',
    'ipv6.icanhazip.com',
    'cloudflare.com',
    'www.cloudflare.com',
    'one.one.one.one',
    '1.1.1.1',
    '1.0.0.1',
    '2606:4700:4700::1111',
    '2606:4700:4700::1001',
    'stun.cloudflare.com',
  ],
  google: [
    ...['ns1.google.com', 'ns2.google.com', 'ns3.google.com', 'ns4.google.com', 'dns.google', 'domains.google.com'],
    ...['216.239.32.10', '216.239.34.10', '216.239.36.10', '216.239.38.10', '8.8.8.8', '8.8.4.4'],
    ...['2001:4860:4802:32::a', '2001:4860:4802:34::a', '2001:4860:4802:36::a', '2001:4860:4802:38::a'],
    ...['2001:4860:4860::8888', '2001:4860:4860::8844'],
    ...['stun.l.google.com', 'stun1.l.google.com', 'stun2.l.google.com', 'stun3.l.google.com', 'stun4.l.google.com'],
  ],
  opendns: [
    ...['resolver1.opendns.com', 'resolver2.opendns.com', 'resolver3.opendns.com', 'resolver4.opendns.com'],
    ...['208.67.222.222', '208.67.220.220', '208.67.222.220', '208.67.220.222'],
    ...['2620:119:35::35', '2620:119:53::53', '2620:0:ccc::2', '2620:0:ccd::2'],
    ...['dns.opendns.com', 'doh.opendns.com', 'myip.dnsomatic.com'],
  ],
  ipify: ['api.ipify.org', 'api4.ipify.org', 'api6.ipify.org', 'api64.ipify.org'],
  amazon: ['checkip.amazonaws.com', 'checkip.us-east-1.prod.check-ip.aws.a2z.com', 'checkip.global.api.aws'],
  'ident.me': ['ident.me', 'v4.ident.me', 'v6.ident.me', 'tnedi.me', '4.tnedi.me', '6.tnedi.me'],
  ipinfo: ['ipinfo.io', 'v6.ipinfo.io'],
  'ifconfig.co': ['ifconfig.co', 'v4.ifconfig.co', 'v6.ifconfig.co'],
};

const byHost = new Map(Object.entries(operators).flatMap(([name, hosts]) => hosts.map((host) => [host, name])));

/**
 * Who stands behind a service: its operator where the table knows the host, else scheme, host and port (specification
 * of the interface: sources are independent when they differ in one of these). The host is without brackets.
 */
export const operatorOf = (scheme: string, host: string, port: number): string => {
  const name = parseAddress(host)?.text ?? host.toLowerCase().replace(/\.$/, '');
  return byHost.get(name) ?? `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
