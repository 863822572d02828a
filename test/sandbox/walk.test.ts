import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/catalogue/index.ts';
import { createInterpreter } from '../../src/api/interpreter.ts';
import type { Operation } from '../../src/api/operation.ts';
import { listText, operationHelp } from '../../src/cli/api/help.ts';
import { exchange } from '../../src/sandbox/exchange.ts';
import { operations } from '../../src/sandbox/operations/table.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { bodyOf, login, now, request, stateOf } from './world.ts';

type Parameters = Record<string, string | number | boolean | readonly (string | object)[]>;
type Step = [name: string, parameters: Parameters];
/** An operation of the specification's tables, parameters with which it is answered, and what has to be called before. */
type Row = [name: string, parameters: Parameters, ...before: Step[]];

const domain = { domain: 'example.com' };
const zone = { serviceName: 'example.com' };
const servers = ['ns1.example.org', 'ns2.example.org'];
/** The first entity that a session makes. */
const entity = { ...zone, entityID: '1002' };
/** The record that is there from the start. */
const record = { ...zone, entityID: '1001' };
const contact = { contactID: 'SBX-100001' };
const owner = { ownerContactID: 'SBX-100001' };
const name = { Type: 'individual', FirstName: 'Ana', LastName: 'Núñez', IdentNumber: '1', Phone: '+34.600000000' };
const place = { Address: 'Calle Mayor 1', PostalCode: '28001', City: 'Madrid', State: 'Madrid', Country: 'ES' };
const person = { ...name, ...place, Email: 'ana@example.org' };
const glue = { ...domain, name: 'ns1.example.com', ipv4: '192.0.2.1' };
const key = { ...domain, keytag: 5, algorithm: 13, digesttype: 1, digest: 'ab'.repeat(20) };
const transfer: Step = ['domain/transfer', { domain: 'taken.com', authcode: 'right', ...owner }];
const taken = { domain: 'taken.com' };
const ftp: Step = ['service/ftpcreate', { ...zone, name: 'files', ftpPath: '/', password: 'x', quota: 1_048_576 }];
const database: Step = ['service/ddbbcreate', { ...zone, password: 'x' }];
const subdomain: Step = ['service/subdomaincreate', { ...zone, name: 'blog', ftpPath: '/' }];
const redirect: Step = [
  'service/redirectcreate',
  { ...zone, origin: 'old.example.com', destination: 'https://example.org/', type: '301' },
];
const mail: Step = ['service/mailcreate', { ...zone, name: 'a@example.com', password: 'x' }];
const alias: Step = ['service/mailaliascreate', { ...zone, name: 'b@example.com', target: ['c@example.org'] }];
/** The least that a request has: a version and a common name. */
const csrData = `-----BEGIN CERTIFICATE REQUEST-----
MB0wGwIBADAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbQ==
-----END CERTIFICATE REQUEST-----`;

const rows: Row[] = [
  ['tool/hello', {}],
  ['tool/idnconverter', { query: 'viñedo.com' }],
  ['tool/domainsuggests', { query: 'viento' }],
  ['tool/gettable', { tableType: 'countries' }],
  ['tool/csrdecode', { csrData }],
  ['tool/dig', { query: 'home.example.com', type: 'A', nameserver: '192.0.2.53' }],
  ['tool/zonecheck', { ...domain, nameservers: servers }],

  ['account/info', {}],
  ['account/promos', {}],
  ['account/zones', {}],

  ['domain/check', { domain: 'new.com' }],
  ['domain/checkfortransfer', taken],
  ['domain/create', { domain: 'new.com', ...owner }],
  transfer,
  ['domain/transferrestart', taken, transfer],
  ['domain/update', { ...domain, updateType: 'renewalMode', renewalMode: 'manual' }],
  ['domain/updatenameservers', { ...domain, nameservers: servers }],
  ['domain/updatecontacts', { ...domain, ...owner }],
  ['domain/gluerecordcreate', glue],
  ['domain/gluerecordupdate', { ...glue, ipv4: '192.0.2.2' }, ['domain/gluerecordcreate', glue]],
  ['domain/gluerecorddelete', { ...domain, name: glue.name }, ['domain/gluerecordcreate', glue]],
  ['domain/list', {}],
  ['domain/getinfo', domain],
  ['domain/getauthcode', domain],
  ['domain/getnameservers', domain],
  ['domain/getgluerecords', domain],
  ['domain/getdnssec', domain],
  ['domain/dnsseccreate', key],
  ['domain/dnssecdelete', { ...key, name: 'x' }, ['domain/dnsseccreate', key]],
  ['domain/renew', { ...domain, curExpDate: '2027-01-02' }],
  ['domain/whois', domain],
  [
    'domain/resendverificationmail',
    domain,
    ['contact/create', person],
    ['domain/updatecontacts', { ...domain, ownerContactID: 'SBX-100002' }],
  ],
  ['domain/resendfoamail', taken, transfer],
  ['domain/resetfoa', taken, transfer],
  ['domain/gethistory', domain],
  ['domain/listdeleted', {}],

  ['contact/create', person],
  ['contact/list', {}],
  ['contact/getinfo', contact],
  ['contact/resendverificationmail', { contactID: 'SBX-100002' }, ['contact/create', person]],

  ['service/list', {}],
  ['service/getinfo', zone],
  ['service/create', { serviceName: 'new.org', productkey: 'mini' }],
  ['service/renew', zone],
  ['service/upgrade', { ...zone, productkey: 'professional' }],
  ['service/update', { ...zone, updateType: 'renewalMode', renewalMode: 'autorenew' }],
  ['service/parkinggetinfo', zone],
  ['service/parkingupdate', { ...zone, enabled: true }],
  ['service/webconstructorlogin', { ...zone, subdomain: 'www.example.com' }],
  ['service/ftplist', zone],
  ['service/ftpgetinfo', entity, ftp],
  ftp,
  ['service/ftpupdate', { ...entity, ftpPath: '/b', password: 'y', quota: 1_048_576 }, ftp],
  ['service/ftpdelete', entity, ftp],
  ['service/ddbblist', zone],
  ['service/ddbbgetinfo', entity, database],
  database,
  ['service/ddbbupdate', { ...entity, password: 'y' }, database],
  ['service/ddbbdelete', entity, database],
  ['service/subdomainlist', zone],
  ['service/subdomaingetinfo', entity, subdomain],
  subdomain,
  ['service/subdomainupdate', { ...entity, ftpPath: '/b' }, subdomain],
  ['service/subdomaindelete', entity, subdomain],
  ['service/redirectlist', zone],
  ['service/redirectgetinfo', entity, redirect],
  redirect,
  ['service/redirectupdate', { ...entity, destination: 'https://example.net/', type: 'frame' }, redirect],
  ['service/redirectdelete', entity, redirect],
  ['service/maillist', zone],
  ['service/mailgetinfo', entity, mail],
  mail,
  ['service/mailupdate', { ...entity, password: 'y' }, mail],
  ['service/maildelete', entity, mail],
  ['service/mailaliaslist', zone],
  ['service/mailaliasgetinfo', entity, alias],
  alias,
  ['service/mailaliasupdate', { ...entity, target: ['d@example.org'] }, alias],
  ['service/mailaliasdelete', entity, alias],
  ['service/dnslist', zone],
  ['service/dnsgetinfo', record],
  ['service/dnscreate', { ...zone, name: 'a.example.com', type: 'A', value: '192.0.2.1' }],
  ['service/dnsupdate', { ...record, value: '192.0.2.1' }],
  ['service/dnsdelete', record],
  ['service/dnsrestore', zone],
  ['service/dnssetzone', { ...zone, dnsZoneData: [] }],
  ['service/dnsdeleteall', zone],
];

const catalogued: Readonly<Record<string, Operation>> = catalogue;

/** Our client, at a sandbox without a network between them. */
const connect = (options: Partial<SandboxOptions>) => {
  let state = stateOf(options);
  const { call } = createInterpreter(
    {
      http: {
        send: async ({ method, url, headers = {}, body = '' }) => {
          const { pathname: path } = new URL(url);
          const next = exchange(state, 'api', request({ method, path, headers, body: Buffer.from(body) }), now);
          state = next.state;
          return { kind: 'response', status: 200, headers: {}, body: bodyOf(next.action) };
        },
        close: async () => {},
      },
      ...{ endpoint: 'http://sandbox.example', userAgent: 'test', now: () => now },
      ...{ user: login.apiuser, password: login.apipasswd },
    },
    catalogue,
  );
  return call as (name: string, parameters: object) => ReturnType<typeof call>;
};

const versions = [undefined, '1.0.14', '1.0.20'] as const;

it('the tables have 87 operations, each once, and so have the catalogue and the sandbox', () => {
  const names = rows.map(([name]) => name).sort();
  expect(new Set(names).size).toBe(87);
  expect(names).toHaveLength(87);
  expect(Object.keys(catalogue).sort()).toEqual(names);
  // Specification, Module service: the list of databases is written in two ways.
  expect([...operations.keys()].sort()).toEqual([...names, 'service/bbddlist'].sort());
});

it('the list of the help has every one of them', () => {
  const text = listText(Object.keys(catalogue), catalogue, 100);
  for (const [name] of rows) expect(text).toMatch(new RegExp(`^ +${name} `, 'm'));
});

describe.each(rows)('%s', (name, parameters, ...before) => {
  const row = catalogued[name] as Operation;

  it('is shown by the help, with its summary and each parameter and its meaning', () => {
    const help = operationHelp(name, row, 100);
    const whole = help.replace(/\s+/g, ' ');
    expect(row.summary).toMatch(/\w{3}/);
    expect(whole).toContain(row.summary);
    for (const parameter of Object.keys(row.params._zod.def.shape)) {
      expect(help).toMatch(new RegExp(`^ +--${parameter}\\s+\\S`, 'm'));
    }
  });

  it.each(versions)('is answered as version %s has it, with a result that its schema accepts', async (version) => {
    const call = connect(version ? { apiVersion: version } : {});
    const has = (each: string) => !version || !catalogued[each]?.only || catalogued[each]?.only === version;
    // What only the other version has can't prepare anything either.
    if (!before.every(([each]) => has(each))) return;
    for (const [each, given] of before) expect(await call(each, given)).toMatchObject({ kind: 'ok' });
    const answer = await call(name, parameters);
    if (!has(name)) expect(answer).toMatchObject({ kind: 'failed', error: { code: 102 } });
    else expect(answer).toMatchObject({ kind: 'ok', envelope: { version: version ?? '1.0.20' } });
    expect(operations.get(name)?.only).toBe(row.only);
  });
});
