import { describe, expect, it } from 'vitest';
import { bodyOf, api as call, envelopeOf, stateOf } from './world.ts';

type Version = '1.0.14' | '1.0.20' | undefined;
type Step = [operation: string, parameters?: Record<string, string>];

/** What the last of the steps is answered by a provider of the version. */
const answer = (apiVersion: Version, ...steps: Step[]) => {
  let state = stateOf(apiVersion ? { apiVersion } : {});
  let envelope: ReturnType<typeof envelopeOf> | undefined;
  for (const [operation, parameters] of steps) {
    const next = call(state, operation, parameters);
    state = next.state;
    envelope = envelopeOf(next.action);
  }
  if (!envelope) throw new Error('no steps');
  return envelope;
};

const owner = { ownerContactID: 'SBX-100001' };
const zone = { serviceName: 'example.com' };
const key = { domain: 'example.com', keytag: '5', algorithm: '13', digesttype: '1', digest: 'ab'.repeat(20) };
const certificate = { sslCert: 'C', sslKey: 'K', sslCertChain: 'H', sslPath: '/' };

// Specification, Versioning.
describe.each<[what: string, has: (version: Version) => boolean, earlier: boolean, later: boolean]>([
  ['account/promos', (version) => answer(version, ['account/promos']).errorCode !== 102, false, true],
  ['contact/create', (version) => answer(version, ['contact/create']).errorCode !== 102, false, true],
  ['tool/csrdecode', (version) => answer(version, ['tool/csrdecode']).errorCode !== 102, true, false],
  ['domain/resendfoamail', (version) => answer(version, ['domain/resendfoamail']).errorCode !== 102, true, false],
  ['domain/resetfoa', (version) => answer(version, ['domain/resetfoa']).errorCode !== 102, true, false],
  [
    'inPromo in the price list',
    (version) => JSON.stringify(answer(version, ['account/zones', { tld: 'info' }])).includes('inPromo'),
    false,
    true,
  ],
  [
    'inPromo of an order',
    (version) => JSON.stringify(answer(version, ['domain/create', { domain: 'a.info', ...owner }])).includes('inPromo'),
    false,
    true,
  ],
  ...['php', 'logerror'].map((infoType): [string, (version: Version) => boolean, boolean, boolean] => [
    `the infoType ${infoType}`,
    (version) => answer(version, ['service/getinfo', { ...zone, infoType }]).success,
    false,
    true,
  ]),
  [
    'sizes of mailboxes',
    (version) =>
      'quotaMax' in
      answer(version, ['service/mailcreate', { ...zone, name: 'a@example.com', password: 'x' }]).responseData.mail[0],
    false,
    true,
  ],
  [
    'certificates of subdomains',
    (version) =>
      'ssl' in
      answer(version, ['service/subdomaincreate', { ...zone, name: 'a', ftpPath: '/', ...certificate }]).responseData
        .subdomain[0],
    false,
    true,
  ],
  [
    'a quota of FTP accounts that is required',
    (version) =>
      answer(version, ['service/ftpcreate', { ...zone, name: 'a', ftpPath: '/', password: 'x' }]).errorCode === 101,
    true,
    false,
  ],
  [
    'a name of the DNSSEC entry that is deleted',
    (version) => answer(version, ['domain/dnsseccreate', key], ['domain/dnssecdelete', key]).errorCode === 101,
    true,
    false,
  ],
  [
    'a web site of each contact of a .jobs domain',
    (version) => answer(version, ['domain/create', { domain: 'a.jobs', ...owner }]).errorCode === 101,
    true,
    false,
  ],
  [
    'foacontact',
    (version) =>
      answer(version, ['domain/transfer', { domain: 'taken.com', ...owner, foacontact: 'tech' }]).errorCode === 105,
    true,
    false,
  ],
])('%s', (_, has, earlier, later) => {
  it(`is ${earlier ? '' : 'not '}in 1.0.14, and ${later ? '' : 'not '}in 1.0.20`, () => {
    expect([has('1.0.14'), has('1.0.20')]).toEqual([earlier, later]);
  });
});

it.each<[Version, string]>([
  [undefined, '1.0.20'],
  ['1.0.14', '1.0.14'],
  ['1.0.20', '1.0.20'],
])('version %s is said in every answer as %s', (version, said) => {
  expect(answer(version, ['tool/hello'])).toMatchObject({ version: said, responseData: { version: said } });
  expect(answer(version, ['tool/nothing'])).toMatchObject({ version: said, errorCode: 102 });
  const fault = stateOf(version ? { apiVersion: version } : {}, [{ on: 'api', do: { errorCode: 1 } }]);
  expect(JSON.parse(bodyOf(call(fault, 'tool/hello').action))).toMatchObject({ version: said, errorCode: 1 });
});

it('without a version, what only one of them has is there', () => {
  for (const operation of ['account/promos', 'contact/create', 'tool/csrdecode', 'domain/resetfoa']) {
    expect(answer(undefined, [operation]).errorCode).not.toBe(102);
  }
});
