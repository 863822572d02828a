import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/catalogue/index.ts';
import { createInterpreter } from '../../src/api/interpreter.ts';
import type { Http } from '../../src/platform/ports.ts';
import { exchange } from '../../src/sandbox/exchange.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { bodyOf, login, now, request, stateOf } from './world.ts';

/** Our client at a sandbox without a network between them, at a time that moves when told to. */
const connect = (outputFormat: 'json' | 'xml', options: Partial<SandboxOptions> = {}) => {
  let [state, clock] = [stateOf(options), now];
  const send: Http['send'] = async ({ method, url, headers = {}, body = '' }) => {
    const { pathname: path } = new URL(url);
    const next = exchange(state, 'api', request({ method, path, headers, body: Buffer.from(body) }), clock);
    state = next.state;
    return { kind: 'response', status: 200, headers: {}, body: bodyOf(next.action) };
  };
  const { call } = createInterpreter(
    {
      http: { send, close: async () => {} },
      endpoint: 'http://sandbox.example',
      user: login.apiuser,
      password: login.apipasswd,
      userAgent: 'test',
      now: () => clock,
      outputFormat,
    },
    catalogue,
  );
  return {
    call: call as (name: string, params: object) => ReturnType<typeof call>,
    wait: (ms: number) => {
      clock += ms;
    },
  };
};

const person = {
  Type: 'individual',
  FirstName: 'Ana',
  LastName: 'Núñez',
  IdentNumber: '12345678Z',
  Email: 'ana@example.org',
  Phone: '+34.666555444',
  Address: 'Calle Mayor 1',
  PostalCode: '28001',
  City: 'Madrid',
  State: 'Madrid',
  Country: 'es',
};
const organization = { ...person, Type: 'organization', OrgName: 'Viento, S.L.', OrgType: '612' };
const block = (role: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${role}Contact${name}`, value]));
const csrData = execFileSync(
  'openssl',
  ['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '/dev/null'].concat(
    ['-utf8', '-subj', '/C=ES/ST=Madrid/L=Alcalá/O=Viento/OU=Web/CN=example.com/emailAddress=a@example.com'],
  ),
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
);

const own = { domain: 'example.com' };
const fresh = { domain: 'viñedo.com' };
const glue = { ...fresh, name: 'ns1.viñedo.com', ipv4: '192.0.2.1' };
const servers = ['ns1.xn--viedo-pta.com', 'ns2.example.net'];
const entry = { keytag: 5, algorithm: 13, digesttype: 2, digest: 'ab'.repeat(32) };
const day = 86_400_000;

type Row = [operation: keyof typeof catalogue, params?: object, answer?: object] | ['wait', number];

/** A whole session, in which each row finds what the rows before it made. */
const session: Row[] = [
  ['tool/hello', {}, { ip: '203.0.113.7', lang: 'es' }],
  ['tool/idnconverter', { query: 'viñedo.com' }, { unicode: 'viñedo.com', punycode: 'xn--viedo-pta.com' }],
  ['tool/domainsuggests', { query: 'viento' }, { suggests: { viento: { com: true, net: true } } }],
  ['tool/domainsuggests', { query: 'example.com', tlds: ['tv'] }, { suggests: { example: { tv: false } } }],
  ['tool/gettable', { tableType: 'countries' }, { items: expect.arrayContaining([{ code: 'ES', name: 'España' }]) }],
  ['tool/gettable', { tableType: 'country' }],
  ['tool/gettable', { tableType: 'es_juridic' }, { items: expect.any(Array) }],
  [
    'tool/csrdecode',
    { csrData },
    {
      commonName: 'example.com',
      organizationName: 'Viento',
      organizationalUnitName: 'Web',
      countryName: 'ES',
      stateOrProvinceName: 'Madrid',
      localityName: 'Alcalá',
      emailAddress: 'a@example.com',
    },
  ],
  [
    'tool/dig',
    { query: 'home.example.com', type: 'A', nameserver: '192.0.2.53' },
    { result: expect.stringContaining('home.example.com.\t86400\tIN\tA\t127.0.0.1') },
  ],
  [
    'tool/dig',
    { query: 'x.org', type: 'ANY', nameserver: 'ns1.example.net' },
    { result: expect.stringContaining('NXDOMAIN') },
  ],
  [
    'tool/zonecheck',
    { ...own, nameservers: ['ns1.sandbox.example', 'ns2.sandbox.example'] },
    { result: { zonepass: true } },
  ],
  ['tool/zonecheck', { ...own, nameservers: ['ns1.sandbox.example', 'a.org'] }, { result: { zonepass: false } }],
  ['account/info', {}, { balance: 100.5, threshold: 10.5, currency: 'EUR' }],
  ['account/promos'],
  ['account/zones', { pageLength: 5, page: 2 }, { queryInfo: { page: 2, results: 5 } }],
  ['account/zones', { tld: 'info' }, { zones: [{ tldtop: 'info', create: { inPromo: true, years: '1' } }] }],
  ['account/zones', { tldtop: 'uk' }, { zones: [{ tld: 'uk' }, { tld: 'co.uk', authcodereq: false }] }],

  ['contact/create', person, { contactID: 'SBX-100002', country: 'ES', verificationstatus: 'inprocess' }],
  ['contact/resendverificationmail', { contactID: 'SBX-100002' }, { contactName: 'Ana Núñez' }],
  ['wait', 250],
  ['contact/getinfo', { contactID: 'SBX-100002' }, { verificationstatus: 'verified', daaccepted: true }],
  ['contact/create', organization, { contactID: 'SBX-100003', orgType: '612' }],
  [
    'contact/list',
    { name: 'viento', verificationstatus: 'inprocess', daaccepted: false, country: 'ES' },
    { queryInfo: { total: 1 } },
  ],
  ['contact/list', { email: 'ana@example.org' }, { queryInfo: { total: 2 } }],

  [
    'domain/check',
    fresh,
    { domains: [{ punycode: 'xn--viedo-pta.com', available: true, premium: false, price: 11.95 }] },
  ],
  ['domain/check', { domain: 'premium-x.com' }, { domains: [{ premium: true, price: 250 }] }],
  ['domain/check', own, { domains: [{ available: false }] }],
  ['domain/checkfortransfer', { domain: 'taken.com' }, { domains: [{ transferavail: true, transfermsg: [] }] }],
  ['domain/checkfortransfer', { domain: 'locked.com' }, { domains: [{ transferavail: false }] }],
  [
    'domain/create',
    { ...fresh, period: 2, ownerContactID: 'SBX-100002', ...block('tech', organization) },
    {
      billing: { total: 23.9, currency: 'EUR' },
      domains: [{ name: 'viñedo.com', status: 'register-init', tsExpir: '', period: 2 }],
    },
  ],
  ['account/info', {}, { balance: 76.6 }],
  ['wait', 250],
  ['domain/getinfo', fresh, { status: 'register-pending', serviceAssociated: true, ownerverification: 'verified' }],
  ['wait', 250],
  ['domain/getinfo', fresh, { status: 'active', tsExpir: '2028-01-02', renewable: false }],
  ['domain/getinfo', { ...fresh, infoType: 'service' }, { service: { productkey: 'redir' } }],
  [
    'domain/getinfo',
    { ...fresh, infoType: 'contact' },
    { contactAdmin: { contactID: 'SBX-100002' }, contactTech: { contactID: 'SBX-100004', orgName: 'Viento, S.L.' } },
  ],
  [
    'domain/create',
    { domain: 'n.info', nameservers: servers, ...block('owner', person) },
    { domains: [{ inPromo: true }] },
  ],
  ['wait', 500],

  ['domain/update', { ...fresh, updateType: 'tag', tag: ['a', 'b'] }, { name: 'viñedo.com' }],
  ['domain/update', { ...fresh, updateType: 'renewalMode', renewalMode: 'letexpire' }],
  ['domain/update', { ...fresh, updateType: 'transferBlock', transferBlock: true }],
  ['domain/getinfo', fresh, { tag: 'a,b', renewalMode: 'letexpire', transferBlock: true, authcodeCheck: false }],
  ['domain/update', { ...fresh, updateType: 'transferBlock', transferBlock: false }],
  ['domain/update', { ...fresh, updateType: 'whoisPrivacy', whoisPrivacy: true }],
  ['domain/update', { ...fresh, updateType: 'viewWhois', viewWhois: false }],
  ['domain/update', { ...fresh, updateType: 'block', block: true }],
  ['domain/getinfo', fresh, { modifyBlock: true, whoisPrivacy: true, viewWhois: false, authcodeCheck: true }],
  ['domain/update', { ...fresh, updateType: 'block', block: false }],
  ['domain/update', { ...fresh, updateType: 'contact', adminContactID: 'SBX-100003' }],
  ['domain/updatecontacts', { ...fresh, ...block('billing', person) }],
  ['domain/getinfo', { ...fresh, infoType: 'contact' }, { contactAdmin: { contactID: 'SBX-100003' } }],
  ['domain/gluerecordcreate', glue, { gluerecords: [{ name: 'ns1.xn--viedo-pta.com', ipv4: '192.0.2.1' }] }],
  ['domain/update', { ...fresh, updateType: 'nameservers', nameservers: servers }],
  [
    'domain/getnameservers',
    fresh,
    { defaultNS: false, nameservers: [{ order: 1, name: servers[0], ipv4: '192.0.2.1' }, { order: 2 }] },
  ],
  ['domain/updatenameservers', { ...fresh, nameservers: ['default'] }],
  ['domain/getnameservers', fresh, { defaultNS: true }],
  ['domain/gluerecordupdate', { ...glue, ipv6: '2001:db8::1' }, { gluerecords: [{ ipv6: '2001:db8::1' }] }],
  ['domain/getgluerecords', fresh, { gluerecords: [{ ipv4: '192.0.2.1' }] }],
  ['domain/gluerecorddelete', { ...fresh, name: glue.name }, { gluerecords: [] }],
  ['domain/dnsseccreate', { ...fresh, ...entry }, { dnssec: { active: true, entries: [{ keytag: 5 }] } }],
  ['domain/getdnssec', fresh, { dnssec: { active: true, entries: [{ digest: 'AB'.repeat(32) }] } }],
  ['domain/dnssecdelete', { ...fresh, ...entry }, { dnssec: { active: false, entries: [] } }],
  ['domain/getauthcode', fresh, { authcode: 'sandbox-1000003' }],
  ['domain/getinfo', { ...fresh, infoType: 'authcode' }, { authcode: 'sandbox-1000003' }],
  ['domain/whois', own, { whoisData: expect.stringContaining('Registrant Name: Demo Owner') }],
  ['domain/whois', { domain: 'xn--viedo-pta.com' }, { whoisData: expect.not.stringContaining('Ana') }],

  ...(['status', 'contact', 'nameservers', 'service', 'gluerecords'] as const).map(
    (infoType): Row => ['domain/list', { infoType }, { queryInfo: { total: 3 } }],
  ),
  [
    'domain/list',
    { tag: 'b', word: 'viñ', tld: 'com', status: 'active', owner: 'SBX-100002' },
    { queryInfo: { total: 1 } },
  ],
  ['domain/list', { renewable: true }, { queryInfo: { total: 0 } }],
  ['domain/list', { ...own, ownerverification: 'verified' }, { domains: [{ domainID: 1000001 }] }],

  [
    'domain/renew',
    { domainID: 1000001, curExpDate: '20270102', period: 2 },
    { billing: { total: 23.9 }, domains: [{ status: 'renewed', tsExpir: '2029-01-02', renewPeriod: 2 }] },
  ],
  ['wait', 250],
  ['domain/getinfo', own, { status: 'active' }],

  [
    'domain/transfer',
    { domain: 'taken.com', nameservers: 'keepns', ownerContactID: 'SBX-100002' },
    { billing: { total: 11.95 }, domains: [{ status: 'transfer-init', tsExpir: '' }] },
  ],
  ['domain/getinfo', { domain: 'taken.com' }, { transferStatus: 'init', authcodeCheck: false }],
  ['wait', 500],
  ['domain/getinfo', { domain: 'taken.com' }, { transferStatus: 'set-auth', status: 'transfer-pending' }],
  ['domain/transferrestart', { domain: 'taken.com', authcode: 'wrong' }, { status: 'transfer-init' }],
  ['wait', 500],
  ['domain/getinfo', { domain: 'taken.com' }, { transferStatus: 'pending-auth' }],
  ['domain/transferrestart', { domain: 'taken.com', authcode: 'right' }],
  ['wait', 500],
  ['domain/resendfoamail', { domain: 'taken.com' }, { status: 'transfer-pending' }],
  ['domain/getinfo', { domain: 'taken.com' }, { transferStatus: 'pending-foa' }],
  ['domain/resetfoa', { domain: 'taken.com' }, { status: 'transfer-init' }],
  ['wait', 1000],
  ['domain/getinfo', { domain: 'taken.com' }, { transferStatus: 'completed', status: 'active', tsExpir: '2027-01-02' }],
  ['domain/getnameservers', { domain: 'taken.com' }, { nameservers: [{ name: 'ns1.elsewhere.example' }, {}] }],
  ['domain/gethistory', { domain: 'taken.com', pageLength: 2 }, { queryInfo: { total: 15 }, tld: 'com' }],
  ['domain/listdeleted', {}, { domains: [{ name: 'old-name.com' }] }],

  ['contact/create', { ...person, Email: 'failed@example.org' }, { contactID: 'SBX-100007' }],
  ['domain/update', { ...fresh, updateType: 'contact', ownerContactID: 'SBX-100007' }],
  ['wait', 250],
  ['domain/getinfo', fresh, { status: 'inactive', ownerverification: 'failed' }],
  ['domain/resendverificationmail', fresh, { status: 'inactive' }],
  ['domain/getinfo', fresh, { status: 'active', ownerverification: 'inprocess' }],
  ['domain/updatecontacts', { ...fresh, ownerContactID: 'SBX-100002' }],

  // Two years on: viñedo.com is left to expire, the others renew themselves while the balance lasts.
  ['wait', 731 * day],
  ['domain/getinfo', fresh, { status: 'expired-renewgrace', renewable: true }],
  ['wait', 30 * day],
  ['domain/getinfo', fresh, { status: 'expired-redemption' }],
  ['wait', 30 * day],
  ['domain/getinfo', fresh, { status: 'expired-pendingdelete' }],
  ['wait', 5 * day],
  [
    'domain/listdeleted',
    {},
    {
      domains: expect.arrayContaining([
        { name: 'viñedo.com', tld: 'com', tsDeleted: '2028-03-08', info: 'Not renewed' },
      ]),
    },
  ],
];

describe('a session with domains and contacts', () => {
  it.each(['json', 'xml'] as const)('is as our client expects it, in %s', async (format) => {
    const { call, wait } = connect(format);
    for (const [index, row] of session.entries()) {
      if (row[0] === 'wait') {
        wait(row[1]);
        continue;
      }
      const [operation, params = {}, answer = {}] = row;
      const result = await call(operation, params);
      expect(result, `row ${index}: ${operation}`).toMatchObject({ kind: 'ok', data: answer });
    }
  });

  it('has every operation of these modules', () => {
    const seen = new Set(session.map(([name]) => name));
    const mine = Object.keys(catalogue).filter((name) => !name.startsWith('service/'));
    expect(mine.filter((name) => !seen.has(name as 'wait'))).toEqual([]);
  });
});
