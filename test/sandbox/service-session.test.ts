import { afterAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/catalogue/index.ts';
import { createInterpreter } from '../../src/api/interpreter.ts';
import { createHttp } from '../../src/platform/http.ts';
import { server } from '../../src/platform/server.ts';
import { sandboxDefaults, startSandbox } from '../../src/sandbox/sandbox.ts';

const http = createHttp();
afterAll(() => http.close());

const zone = { serviceName: 'example.com' };
/** Entity ids go on from that of the one record that is there. */
const entity = (entityID: string) => ({ ...zone, entityID });
const certificate = { sslCert: 'CERT', sslKey: 'KEY', sslCertChain: 'CHAIN', sslPath: '/secure/' };
const record = { name: 'example.com', type: 'MX', ttl: '300', priority: '5', value: 'mail.example.org' } as const;

/** A whole session, in which each row finds what the rows before it made. */
const session: [operation: keyof typeof catalogue, params?: object, answer?: object][] = [
  ['service/list', {}, { queryInfo: { total: 1 }, services: [{ name: 'example.com', productkey: 'basic' }] }],
  ['service/getinfo', zone, { type: 'Basic hosting', renewable: false, renewalMode: 'manual' }],
  ['service/getinfo', { ...zone, infoType: 'status' }],
  [
    'service/getinfo',
    { ...zone, infoType: 'resources' },
    { resources: { email: { value: 0, max: 5, unit: '' }, ftpusage: { unit: 'bytes' }, ftpfiles: { unit: 'files' } } },
  ],
  ['service/getinfo', { ...zone, infoType: 'serverinfo' }, { serverinfo: { ftpServer: 'ftp.example.com' } }],
  ['service/getinfo', { ...zone, infoType: 'php' }, { php: { enabled: true, available: expect.any(Array) } }],
  ['service/getinfo', { ...zone, infoType: 'logerror' }, { logError: '' }],
  ['service/update', { ...zone, updateType: 'renewalMode', renewalMode: 'autorenew' }, { name: 'example.com' }],
  ['service/getinfo', zone, { renewalMode: 'autorenew' }],
  ['service/renew', { ...zone, period: 2 }, { billing: { total: 39.9, currency: 'EUR' } }],
  ['service/getinfo', zone, { status: 'renewed', tsExpir: '2029-01-02' }],
  ['service/upgrade', { ...zone, productkey: 'professional' }, { billing: { total: 20, currency: 'EUR' } }],
  ['service/getinfo', zone, { status: 'active', type: 'Professional hosting', tsExpir: '2029-01-02' }],
  [
    'service/create',
    { serviceName: 'example.org', productkey: 'redir' },
    { billing: { total: 4.95 }, services: [{ name: 'example.org', status: 'active', tsExpir: '2027-01-02' }] },
  ],
  ['service/dnslist', { serviceName: 'example.org' }, { queryInfo: { total: 4 } }],
  ['service/parkinggetinfo', { serviceName: 'example.org' }, { parking: { enabled: true } }],
  ['service/parkingupdate', { serviceName: 'example.org', enabled: false }, { parking: { enabled: false } }],
  ['service/parkinggetinfo', { serviceName: 'example.org' }, { parking: { enabled: false } }],
  ['service/webconstructorlogin', { ...zone, subdomain: 'www.example.com' }],

  [
    'service/ftpcreate',
    { ...zone, name: 'files', ftpPath: '/public/', password: 'first' },
    { ftp: [{ entityID: '1006', name: 'files', ftpPath: '/public/', password: 'first', quota: 20 * 1024 ** 3 }] },
  ],
  ['service/ftpupdate', { ...entity('1006'), ftpPath: '/other/', password: 'second' }],
  ['service/ftpgetinfo', entity('1006'), { ftp: [{ name: 'files', ftpPath: '/other/', password: 'second' }] }],
  ['service/ftplist', { ...zone, filter: 'FILE' }, { queryInfo: { total: 1 }, ftp: [{ name: 'files' }] }],
  ['service/ftplist', { ...zone, filter: 'other' }, { queryInfo: { total: 0 }, ftp: [] }],

  [
    'service/ddbbcreate',
    { ...zone, password: 'first', externalAccess: true },
    { ddbb: [{ entityID: '1007', name: 'ddb1007', user: 'ddb1007', password: 'first', externalAccess: true }] },
  ],
  ['service/ddbblist', zone, { ddbb: [{ name: 'ddb1007' }] }],
  ['service/ddbbupdate', { ...entity('1007'), password: 'second' }, { ddbb: [{ externalAccess: false }] }],
  ['service/ddbbgetinfo', entity('1007'), { ddbb: [{ password: 'second' }] }],

  ['service/subdomaincreate', { ...zone, name: 'blog', ftpPath: '/blog/' }, { subdomain: [{ entityID: '1008' }] }],
  ['service/subdomainlist', { ...zone, filter: 'blog' }, { subdomain: [{ name: 'blog.example.com' }] }],
  [
    'service/subdomainupdate',
    { ...entity('1008'), ftpPath: '/new/', ...certificate },
    { subdomain: [{ ssl: certificate }] },
  ],
  ['service/subdomaingetinfo', entity('1008'), { subdomain: [{ ftpPath: '/new/', ssl: certificate }] }],
  ['service/webconstructorlogin', { ...zone, subdomain: 'blog.example.com', loginlang: 'es' }],

  [
    'service/redirectcreate',
    { ...zone, origin: 'old.example.com', destination: 'https://example.org/', type: '301' },
    { redirect: [{ entityID: '1009', origin: 'old.example.com', destination: 'https://example.org/', type: '301' }] },
  ],
  ['service/redirectupdate', { ...entity('1009'), destination: 'https://example.net/', type: 'frame' }],
  ['service/redirectlist', zone, { redirect: [{ destination: 'https://example.net/', type: 'frame' }] }],
  ['service/redirectgetinfo', entity('1009'), { redirect: [{ origin: 'old.example.com' }] }],

  ['service/mailcreate', { ...zone, name: 'Info@example.com', password: 'secret' }, { mail: [{ entityID: '1010' }] }],
  ['service/mailupdate', { ...entity('1010'), password: 'other' }],
  ['service/mailgetinfo', entity('1010'), { mail: [{ name: 'info@example.com', password: '********', usage: 0 }] }],
  ['service/maillist', zone, { mail: [{ name: 'info@example.com', quotaMax: expect.any(Number) }] }],
  ['service/getinfo', { ...zone, infoType: 'resources' }, { resources: { email: { value: 1 } } }],

  ['service/mailaliascreate', { ...zone, name: 'all@example.com', target: ['a@example.net'] }],
  ['service/mailaliasupdate', { ...entity('1011'), target: ['b@example.net', 'c@example.net'] }],
  ['service/mailaliasgetinfo', entity('1011'), { mailalias: [{ target: ['b@example.net', 'c@example.net'] }] }],
  ['service/mailaliaslist', zone, { mailalias: [{ entityID: '1011', name: 'all@example.com' }] }],

  ['service/ftpdelete', entity('1006'), {}],
  ['service/ddbbdelete', entity('1007'), {}],
  ['service/subdomaindelete', entity('1008'), {}],
  ['service/redirectdelete', entity('1009'), {}],
  ['service/maildelete', entity('1010'), {}],
  ['service/mailaliasdelete', entity('1011'), {}],
  ['service/ftpcreate', { ...zone, name: 'files', ftpPath: '/', password: 'x' }, { ftp: [{ entityID: '1012' }] }],

  [
    'service/dnscreate',
    { ...zone, name: 'a.example.com', type: 'A', value: '192.0.2.1' },
    { dns: [{ entityID: '1013' }] },
  ],
  ['service/dnsupdate', { ...entity('1013'), value: '192.0.2.2', ttl: '600' }],
  ['service/dnsgetinfo', entity('1013'), { dns: [{ value: '192.0.2.2', ttl: '600', priority: '-' }] }],
  ['service/dnsdelete', entity('1013'), {}],
  ['service/dnssetzone', { ...zone, dnsZoneData: [record] }, {}],
  ['service/dnslist', zone, { queryInfo: { total: 1 }, dns: [record] }],
  ['service/dnsrestore', zone, {}],
  ['service/dnslist', { ...zone, filterType: 'MX' }, { dns: [{ value: 'mail.example.com', priority: '10' }] }],
  ['service/dnsdeleteall', zone, {}],
  ['service/dnslist', zone, { queryInfo: { total: 0 }, dns: [] }],
];

describe.each(['json', 'xml'] as const)('a session with every operation of the services, in %s', (outputFormat) => {
  it('gets answers as the library expects them', async () => {
    const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
    const sandbox = await startSandbox(sandboxDefaults, server, { now });
    const client = createInterpreter(
      {
        http,
        endpoint: sandbox.api,
        user: sandboxDefaults.apiUser,
        password: sandboxDefaults.apiPassword,
        userAgent: 'hostpin/test',
        now,
        outputFormat,
      },
      catalogue,
    );
    try {
      for (const [operation, params = {}, answer = {}] of session) {
        const said = await client.call(operation, params as never);
        expect([operation, said]).toMatchObject([operation, { kind: 'ok', data: answer }]);
        const changes = catalogue[operation].effect !== 'reads';
        if (changes && said.kind === 'ok') expect(said.envelope.messages, operation).toHaveLength(1);
      }
    } finally {
      await sandbox.close();
    }
  });
});

it('has every operation of the module in the session', () => {
  const named = new Set(session.map(([operation]) => operation));
  expect(Object.keys(catalogue).filter((name) => name.startsWith('service/') && !named.has(name as never))).toEqual([]);
});
