import { childText, elements, parseXml, textOf } from './xml.ts';

/** The description of an Internet Gateway Device, versions 1 and 2 (UPnP Device Architecture 2.0, 2.3). */

export type ConnectionService = {
  /** Such as `urn:schemas-upnp-org:service:WANIPConnection:1`. */
  type: string;
  /** Where actions are posted. */
  controlUrl: string;
  /** Where events are subscribed; absent where the device has none. */
  eventUrl?: string;
};

/** Services that know the external address, the better first. */
const connectionServices = [
  'urn:schemas-upnp-org:service:WANIPConnection:2',
  'urn:schemas-upnp-org:service:WANIPConnection:1',
  'urn:schemas-upnp-org:service:WANPPPConnection:1',
];

/**
 * The connection services in a description, the better first. What the document says about where to go is taken only
 * where that is the host the document came from: it must not send requests elsewhere.
 */
export const connectionServicesIn = (description: string, location: string): ConnectionService[] => {
  const document = parseXml(description);
  if (document === undefined) return [];
  // URLBase is of version 1.0 and optional there.
  const base = sameHostUrl(textOf(document, 'URLBase') || location, location, location);
  if (base === undefined) return [];
  return elements(document, 'service')
    .flatMap((service): ConnectionService[] => {
      const type = childText(service, 'serviceType') ?? '';
      const controlUrl = sameHostUrl(childText(service, 'controlURL'), base, location);
      const eventUrl = sameHostUrl(childText(service, 'eventSubURL'), base, location);
      if (!connectionServices.includes(type) || controlUrl === undefined) return [];
      return [eventUrl === undefined ? { type, controlUrl } : { type, controlUrl, eventUrl }];
    })
    .sort((a, b) => connectionServices.indexOf(a.type) - connectionServices.indexOf(b.type))
    .slice(0, mostServices);
};

/** Whether this is the address of a document on that host, over plain HTTP, which is all that UPnP routers have. */
export const isOnHost = (url: string, host: string): boolean => {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && parsed.hostname === host && parsed.username === '' && parsed.password === '';
};

/** A router has one or two; each is a question more. */
const mostServices = 4;

function sameHostUrl(reference: string | undefined, base: string, location: string): string | undefined {
  if (!reference) return undefined;
  const url = URL.parse(reference, base)?.href;
  const host = URL.parse(location)?.hostname;
  return url !== undefined && host !== undefined && isOnHost(url, host) ? url : undefined;
}
