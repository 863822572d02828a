import ipaddr from 'ipaddr.js';
import { parseAddress } from './address.ts';

/**
 * The current prefix with a fixed interface identifier: of `address` the first bits, of `suffix` (`::1:2:3:4/64`) those
 * after its prefix length. So one daemon publishes other machines of its network (RFC 4291, section 2.5.1).
 */
export const withSuffix = (address: string, suffix: string): string => {
  const [identifier = '', length = '64'] = suffix.split('/');
  const [network, host] = [ipaddr.IPv6.parse(address).toByteArray(), ipaddr.IPv6.parse(identifier).toByteArray()];
  const bits = Number(length);
  const bytes = network.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8);
    const mask = (0xff << (8 - kept)) & 0xff;
    return (byte & mask) | ((host[index] ?? 0) & ~mask & 0xff);
  });
  return parseAddress(new ipaddr.IPv6(bytes).toString())?.text ?? address;
};
