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
export const operatorOf = (scheme: string, host: string, port: number): string =>
  byHost.get(host.toLowerCase()) ?? `${scheme}://${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`;
