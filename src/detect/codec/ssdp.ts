import { parseHead } from './http-head.ts';

/** SSDP, by which a UPnP device is found (UPnP Device Architecture 2.0, 1.3). */

export const ssdp = { group: '239.255.255.250', port: 1900 } as const;

/** A router of version 2 should answer a search for version 1 as well; not every one does. */
export const gatewayDevices = [
  'urn:schemas-upnp-org:device:InternetGatewayDevice:1',
  'urn:schemas-upnp-org:device:InternetGatewayDevice:2',
] as const;

/** A search; an answer is to come within `seconds` (MX, which the architecture wants between 1 and 5). */
export const encodeSearch = (target: string, seconds: number, userAgent: string): Uint8Array =>
  new TextEncoder().encode(
    [
      'M-SEARCH * HTTP/1.1',
      `HOST: ${ssdp.group}:${ssdp.port}`,
      'MAN: "ssdp:discover"',
      `MX: ${seconds}`,
      `ST: ${target}`,
      `USER-AGENT: ${userAgent}`,
      '',
      '',
    ].join('\r\n'),
  );

/** The description's address in an answer to such a search; undefined where the datagram is not one. */
export const decodeSearchReply = (datagram: Uint8Array): { location: string; target: string } | undefined => {
  const head = parseHead(new TextDecoder().decode(datagram));
  if (head === undefined || !/^HTTP\/1\.\d 200\b/i.test(head.startLine)) return undefined;
  const { location, st } = head.headers;
  if (location === undefined || st === undefined) return undefined;
  return { location, target: st };
};
