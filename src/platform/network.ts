import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { parseAddress } from '../core/address.ts';
import type { Family } from '../core/observation.ts';
import type { InterfaceAddress, Network } from './ports.ts';
import { type Gateway, parseIfInet6, parseIpv6Route, parseRoute, parseWayOut } from './proc-net.ts';

/** This machine's interfaces and routes. What the system does not tell is left out; nothing here rejects. */
export const createNetwork = (): Network => ({
  async addresses() {
    const flags = parseIfInet6(await readProc('/proc/net/if_inet6'));
    return Object.entries(interfaces()).flatMap(([name, infos = []]) =>
      infos.flatMap((info): InterfaceAddress[] => {
        const address = parseAddress(info.address);
        if (!address) return [];
        return [
          {
            interface: name,
            family: address.family,
            address: address.text,
            prefix: Number(info.cidr?.split('/')[1] ?? (address.family === 'ipv4' ? 32 : 128)),
            internal: info.internal,
            flags: flags.get(`${name} ${address.text}`) ?? [],
          },
        ];
      }),
    );
  },
  gateway: (family) => (process.platform === 'linux' ? linuxGateway(family) : otherGateway(family)),
  wayOut: async (family) =>
    process.platform === 'linux'
      ? parseWayOut(await readProc(family === 'ipv4' ? '/proc/net/route' : '/proc/net/ipv6_route'), family)
      : (await otherGateway(family))?.interface,
});

async function linuxGateway(family: Family): Promise<Gateway | undefined> {
  return family === 'ipv4'
    ? parseRoute(await readProc('/proc/net/route'), os.endianness())
    : parseIpv6Route(await readProc('/proc/net/ipv6_route'));
}

/** systeminformation knows the IPv4 gateway only, and starts a program to find it. */
async function otherGateway(family: Family): Promise<Gateway | undefined> {
  if (family === 'ipv6') return undefined;
  try {
    const { networkGatewayDefault, networkInterfaceDefault } = await import('systeminformation');
    const [gateway, name] = await Promise.all([networkGatewayDefault(), networkInterfaceDefault()]);
    const address = parseAddress(gateway);
    return address ? { address: address.text, interface: name } : undefined;
  } catch {
    return undefined;
  }
}

function interfaces(): ReturnType<typeof os.networkInterfaces> {
  try {
    return os.networkInterfaces();
  } catch {
    // A sandbox that forbids netlink sockets.
    return {};
  }
}

const readProc = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
