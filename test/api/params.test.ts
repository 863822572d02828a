import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, type FullCatalogue } from '../../src/api/catalogue/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { checkParams } from '../../src/api/params.ts';

type Name = keyof FullCatalogue;
const owner = { ownerContactID: 'c1' };
const person = {
  ownerContactType: 'individual',
  ownerContactFirstName: 'Ana',
  ownerContactLastName: 'Ruiz',
  ownerContactIdentNumber: '1Z',
  ownerContactEmail: 'ana@example.com',
  ownerContactPhone: '+34.123456789',
  ownerContactAddress: 'Calle 1',
  ownerContactPostalCode: '08001',
  ownerContactCity: 'Barcelona',
  ownerContactState: 'Barcelona',
  ownerContactCountry: 'ES',
};
const contact = Object.fromEntries(
  Object.entries(person).map(([key, value]) => [key.replace('ownerContact', ''), value]),
);
const service = { serviceName: 'example.com' };
const domain = { domain: 'example.com' };

describe('parameters that are right go on the wire', () => {
  it.each<[string, Name, object, Record<string, string>]>([
    [
      'texts of a command line',
      'service/ddbbcreate',
      { ...service, password: 'p', externalAccess: 'true' },
      { ...service, password: 'p', externalAccess: 'true' },
    ],
    ['a boolean', 'service/parkingupdate', { ...service, enabled: false }, { ...service, enabled: 'false' }],
    [
      'a list',
      'domain/updatenameservers',
      { ...domain, nameservers: ['a.example', 'b.example'] },
      { ...domain, nameservers: 'a.example,b.example' },
    ],
    [
      'a list as a text',
      'domain/updatenameservers',
      { ...domain, nameservers: 'a.example, b.example' },
      { ...domain, nameservers: 'a.example,b.example' },
    ],
    [
      'the word that stands for a list',
      'domain/updatenameservers',
      { ...domain, nameservers: 'default' },
      { ...domain, nameservers: 'default' },
    ],
    ['a domain by its identifier', 'domain/getinfo', { domainID: '12' }, { domainID: '12' }],
    ['what is undefined is not sent', 'domain/getinfo', { ...domain, infoType: undefined }, domain],
    [
      'a date in either form',
      'domain/renew',
      { ...domain, curExpDate: '20280229' },
      { ...domain, curExpDate: '20280229' },
    ],
    ['a registration by a contact that exists', 'domain/create', { ...domain, ...owner }, { ...domain, ...owner }],
    ['a registration with a whole contact', 'domain/create', { ...domain, ...person }, { ...domain, ...person }],
    [
      'a password that looks like a number',
      'service/mailupdate',
      { ...service, entityID: '1', password: '007' },
      { ...service, entityID: '1', password: '007' },
    ],
    [
      'a redirect type',
      'service/redirectupdate',
      { ...service, entityID: '1', destination: 'https://example.net', type: 301 as never },
      { ...service, entityID: '1', destination: 'https://example.net', type: '301' },
    ],
  ])('%s', (_, name, given, params) => {
    expect(checkParams(catalogue[name], given as Record<string, unknown>)).toEqual({ kind: 'ok', params });
  });

  it('a zone goes as Base64 of JSON, from records, JSON or Base64', () => {
    const records = [{ name: 'example.com', type: 'A', value: '192.0.2.1' }];
    const sent = [{ name: 'example.com', type: 'A', ttl: '-', priority: '-', value: '192.0.2.1' }];
    const json = JSON.stringify(records);
    for (const dnsZoneData of [records, json, Buffer.from(json).toString('base64')]) {
      const checked = checkParams(catalogue['service/dnssetzone'], { ...service, dnsZoneData });
      expect(
        checked.kind === 'ok' && JSON.parse(Buffer.from(checked.params.dnsZoneData ?? '', 'base64').toString()),
      ).toEqual(sent);
    }
  });
});

describe('parameters that break a rule are all named', () => {
  const required = (parameter: string) => ({ parameter, what: 'is required' });
  it.each<[string, Name, object, { parameter: string; what: string }[]]>([
    [
      'unknown and missing ones',
      'service/dnsdelete',
      { entity: '1' },
      [
        required('serviceName'),
        required('entityID'),
        { parameter: 'entity', what: 'is no parameter of this operation' },
      ],
    ],
    ['neither domain nor domainID', 'domain/getinfo', {}, [{ parameter: 'domain', what: 'or domainID is required' }]],
    [
      'one name server',
      'domain/updatenameservers',
      { ...domain, nameservers: 'a.example' },
      [{ parameter: 'nameservers', what: 'must be 2 to 7 host names or default' }],
    ],
    [
      'eight name servers',
      'domain/updatenameservers',
      { ...domain, nameservers: Array(8).fill('a.example') },
      [{ parameter: 'nameservers', what: 'must be 2 to 7 host names or default' }],
    ],
    [
      'keepns where it is not known',
      'domain/create',
      { ...domain, ...owner, nameservers: 'keepns' },
      [{ parameter: 'nameservers', what: 'must be 2 to 7 host names or parking' }],
    ],
    [
      'one name server to check',
      'tool/zonecheck',
      { ...domain, nameservers: 'a.example' },
      [{ parameter: 'nameservers', what: 'must be at least 2 host names' }],
    ],
    [
      'a date that does not exist',
      'domain/renew',
      { ...domain, curExpDate: '2027-02-29' },
      [{ parameter: 'curExpDate', what: 'must be a date, YYYY-MM-DD or YYYYMMDD' }],
    ],
    [
      'no owner',
      'domain/create',
      domain,
      [{ parameter: 'ownerContactID', what: 'or the other fields of the owner contact are required' }],
    ],
    [
      'a contact with gaps',
      'domain/updatecontacts',
      { ...domain, ...person, ownerContactCity: undefined },
      [{ parameter: 'ownerContactCity', what: 'is required where ownerContactID is not given' }],
    ],
    [
      'an organization without its name and type',
      'contact/create',
      { ...contact, Type: 'organization' },
      [
        { parameter: 'OrgName', what: 'is required for an organization' },
        { parameter: 'OrgType', what: 'is required for an organization in ES' },
      ],
    ],
    [
      'an organization elsewhere',
      'contact/create',
      { ...contact, Type: 'organization', Country: 'FR' },
      [{ parameter: 'OrgName', what: 'is required for an organization' }],
    ],
    [
      'a phone number in another form',
      'contact/create',
      { ...contact, Phone: '612345678' },
      [{ parameter: 'Phone', what: 'must look like +34.123456789' }],
    ],
    [
      'a rule of one parameter and one of several',
      'domain/update',
      { updateType: 'tag', block: 'perhaps' },
      [
        { parameter: 'block', what: 'must be true or false' },
        { parameter: 'domain', what: 'or domainID is required' },
        { parameter: 'tag', what: 'is required where updateType is tag' },
      ],
    ],
    [
      '.aero without its registry',
      'domain/create',
      { domain: 'a.aero', ...owner },
      [
        { parameter: 'aeroId', what: 'is required for .aero' },
        { parameter: 'aeroPass', what: 'is required for .aero' },
      ],
    ],
    [
      '.cat without its use',
      'domain/create',
      { domain: 'a.CAT', ...owner },
      [{ parameter: 'domainIntendedUse', what: 'is required for this top-level domain' }],
    ],
    [
      '.xxx by class',
      'domain/create',
      { domain: 'a.xxx', ...owner, xxxClass: 'membership' },
      [{ parameter: 'xxxId', what: 'is required where xxxClass is membership' }],
    ],
    [
      '.fi of a person',
      'domain/create',
      { domain: 'a.fi', ...person },
      [{ parameter: 'ownerDateOfBirth', what: 'is required for a person who owns a domain here' }],
    ],
    [
      'a certificate without its key',
      'service/subdomainupdate',
      { ...service, entityID: '1', ftpPath: '/', sslCert: 'x', sslPath: '/', sslCertChain: 'y' },
      [{ parameter: 'sslKey', what: 'is required with sslCert' }],
    ],
    [
      'a small FTP quota',
      'service/ftpupdate',
      { ...service, entityID: '1', ftpPath: '/', password: 'p', quota: '5' },
      [{ parameter: 'quota', what: 'must be at least 1048576' }],
    ],
    [
      'an IPv6 address for an A record',
      'service/dnscreate',
      { ...service, name: 'a', type: 'A', value: '::1' },
      [{ parameter: 'value', what: 'must be an IPv4 address for a record of type A' }],
    ],
    [
      'a SRV record out of order',
      'service/dnscreate',
      { ...service, name: 'a', type: 'SRV', value: 'host 1 2' },
      [
        {
          parameter: 'value',
          what: 'must be: weight port destination-host, each number up to 65535 for a record of type SRV',
        },
      ],
    ],
    [
      'a tld that no suggestion has',
      'tool/domainsuggests',
      { query: 'a', tlds: 'com,org' },
      [{ parameter: 'tlds.1', what: 'must be one of: com, net, tv, cc' }],
    ],
    [
      'an unknown updateType',
      'service/update',
      { ...service, updateType: 'plan', renewalMode: 'manual' },
      [{ parameter: 'updateType', what: 'must be one of: renewalMode' }],
    ],
  ])('%s', (_, name, given, problems) => {
    const checked = checkParams(catalogue[name], given as Record<string, unknown>);
    expect(checked.kind === 'wrong' && checked.problems).toEqual(problems);
  });
});

it('no parameters make a check throw, and a secret is in no problem', () => {
  const name = fc.constantFrom(...(Object.keys(catalogue) as Name[]));
  const given = fc.dictionary(
    fc.constantFrom(
      'domain',
      'domainID',
      'serviceName',
      'type',
      'value',
      'nameservers',
      'updateType',
      'dnsZoneData',
      'ownerContactType',
      'page',
      '__proto__',
    ),
    fc.anything(),
  );
  fc.assert(
    fc.property(name, given, (operation, params) => {
      const checked = checkParams(catalogue[operation] as Operation, { ...params, password: ['s3cret'] });
      expect(JSON.stringify(checked.kind === 'wrong' && checked.problems)).not.toContain('s3cret');
    }),
  );
});
