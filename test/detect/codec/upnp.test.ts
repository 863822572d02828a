import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent, readSubscription, renew, subscribe, unsubscribe } from '../../../src/detect/codec/gena.ts';
import { connectionServicesIn, isOnHost } from '../../../src/detect/codec/igd.ts';
import { decodeAddressResult, encodeAddressAction } from '../../../src/detect/codec/soap.ts';
import { decodeSearchReply, encodeSearch, gatewayDevices } from '../../../src/detect/codec/ssdp.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const location = 'http://192.168.77.1:41827/rootDesc.xml';
const wanIp = 'urn:schemas-upnp-org:service:WANIPConnection:';

const service = (type: string, control = '/ctl', event = '/evt') =>
  `<service><serviceType>${type}</serviceType><serviceId>x</serviceId>` +
  `<controlURL>${control}</controlURL><eventSubURL>${event}</eventSubURL><SCPDURL>/s.xml</SCPDURL></service>`;

/** Devices nest as the IGD profile has them: gateway, WAN device, WAN connection device. */
const description = (services: string, base = '') => `<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0">${base}<device><deviceType>${gatewayDevices[1]}</deviceType>
<serviceList>${service('urn:schemas-upnp-org:service:Layer3Forwarding:1')}</serviceList><deviceList><device><deviceList>
<device><serviceList>${services}</serviceList></device></deviceList></device></deviceList></device></root>`;

describe('SSDP', () => {
  it('searches as the architecture wants it', () => {
    const [first, ...headers] = new TextDecoder().decode(encodeSearch(gatewayDevices[0], 1, 'hostpin/1')).split('\r\n');
    expect(first).toBe('M-SEARCH * HTTP/1.1');
    expect(headers).toEqual([
      'HOST: 239.255.255.250:1900',
      'MAN: "ssdp:discover"',
      'MX: 1',
      `ST: ${gatewayDevices[0]}`,
      'USER-AGENT: hostpin/1',
      '',
      '',
    ]);
  });

  it('reads what miniupnpd answers', () => {
    const answer = `HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nST: ${gatewayDevices[1]}\r\nEXT:\r\nLOCATION: ${location}\r\n\r\n`;
    expect(decodeSearchReply(bytes(answer))).toEqual({ location, target: gatewayDevices[1] });
  });

  it.each([
    ['an announcement', `NOTIFY * HTTP/1.1\r\nLOCATION: ${location}\r\nNT: x\r\n\r\n`],
    ['an error', `HTTP/1.1 404 Not Found\r\nLOCATION: ${location}\r\nST: x\r\n\r\n`],
    ['an answer that leads nowhere', 'HTTP/1.1 200 OK\r\nST: x\r\n\r\n'],
    ['a header behind the end of the head', `HTTP/1.1 200 OK\r\nST: x\r\n\r\nLOCATION: ${location}\r\n`],
  ])('ignores %s', (_, text) => {
    expect(decodeSearchReply(bytes(text))).toBeUndefined();
  });

  it('never throws on garbage', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => void decodeSearchReply(garbage)));
    fc.assert(fc.property(fc.string(), (text) => void decodeSearchReply(bytes(`HTTP/1.1 200 OK\r\n${text}`))));
  });
});

describe('connectionServicesIn', () => {
  it('finds the services that know the address, the better first, their paths made whole', () => {
    const found = connectionServicesIn(
      description(
        service('urn:schemas-upnp-org:service:WANPPPConnection:1', '/ppp') +
          service(`${wanIp}1`) +
          service(`${wanIp}2`, 'c2', ''),
      ),
      location,
    );
    expect(found).toEqual([
      { type: `${wanIp}2`, controlUrl: 'http://192.168.77.1:41827/c2' },
      { type: `${wanIp}1`, controlUrl: 'http://192.168.77.1:41827/ctl', eventUrl: 'http://192.168.77.1:41827/evt' },
      {
        type: 'urn:schemas-upnp-org:service:WANPPPConnection:1',
        controlUrl: 'http://192.168.77.1:41827/ppp',
        eventUrl: 'http://192.168.77.1:41827/evt',
      },
    ]);
  });

  it('takes URLBase, as devices of version 1.0 have it, where it stays on the host', () => {
    const [found] = connectionServicesIn(
      description(service(`${wanIp}1`), '<URLBase>http://192.168.77.1:5000/x/</URLBase>'),
      location,
    );
    expect(found?.controlUrl).toBe('http://192.168.77.1:5000/ctl');
  });

  it.each([
    ['a control address on another host', description(service(`${wanIp}1`, 'http://10.0.0.1/ctl'))],
    ['a control address of another scheme', description(service(`${wanIp}1`, 'file:///etc/passwd'))],
    ['a base on another host', description(service(`${wanIp}1`), '<URLBase>http://169.254.169.254/</URLBase>')],
    ['a document type', `<!DOCTYPE root [<!ENTITY x "y">]>${description(service(`${wanIp}1`))}`],
    ['other services alone', description('')],
    ['a page that is not XML', 'Bad Request'],
    ['a document cut in the middle', '<root><device><serviceList><service>'],
  ])('finds nothing in %s', (_, document) => {
    expect(connectionServicesIn(document, location)).toEqual([]);
  });

  it('neither throws nor hangs on garbage or on depth', () => {
    fc.assert(fc.property(fc.string(), (text) => void connectionServicesIn(`<root>${text}</root>`, location)));
    fc.assert(fc.property(fc.string(), fc.string(), (text, from) => void connectionServicesIn(text, from)));
    expect(connectionServicesIn('<a>'.repeat(20_000), location)).toEqual([]);
    expect(connectionServicesIn(`${'<a>'.repeat(9000)}${'</a>'.repeat(9000)}`, location)).toEqual([]);
  });
});

it.each([
  [true, 'http://192.168.1.1/x'],
  [true, 'http://192.168.1.1:5000/x'],
  [false, 'https://192.168.1.1/x'],
  [false, 'http://192.168.1.10/x'],
  [false, 'http://192.168.1.1.evil.example/x'],
  [false, 'http://user:word@192.168.1.1/x'],
  [false, 'http://192.168.1.1@evil.example/'],
  [false, 'nonsense'],
])('isOnHost is %s for %s', (is, url) => {
  expect(isOnHost(url, '192.168.1.1')).toBe(is);
});

describe('SOAP', () => {
  const envelope = (body: string) =>
    `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  const result = (address: string) =>
    envelope(
      `<u:GetExternalIPAddressResponse xmlns:u="${wanIp}2"><NewExternalIPAddress>${address}</NewExternalIPAddress></u:GetExternalIPAddressResponse>`,
    );

  it('names the action in header and body', () => {
    const { headers, body } = encodeAddressAction(`${wanIp}2`);
    expect(headers.soapaction).toBe(`"${wanIp}2#GetExternalIPAddress"`);
    expect(body).toContain(`<u:GetExternalIPAddress xmlns:u="${wanIp}2">`);
  });

  it.each([
    ['an address', result(' 9.9.9.9 '), { kind: 'address', address: '9.9.9.9' }],
    ['an empty address', result(''), { kind: 'error', reason: 'it has no external address now' }],
    [
      'a fault',
      envelope(
        '<s:Fault><faultcode>s:Client</faultcode><detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0">' +
          '<errorCode>501</errorCode><errorDescription>Action Failed</errorDescription></UPnPError></detail></s:Fault>',
      ),
      { kind: 'error', reason: 'error 501 (Action Failed)' },
    ],
    ['another document', envelope('<x>1</x>'), { kind: 'error', reason: 'its answer names no address' }],
    ['no document', 'Internal error', { kind: 'error', reason: 'its answer names no address' }],
    [
      'an entity bomb',
      `<!DOCTYPE x [<!ENTITY a "b">]>${result('&a;')}`,
      { kind: 'error', reason: 'its answer is not XML' },
    ],
  ])('reads %s', (_, body, reply) => {
    expect(decodeAddressResult(body)).toMatchObject({ kind: reply.kind });
    if (body.startsWith('<')) expect(decodeAddressResult(body)).toEqual(reply);
  });

  it('never throws on garbage', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodeAddressResult(envelope(text))));
  });
});

describe('GENA', () => {
  const event = (properties: string) =>
    `<e:propertyset xmlns:e="urn:schemas-upnp-org:event-1-0">${properties}</e:propertyset>`;
  const headers = { nt: 'upnp:event', nts: 'upnp:propchange', sid: 'uuid:1', seq: '3' };

  it('subscribes, renews and gives back', () => {
    expect(subscribe('http://192.168.77.2:5000/e', 1800)).toEqual({
      method: 'SUBSCRIBE',
      headers: { callback: '<http://192.168.77.2:5000/e>', nt: 'upnp:event', timeout: 'Second-1800' },
    });
    expect(renew('uuid:1', 1800)).toEqual({ method: 'SUBSCRIBE', headers: { sid: 'uuid:1', timeout: 'Second-1800' } });
    expect(unsubscribe('uuid:1')).toEqual({ method: 'UNSUBSCRIBE', headers: { sid: 'uuid:1' } });
  });

  it.each([
    ['a subscription', { sid: 'uuid:1', timeout: 'Second-1800' }, { sid: 'uuid:1', seconds: 1800 }],
    ['one that never ends', { sid: 'uuid:1', timeout: 'Second-infinite' }, { sid: 'uuid:1' }],
    ['one that says nothing of its end', { sid: 'uuid:1' }, { sid: 'uuid:1' }],
    ['none', { timeout: 'Second-1800' }, undefined],
    ['one whose id would break a header', { sid: 'a\r\nb: c' }, undefined],
  ])('reads %s', (_, given, expected) => {
    expect(readSubscription(given as Record<string, string>)).toEqual(expected);
  });

  it.each([
    [
      'a change of the address among others',
      headers,
      event(
        '<e:property><ExternalIPAddress>9.9.9.10</ExternalIPAddress></e:property><e:property><ConnectionStatus>Connected</ConnectionStatus></e:property>',
      ),
      { sid: 'uuid:1', sequence: 3, externalAddress: '9.9.9.10' },
    ],
    [
      'an event about something else',
      headers,
      event('<e:property><PortMappingNumberOfEntries>1</PortMappingNumberOfEntries></e:property>'),
      { sid: 'uuid:1', sequence: 3 },
    ],
    ['no event', { ...headers, nts: 'ssdp:alive' }, event(''), undefined],
    ['an event without a number', { ...headers, seq: '' }, event('<e:property><a>1</a></e:property>'), undefined],
    ['an event of no subscription', { ...headers, sid: '' }, event('<e:property><a>1</a></e:property>'), undefined],
  ])('reads %s', (_, given, body, expected) => {
    expect(readEvent(given, body)).toEqual(expected);
  });

  it('never throws on garbage', () => {
    fc.assert(fc.property(fc.string(), (text) => void readEvent(headers, event(text))));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.string(), (given, text) => void readEvent(given, text)),
    );
  });
});
