import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { exchange } from '../../src/sandbox/exchange.ts';
import { operations } from '../../src/sandbox/operations/table.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { api, bodyOf, envelopeOf, login, now, request, stateOf } from './world.ts';

const zone = { serviceName: 'example.com' };
const say = (operation: string, parameters: Record<string, string> = {}, options: Partial<SandboxOptions> = {}) =>
  envelopeOf(api(stateOf(options), operation, parameters).action);

describe('who may call the main API', () => {
  it('has an envelope with every field', () => {
    expect(say('tool/hello')).toEqual({
      success: true,
      errorCode: 0,
      errorCodeMsg: '',
      action: 'tool/hello',
      version: '1.0.20',
      responseData: { ip: '203.0.113.7', lang: 'es', version: '1.0.20' },
    });
  });

  const rows: [string, number, Record<string, string>, Partial<SandboxOptions>?][] = [
    ['wants both credentials', 200, { apiuser: 'demo-api', apipasswd: '' }],
    ['refuses a wrong password', 201, { ...login, apipasswd: 'x' }],
    ['refuses a wrong user', 201, { ...login, apiuser: 'x' }],
    ['refuses a caller that is not registered', 300, login, { registeredCallers: ['203.0.113.8'] }],
    ['refuses a format that there is not', 105, { ...login, 'output-format': 'yaml' }],
    ['takes a caller that is registered', 0, login, { registeredCallers: ['203.0.113.7'] }],
  ];
  it.each(rows)('%s', (_, code, credentials, options) => {
    const envelope = envelopeOf(api(stateOf(options), 'account/info', credentials).action);
    expect(envelope).toMatchObject({ success: code === 0, errorCode: code, action: 'account/info' });
    if (code !== 0) expect(envelope.responseData).toEqual([]);
  });

  it('names the address that is not registered', () => {
    expect(say('tool/hello', {}, { registeredCallers: [] }).messages).toEqual(['IP 203.0.113.7 not registered']);
  });

  it.each(['service/nonsense', 'service/dnsList', 'tool/__proto__', 'x-1/y'])('does not know %s', (operation) => {
    expect(say(operation)).toMatchObject({ errorCode: 102, errorCodeMsg: 'Invalid object/action' });
  });

  it('names a contact that is asked again as the specification does', () => {
    const failed = {
      Type: 'individual',
      FirstName: 'A',
      LastName: 'B',
      IdentNumber: '1',
      Email: 'failed@example.org',
      Phone: '+34.123456789',
      Address: 'x',
      PostalCode: '1',
      City: 'x',
      State: 'x',
      Country: 'ES',
    };
    const { state } = api(stateOf(), 'contact/create', failed);
    const again = envelopeOf(api(state, 'contact/resendverificationmail', { contactID: 'SBX-100002' }).action);
    expect(Object.keys(again.responseData).toSorted()).toEqual([
      'contactID',
      'contactName',
      'contactType',
      'country',
      'email',
      'identNumber',
      'verificationstatus',
    ]);
  });

  it('ignores parameters that are sent by GET', () => {
    const query = new URLSearchParams(login).toString();
    const got = exchange(stateOf(), 'api', request({ path: '/tool/hello/', query }), now);
    expect(envelopeOf(got.action).errorCode).toBe(200);
    const posted = exchange(stateOf(), 'api', request({ method: 'POST', path: '/tool/hello/', query }), now);
    expect(envelopeOf(posted.action).errorCode).toBe(200);
  });

  it.each(['/', '/tool/', '/tool/hello/x/', '/../../'])('has no path %s', (path) => {
    expect(exchange(stateOf(), 'api', request({ method: 'POST', path }), now).action).toMatchObject({ status: 404 });
  });

  it('takes multipart bodies', () => {
    const part = ([name, value]: [string, string]) =>
      `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = Buffer.from(`${Object.entries(login).map(part).join('')}--xyz--\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=xyz' };
    const { action } = exchange(
      stateOf(),
      'api',
      request({ method: 'POST', path: '/tool/hello/', headers, body }),
      now,
    );
    expect(envelopeOf(action).errorCode).toBe(0);
  });
});

describe('what the main API writes', () => {
  const xml = (parameters: Record<string, string>) =>
    bodyOf(api(stateOf(), 'service/getinfo', { ...zone, 'output-format': 'xml', ...parameters }).action);

  it('has XML with 1 and 0 for booleans', () => {
    expect(xml({})).toContain('<data><success>1</success><errorCode>0</errorCode>');
    expect(xml({})).toContain('<renewable>0</renewable>');
    expect(xml({ serviceName: 'other.com' })).toContain('<success>0</success><errorCode>4001</errorCode>');
  });

  it('has the same in JSON and in XML, pretty or not', () => {
    const read = (text: string) => new XMLParser({ parseTagValue: false }).parse(text).data.responseData;
    expect(read(xml({}))).toEqual(read(xml({ 'output-pretty': 'true' })));
    expect(read(xml({}))).toEqual({ ...say('service/getinfo', zone).responseData, renewable: '0' });
    expect(bodyOf(api(stateOf(), 'tool/hello', { 'output-pretty': 'true' }).action)).toContain('\n  "success": true');
  });
});

describe('services', () => {
  const services = ['example.com', 'example.net', 'sub.example.com', 'other.org'];
  const rows: [string, Record<string, string>, string[]][] = [
    ['lists all', {}, services],
    ['lists by exact name', { name: 'example.com' }, ['example.com']],
    ['lists by a part of the name', { word: 'example' }, ['example.com', 'example.net', 'sub.example.com']],
    ['lists by ending', { tld: 'com' }, ['example.com', 'sub.example.com']],
    ['lists by status', { status: 'active' }, services],
    ['lists nothing of another status', { status: 'inactive' }, []],
    ['lists by renewable', { renewable: 'true' }, []],
    ['has a second page', { pageLength: '3', page: '2' }, ['sub.example.com']],
    ['has nothing behind the last page', { pageLength: '3', page: '3' }, []],
  ];
  it.each(rows)('%s', (_, parameters, names) => {
    const { responseData } = say('service/list', parameters, { services });
    expect(responseData.services.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
    expect(responseData.queryInfo.results).toBe(names.length);
  });

  it('says how many there are beside the page', () => {
    const { responseData } = say('service/list', { pageLength: '3', page: '2' }, { services });
    expect(responseData.queryInfo).toEqual({ page: 2, pageLength: 3, results: 1, total: 4 });
  });

  it('tells about one', () => {
    expect(say('service/getinfo', zone).responseData).toEqual({
      name: 'example.com',
      status: 'active',
      type: 'Basic hosting',
      productkey: 'basic',
      tsExpir: '2027-01-02',
      tsCreate: '2025-01-02',
      renewable: false,
      renewalMode: 'manual',
    });
  });
});

describe('faults of a caller', () => {
  const record = { ...zone, name: 'a.example.com', type: 'A', value: '198.51.100.1' };
  const rows: [string, number, string, Record<string, string>, Partial<SandboxOptions>?][] = [
    ['a page that is no number', 105, 'service/list', { page: 'x' }],
    ['a page 0', 105, 'service/list', { page: '0' }],
    ['a renewable that is no boolean', 105, 'service/list', { renewable: 'constructor' }],
    ['an infoType that does not exist', 105, 'service/getinfo', { ...zone, infoType: 'x' }],
    ['a missing serviceName', 101, 'service/dnslist', {}],
    ['a service that is not ours', 4001, 'service/dnslist', { serviceName: 'other.com' }],
    ['a missing value', 101, 'service/dnscreate', { ...zone, name: 'a.example.com', type: 'A' }],
    ['a name outside of the zone', 105, 'service/dnscreate', { ...record, name: 'a.example.org' }],
    ['a name that DNS does not allow', 105, 'service/dnscreate', { ...record, name: '-.example.com' }],
    ['a type that does not exist', 105, 'service/dnscreate', { ...record, type: 'SOA' }],
    ['a value of another format', 105, 'service/dnscreate', { ...record, value: '2001:db8::1' }],
    ['a ttl that is no number', 105, 'service/dnscreate', { ...record, ttl: '5m' }],
    ['a ttl of 0', 105, 'service/dnscreate', { ...record, ttl: '0' }],
    [
      'a priority that is too big',
      105,
      'service/dnscreate',
      { ...record, type: 'MX', value: 'm.example.com', priority: '65536' },
    ],
    ['a record that is there', 4004, 'service/dnscreate', { ...record, name: 'home.example.com', value: '127.0.0.1' }],
    [
      'a CNAME beside an A',
      4004,
      'service/dnscreate',
      { ...record, name: 'home.example.com', type: 'CNAME', value: 'x.org' },
    ],
    [
      'a CNAME at the apex',
      4004,
      'service/dnscreate',
      { ...record, name: 'example.com', type: 'CNAME', value: 'x.org' },
    ],
    ['an A beside a CNAME', 4004, 'service/dnscreate', record, { records: ['a.example.com CNAME x.org'] }],
    ['an entity that does not exist', 4002, 'service/dnsgetinfo', { ...zone, entityID: '1' }],
    ['an update of one', 4002, 'service/dnsupdate', { ...zone, entityID: '1', value: '127.0.0.1' }],
    ['a deletion of one', 4002, 'service/dnsdelete', { ...zone, entityID: '1' }],
    ['an update to another format', 105, 'service/dnsupdate', { ...zone, entityID: '1001', value: 'x' }],
    [
      'an update to what another record has',
      4005,
      'service/dnsupdate',
      { ...zone, entityID: '1001', value: '127.0.0.2' },
      { records: ['home.example.com A 127.0.0.1', 'home.example.com A 127.0.0.2'] },
    ],
    ['a zone that is no Base64', 105, 'service/dnssetzone', { ...zone, dnsZoneData: '{}' }],
    ['a zone that is no JSON', 105, 'service/dnssetzone', { ...zone, dnsZoneData: btoa('x') }],
    ['a zone that is no list', 105, 'service/dnssetzone', { ...zone, dnsZoneData: btoa('{}') }],
  ];
  it.each(rows)('%s: code %i', (_, code, operation, parameters, options) => {
    const state = stateOf(options);
    const { state: next, action } = api(state, operation, parameters);
    const envelope = envelopeOf(action);
    expect(envelope).toMatchObject({ success: false, errorCode: code, action: operation, responseData: [] });
    expect(envelope.messages?.[0]).toBeTruthy();
    expect(next.world).toEqual(state.world);
  });
});

describe('DNS records', () => {
  const values: [type: string, value: string, kept: string, priority: string][] = [
    ['A', '198.51.100.1', '198.51.100.1', '-'],
    ['AAAA', '2001:DB8:0::1', '2001:db8::1', '-'],
    ['CNAME', 'Other.org.', 'other.org', '-'],
    ['MX', 'mail.example.com', 'mail.example.com', '10'],
    ['SRV', '5 5060 sip.example.com', '5 5060 sip.example.com', '10'],
    ['TXT', 'v=spf1 "a" ñ -all', 'v=spf1 "a" ñ -all', '-'],
    ['NS', 'ns1.example.net', 'ns1.example.net', '-'],
    ['CAA', '0 issue "letsencrypt.org"', '0 issue "letsencrypt.org"', '-'],
  ];
  it.each(values)('are created, found, and deleted: %s', (type, value, kept, priority) => {
    const { state, action } = api(stateOf(), 'service/dnscreate', { ...zone, name: 'n.example.com', type, value });
    const created = envelopeOf(action);
    const record = { entityID: '1002', name: 'n.example.com', type, ttl: '-', priority, value: kept };
    expect(created).toMatchObject({ success: true, responseData: { dns: [record] }, messages: ['DNS record created'] });
    const found = envelopeOf(api(state, 'service/dnslist', { ...zone, filterType: type, filter: 'n.ex' }).action);
    expect(found.responseData.dns).toEqual([record]);
    const same = envelopeOf(api(state, 'service/dnsgetinfo', { ...zone, entityID: '1002' }).action);
    expect(same.responseData.dns).toEqual([record]);
    const deleted = api(state, 'service/dnsdelete', { ...zone, entityID: '1002' });
    expect(envelopeOf(deleted.action)).toMatchObject({ success: true, responseData: {} });
    expect(deleted.state.world.records).toEqual(stateOf().world.records);
  });

  it('are updated and keep their ttl', () => {
    const first = api(stateOf(), 'service/dnsupdate', { ...zone, entityID: '1001', value: '198.51.100.1', ttl: '300' });
    const second = api(first.state, 'service/dnsupdate', { ...zone, entityID: '1001', value: '198.51.100.2' });
    expect(envelopeOf(second.action).responseData.dns).toEqual([
      { entityID: '1001', name: 'home.example.com', type: 'A', ttl: '300', priority: '-', value: '198.51.100.2' },
    ]);
  });

  it('are found by value and page', () => {
    const state = stateOf({
      records: ['a.example.com A 127.0.0.1', 'b.example.com A 127.0.0.1', 'c.example.com A 127.0.0.2'],
    });
    const { responseData } = envelopeOf(
      api(state, 'service/dnslist', { ...zone, filterValue: '127.0.0.1', pageLength: '1', page: '2' }).action,
    );
    expect(responseData).toMatchObject({ queryInfo: { total: 2, results: 1 }, dns: [{ name: 'b.example.com' }] });
  });

  it('are replaced, reset and deleted together, in one zone only', () => {
    const start = stateOf({
      services: ['example.com', 'other.org'],
      records: ['other.org A 127.0.0.1', 'x.example.com A 127.0.0.1'],
    });
    const records = [{ name: 'y.example.com', type: 'MX', ttl: 300, priority: '5', value: 'm.example.com' }];
    const dnsZoneData = btoa(JSON.stringify(records));
    const replaced = api(start, 'service/dnssetzone', { ...zone, dnsZoneData });
    expect(envelopeOf(replaced.action)).toMatchObject({
      success: true,
      action: 'service/dnsrestore',
      responseData: {},
    });
    expect(replaced.state.world.records.map(({ name, ttl }) => [name, ttl])).toEqual([
      ['other.org', '-'],
      ['y.example.com', '300'],
    ]);
    const restored = api(replaced.state, 'service/dnsrestore', zone);
    expect(restored.state.world.records.map(({ name }) => name)).toContain('www.example.com');
    const emptied = api(restored.state, 'service/dnsdeleteall', zone);
    expect(emptied.state.world.records.map(({ name }) => name)).toEqual(['other.org']);
  });
});

describe('any call', () => {
  const name = fc.constantFrom(...operations.keys());
  const key = fc.constantFrom(
    'serviceName',
    'entityID',
    'name',
    'type',
    'value',
    'ttl',
    'dnsZoneData',
    'page',
    'filter',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('example.com', '1001', 'A', 'TXT', 'a.example.com'),
  );
  it('gets an envelope, in JSON and in well-formed XML', () => {
    fc.assert(
      fc.property(name, fc.dictionary(key, value), (operation, parameters) => {
        const { state, action } = api(stateOf(), operation, parameters);
        expect(envelopeOf(action).version).toBe('1.0.20');
        const xml = bodyOf(api(state, 'service/dnslist', { ...zone, 'output-format': 'xml' }).action);
        expect(new XMLParser().parse(xml).data.success).toBe(1);
      }),
    );
  });

  it('is survived, whatever the bytes are', () => {
    const type = fc.constantFrom('multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'x', '');
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), type, (bytes, text, contentType) => {
        for (const body of [Buffer.from(bytes), Buffer.from(`--b\r\n${text}\r\n\r\n${text}\r\n--b--`)]) {
          const headers = { 'content-type': contentType };
          const { action } = exchange(
            stateOf(),
            'api',
            request({ method: 'POST', path: '/tool/hello/', headers, body }),
            now,
          );
          expect(envelopeOf(action).errorCode).toBe(200);
        }
      }),
    );
  });
});
