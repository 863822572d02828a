import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/catalogue/index.ts';
import { describeOperation } from '../../src/api/describe.ts';
import type { Operation } from '../../src/api/operation.ts';

/** Specification, "Endpoints": every operation, written out. */
const names = `
tool/hello tool/idnconverter tool/domainsuggests tool/gettable tool/csrdecode tool/dig tool/zonecheck
account/info account/promos account/zones
domain/check domain/checkfortransfer domain/create domain/transfer domain/transferrestart domain/update
domain/updatenameservers domain/updatecontacts domain/gluerecordcreate domain/gluerecordupdate domain/gluerecorddelete
domain/list domain/getinfo domain/getauthcode domain/getnameservers domain/getgluerecords domain/getdnssec
domain/dnsseccreate domain/dnssecdelete domain/renew domain/whois domain/resendverificationmail domain/resendfoamail
domain/resetfoa domain/gethistory domain/listdeleted
contact/create contact/list contact/getinfo contact/resendverificationmail
service/list service/getinfo service/create service/renew service/upgrade service/update service/parkinggetinfo
service/parkingupdate service/webconstructorlogin
service/ftplist service/ftpgetinfo service/ftpcreate service/ftpupdate service/ftpdelete
service/ddbblist service/ddbbgetinfo service/ddbbcreate service/ddbbupdate service/ddbbdelete
service/subdomainlist service/subdomaingetinfo service/subdomaincreate service/subdomainupdate service/subdomaindelete
service/redirectlist service/redirectgetinfo service/redirectcreate service/redirectupdate service/redirectdelete
service/maillist service/mailgetinfo service/mailcreate service/mailupdate service/maildelete
service/mailaliaslist service/mailaliasgetinfo service/mailaliascreate service/mailaliasupdate service/mailaliasdelete
service/dnslist service/dnsgetinfo service/dnscreate service/dnsupdate service/dnsdelete service/dnsrestore
service/dnssetzone service/dnsdeleteall
`
  .trim()
  .split(/\s+/);

const rows = Object.entries(catalogue) as [string, Operation][];

it('the catalogue has the 87 operations of the specification, and no other', () => {
  expect(names).toHaveLength(87);
  expect(rows.map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(rows)('%s', (name, row) => {
  const described = describeOperation(name, row);

  it('is documented, and so is each of its parameters', () => {
    expect(row.summary).toMatch(/^[A-Z].{8,}[^.]$/);
    for (const parameter of described.parameters) expect(parameter.description, parameter.name).not.toBe('');
  });

  it('says what it does to the account', () => {
    const action = name.split('/')[1] ?? '';
    if (/delete|restore|setzone/.test(action) && action !== 'listdeleted') expect(row.effect).toBe('destroys');
    else if (
      ['domain', 'service'].includes(name.split('/')[0] ?? '') &&
      /^(create|renew|upgrade|transfer)$/.test(action)
    ) {
      expect(row.effect).toBe('spends');
    } else if (/list|info|^get|check/.test(action)) expect(row.effect).toBe('reads');
    else expect(['reads', 'changes']).toContain(row.effect);
  });

  it('hides what is secret', () => {
    for (const { name: parameter, secret } of described.parameters) {
      expect(secret, parameter).toBe(/password|authcode|sslKey$|aeroPass/.test(parameter));
    }
  });

  it('has pages where it answers with queryInfo', () => {
    const paged = 'queryInfo' in ((row.result._zod.def as { shape?: object }).shape ?? {});
    expect(described.parameters.some((parameter) => parameter.name === 'page')).toBe(paged);
  });
});

it('an operation is described with its versions, values and defaults', () => {
  expect(describeOperation('tool/domainsuggests', catalogue['tool/domainsuggests'])).toEqual({
    name: 'tool/domainsuggests',
    summary: 'Suggest domain names for a word (abuse leads to a ban)',
    effect: 'reads',
    versions: ['1.0.14', '1.0.20'],
    parameters: [
      { name: 'query', required: true, type: 'text', description: 'a word or domain', secret: false },
      {
        name: 'language',
        required: false,
        type: 'text',
        values: ['es', 'en', 'zh', 'fr', 'de', 'kr', 'pt', 'tr'],
        default: 'es',
        description: 'the language of the suggestions',
        secret: false,
      },
      {
        name: 'tlds',
        required: false,
        type: 'list',
        values: ['com', 'net', 'tv', 'cc'],
        default: 'com,net',
        description: 'top-level domains: com, net, tv, cc',
        secret: false,
      },
    ],
  });
  expect(
    rows
      .filter(([, { only }]) => only === '1.0.14')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['domain/resendfoamail', 'domain/resetfoa', 'tool/csrdecode']);
  expect(
    rows
      .filter(([, { only }]) => only === '1.0.20')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['account/promos', 'contact/create']);
});
