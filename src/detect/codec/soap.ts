import { parseXml, textOf } from './xml.ts';

/** The action GetExternalIPAddress (UPnP WANIPConnection:2 2.5.17; Device Architecture 2.0, 3.2). */

export type SoapReply = { kind: 'address'; address: string } | { kind: 'error'; reason: string };

const action = 'GetExternalIPAddress';

/** Headers and body of the request to a service of this type. */
export const encodeAddressAction = (serviceType: string): { headers: Record<string, string>; body: string } => ({
  headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${serviceType}#${action}"` },
  body:
    '<?xml version="1.0"?>\r\n' +
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ' +
    's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">' +
    `<s:Body><u:${action} xmlns:u="${serviceType}"></u:${action}></s:Body></s:Envelope>\r\n`,
});

/** Reads the answer, be it the result or a fault; the address is what the router wrote, and may be none. */
export const decodeAddressResult = (body: string): SoapReply => {
  const document = parseXml(body);
  if (document === undefined) return { kind: 'error', reason: 'its answer is not XML' };
  const address = textOf(document, 'NewExternalIPAddress');
  if (address) return { kind: 'address', address };
  const code = textOf(document, 'errorCode');
  if (code !== undefined) {
    const words = (textOf(document, 'errorDescription') ?? '').replace(/\p{C}+/gu, ' ').slice(0, longestDescription);
    return { kind: 'error', reason: `error ${code.slice(0, 5)}${words === '' ? '' : ` (${words})`}` };
  }
  // Routers without a connection answer an empty address.
  return { kind: 'error', reason: address === '' ? 'it has no external address now' : 'its answer names no address' };
};

const longestDescription = 120;
