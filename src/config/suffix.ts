import ipaddr from 'ipaddr.js';
import { type Reading, shown, wrong } from './reading.ts';

/** A fixed interface identifier with the length of the prefix that it is put on: `::1:2:3:4/64`. */
export const readSuffix = (text: string): Reading<string> => {
  const fix = 'write the host part of the address and the length of the prefix, such as "::1:2:3:4/64"';
  const [, address = '', length = ''] = /^([0-9a-f:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const bits = Number(length);
  if (!ipaddr.IPv6.isValid(address) || bits < 1 || bits > 127) return wrong(`${shown(text)} is not a suffix`, fix);
  const bytes = ipaddr.IPv6.parse(address).toByteArray();
  const inPrefix = bytes.some((byte, index) => byte >> Math.max(0, 8 - Math.max(0, bits - index * 8)) !== 0);
  return inPrefix
    ? wrong(`${shown(text)} has bits set in its first ${bits}, the prefix`, fix)
    : { kind: 'value', value: text };
};
