import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spend } from '../../src/sandbox/money.ts';
import { operations } from '../../src/sandbox/operations/table.ts';
import type { SandboxState } from '../../src/sandbox/state.ts';
import { api, envelopeOf, login, now, stateOf } from './world.ts';

type Parameters = Record<string, string>;
/** A call, and how much later than the one before it. */
type Step = [operation: string, parameters?: Parameters, later?: number];

/** What the last step is answered after all those before it. */
const after = (steps: readonly Step[], start = stateOf()) => {
  let [state, clock] = [start, now];
  const envelopes = steps.map(([operation, parameters = {}, later = 0]) => {
    clock += later;
    const next = api(state, operation, parameters, login, clock);
    state = next.state;
    return envelopeOf(next.action);
  });
  return { state, envelopes, last: envelopes.at(-1) };
};

const day = 86_400_000;
const own = { domain: 'example.com' };
const owner = { ownerContactID: 'SBX-100001' };
const person = {
  Type: 'individual',
  FirstName: 'A',
  LastName: 'B',
  IdentNumber: '1',
  Email: 'a@example.org',
  Phone: '+34.600000000',
  Address: 'x',
  PostalCode: '1',
  City: 'x',
  State: 'x',
  Country: 'ES',
};
const create = (domain: string, more: Parameters = {}, later = 0): Step => [
  'domain/create',
  { domain, ...owner, ...more },
  later,
];
const transfer = (domain: string, more: Parameters = {}): Step => [
  'domain/transfer',
  { domain, ...owner, authcode: 'right', ...more },
];
const update = (updateType: string, more: Parameters = {}, domain = 'example.com', later = 0): Step => [
  'domain/update',
  { domain, updateType, ...more },
  later,
];
const renew = (more: Parameters = {}, later = 0): Step => [
  'domain/renew',
  { ...own, curExpDate: '2027-01-02', ...more },
  later,
];
const glue = (more: Parameters = {}): Step => [
  'domain/gluerecordcreate',
  { ...own, name: 'ns1.example.com', ipv4: '192.0.2.1', ...more },
];
const keys = { keytag: '5', algorithm: '13', digesttype: '1', digest: 'ab'.repeat(20) };
const key = (more: Parameters = {}): Step => ['domain/dnsseccreate', { ...own, ...keys, ...more }];
const contact = (more: Parameters = {}): Step => ['contact/create', { ...person, ...more }];
const failedOwner: Step[] = [contact({ Email: 'failed@example.org' }), ['tool/hello', {}, 250]];
const lock = update('block', { block: 'true' });

describe('a domain is refused', () => {
  const rows: [string, number, Step[]][] = [
    ['where none is named', 101, [['domain/getinfo']]],
    ['by a number that is none', 105, [['domain/getinfo', { domainID: 'x' }]]],
    ['where it is not ours', 2008, [['domain/getinfo', { domain: 'example.org' }]]],
    ['where number and name are of two', 2008, [['domain/getinfo', { ...own, domainID: '1000002' }]]],
    ['another infoType', 105, [['domain/getinfo', { ...own, infoType: 'all' }]]],
    ['an infoType that lists do not have', 105, [['domain/list', { infoType: 'dnssec' }]]],
    ['a status that does not exist', 105, [['domain/list', { status: 'x' }]]],

    ['a name that is none', 2001, [['domain/check', { domain: 'a b' }]]],
    ['a name that is too deep', 2001, [['domain/check', { domain: 'a.b.com' }]]],
    ['a TLD that is not in the price list', 2002, [['domain/check', { domain: 'a.zz' }]]],
    ['a TLD in maintenance', 2003, [['domain/check', { domain: 'a.test' }]]],
    ['a registry that is silent', 2004, [['domain/check', { domain: 'error-2004.com' }]]],
    ['whois of another account', 2006, [['domain/whois', { domain: 'example.org' }]]],
    ['whois in Unicode', 2001, [['domain/whois', { domain: 'ñ.com' }]]],
    ['whois that fails', 2007, [create('error-2007.com'), ['domain/whois', { domain: 'error-2007.com' }]]],

    ['registration without an owner', 101, [['domain/create', { domain: 'a.com' }]]],
    ['registration with half an owner', 101, [['domain/create', { domain: 'a.com', ownerContactType: 'individual' }]]],
    ['registration with an owner who is nobody', 3001, [create('a.com', { ownerContactID: 'x' })]],
    [
      'registration with an owner who failed',
      3003,
      [...failedOwner, create('a.com', { ownerContactID: 'SBX-100002' })],
    ],
    ['registration of what is taken', 2010, [create('taken.com')]],
    ['registration of our own', 2010, [create('example.com')]],
    ['a premium domain as another one', 2011, [create('premium.com')]],
    ['a premium domain that is too dear', 1100, [create('premium.com', { premium: 'true' })]],
    ['a registry that does not register', 2009, [create('error-2009.com')]],
    ['years that are not offered', 105, [create('a.com', { period: '11' })]],
    ['one name server', 105, [create('a.com', { nameservers: 'ns1.a.org' })]],
    ['one name server twice', 105, [create('a.com', { nameservers: 'ns1.a.org,ns1.a.org' })]],
    ['eight name servers', 105, [create('a.com', { nameservers: 'a.b,b.b,c.b,d.b,e.b,f.b,g.b,h.b' })]],
    ['servers kept where none were', 105, [create('a.com', { nameservers: 'keepns' })]],
    ['an address as a name server', 105, [create('a.com', { nameservers: '192.0.2.1,192.0.2.2' })]],
    ['.aero without its identifier', 101, [create('a.aero')]],
    ['.cat without its use', 101, [create('a.cat')]],
    ['.fi of a person without a birthday', 101, [create('a.fi')]],
    ['.xxx without a class', 101, [create('a.xxx')]],
    ['.xxx of a class that does not exist', 105, [create('a.xxx', { xxxClass: 'x' })]],
    ['.xxx of a member without a number', 101, [create('a.xxx', { xxxClass: 'membership' })]],
    ['money that ends', 1100, [create('a.com', { period: '9' })]],

    ['transfer of what is ours', 2005, [transfer('example.com')]],
    ['transfer of what is free', 2005, [transfer('free.com')]],
    ['transfer of what is locked', 2005, [transfer('locked.com')]],
    ['a registry that does not transfer', 2012, [transfer('error-2012.com')]],
    ['transfer with an FOA to nobody', 105, [transfer('taken.com', { foacontact: 'tech' })]],
    ['.jobs without web sites', 101, [transfer('taken.jobs')]],
    ['a transfer that is too dear', 1100, [create('a.com', { period: '8' }), transfer('taken.com')]],
    ['a transfer that does not run', 2012, [['domain/transferrestart', own]]],
    ['an FOA of no transfer', 2012, [['domain/resendfoamail', own]]],
    ['a restart of its FOA', 2012, [['domain/resetfoa', own]]],
    ['verification of who is verified', 2210, [['domain/resendverificationmail', own]]],

    ['renewal of another date', 2100, [renew({ curExpDate: '2027-01-03' })]],
    ['renewal of what is no date', 105, [renew({ curExpDate: 'soon' })]],
    ['renewal for too long', 2101, [renew({ period: '5' }), renew({ curExpDate: '2032-01-02', period: '5' }, 250)]],
    ['renewal while one is in process', 2102, [renew(), renew({ curExpDate: '2028-01-02' })]],
    ['renewal of what is in registration', 2101, [create('a.com'), renew({ domain: 'a.com' })]],
    [
      'renewal that the registry refuses',
      2100,
      [create('error-2100.com'), ['tool/hello', {}, 500], renew({ domain: 'error-2100.com' })],
    ],
    ['renewal that is too dear', 1100, [renew({ period: '9' })]],

    ['another updateType', 105, [update('x')]],
    ['an update without its parameter', 101, [update('tag')]],
    ['a boolean that is none', 105, [update('whoisPrivacy', { whoisPrivacy: 'maybe' })]],
    ['a renewal mode that does not exist', 105, [update('renewalMode', { renewalMode: 'x' })]],
    ['name servers without names', 101, [update('nameservers')]],
    ['an update of what is locked', 2202, [lock, update('contact', owner)]],
    ['glue of what is locked', 2202, [lock, glue()]],
    ['DNSSEC of what is locked', 2202, [lock, key()]],
    ['an update of what is in registration', 2201, [create('a.com'), update('contact', owner, 'a.com')]],
    [
      'privacy where the TLD has none',
      2201,
      [create('a.es'), update('whoisPrivacy', { whoisPrivacy: 'true' }, 'a.es', 500)],
    ],
    [
      'an update that the registry refuses',
      2200,
      [create('error-2200.com'), update('contact', owner, 'error-2200.com', 500)],
    ],
    [
      'name servers of an owner who failed',
      2210,
      [
        contact({ Email: 'failed@example.org' }),
        update('contact', { ownerContactID: 'SBX-100002' }),
        ['domain/updatenameservers', { ...own, nameservers: 'default' }, 250],
      ],
    ],
    [
      'the authcode while transfers are locked',
      2005,
      [update('transferBlock', { transferBlock: '1' }), ['domain/getauthcode', own]],
    ],

    ['glue of elsewhere', 105, [glue({ name: 'ns1.example.org' })]],
    ['glue without an address', 105, [glue({ ipv4: '2001:db8::1' })]],
    ['glue with another address', 105, [glue({ ipv6: '192.0.2.1' })]],
    ['glue that is there', 2200, [glue(), glue()]],
    ['an update of glue that is not there', 2200, [['domain/gluerecordupdate', glue()[1] ?? {}]]],
    ['deletion of glue that is not there', 2200, [['domain/gluerecorddelete', glue()[1] ?? {}]]],
    ['a key that is there', 2200, [key(), key()]],
    ['deletion of a key that is not there', 2200, [['domain/dnssecdelete', key()[1] ?? {}]]],
    ['a digest of another length', 105, [key({ digesttype: '2' })]],
    ['a digest that is none', 105, [key({ digest: 'x'.repeat(40) })]],
    ['a tag that is too big', 105, [key({ keytag: '65536' })]],

    ['a contact without fields', 101, [['contact/create']]],
    ['an organization without a name', 101, [contact({ Type: 'organization' })]],
    ['a contact of another type', 3002, [contact({ Type: 'x' })]],
    ['a contact with a wrong phone', 3002, [contact({ Phone: '600' })]],
    ['a contact of no country', 3002, [contact({ Country: 'XX' })]],
    ['an organization of no type', 3002, [contact({ Type: 'organization', OrgName: 'x', OrgType: 'x' })]],
    ['a contact that does not exist', 3001, [['contact/getinfo', { contactID: 'x' }]]],
    ['other information on a contact', 105, [['contact/getinfo', { contactID: 'SBX-100001', infoType: 'x' }]]],
    ['verification of who was verified', 3003, [['contact/resendverificationmail', { contactID: 'SBX-100001' }]]],
    ['a filter that is none', 105, [['contact/list', { daaccepted: 'x' }]]],

    ['a table that does not exist', 105, [['tool/gettable', { tableType: 'x' }]]],
    ['a language that has no suggestions', 105, [['tool/domainsuggests', { query: 'a', language: 'it' }]]],
    ['a TLD that has no suggestions', 105, [['tool/domainsuggests', { query: 'a', tlds: 'org' }]]],
    ['a request that is no PEM', 105, [['tool/csrdecode', { csrData: 'x' }]]],
    ['a lookup of another type', 105, [['tool/dig', { query: 'a.org', type: 'SRV', nameserver: '192.0.2.1' }]]],
    ['a lookup at no server', 105, [['tool/dig', { query: 'a.org', type: 'A', nameserver: 'a b' }]]],
    ['a check of one server', 105, [['tool/zonecheck', { ...own, nameservers: 'ns1.example.com' }]]],
    ['a name that can not be written', 105, [['tool/idnconverter', { query: 'a b' }]]],
  ];
  it.each(rows)('%s: code %i', (_, code, steps) => {
    const { envelopes, last } = after(steps);
    expect(last).toMatchObject({ success: false, errorCode: code, responseData: [] });
    expect(last?.messages?.[0]).toBeTruthy();
    expect(envelopes.slice(0, -1).map(({ messages = [], errorCode }) => [errorCode, errorCode && messages])).toEqual(
      envelopes.slice(0, -1).map(() => [0, 0]),
    );
  });
});

describe('time', () => {
  const statusOf = (steps: Step[], domain: string, later: number) =>
    after([...steps, ['domain/getinfo', { domain }, later]]).last?.responseData;

  const rows: [string, Step[], string, number, object][] = [
    ['registers', [create('a.com')], 'a.com', 500, { status: 'active', tsExpir: '2027-01-02' }],
    ['cancels what the registry refuses', [create('refused.com')], 'refused.com', 500, { status: 'register-cancel' }],
    [
      'cancels a transfer without its authcode',
      [transfer('taken.com', { authcode: '' })],
      'taken.com',
      6 * day,
      { status: 'transfer-cancel', transferStatus: 'cancelled' },
    ],
    ['asks for the tag of .uk', [transfer('taken.uk')], 'taken.uk', 750, { transferStatus: 'pending-tag' }],
    ['needs no authcode for .uk', [transfer('taken.uk', { authcode: '' })], 'taken.uk', 1250, { status: 'active' }],
    ['renews', [renew()], 'example.com', 0, { status: 'renewed' }],
    ['renews by itself', [], 'example.com', 366 * day, { tsExpir: '2028-01-02' }],
    [
      'does not renew what is left to expire',
      [update('renewalMode', { renewalMode: 'letexpire' })],
      'example.com',
      366 * day,
      { status: 'expired-renewgrace', renewable: true },
    ],
    [
      'does not renew without money',
      [create('a.com', { period: '8' })],
      'example.com',
      366 * day,
      { status: 'expired-renewgrace' },
    ],
    ['tells when renewal is due', [], 'example.com', 310 * day, { status: 'active', renewable: true }],
  ];
  it.each(rows)('%s', (_, steps, domain, later, answer) => {
    expect(statusOf(steps, domain, later)).toMatchObject(answer);
  });

  it('lets a domain that is in grace be renewed, and be active again', () => {
    const expired = [update('renewalMode', { renewalMode: 'manual' }), renew({}, 370 * day)];
    expect(statusOf(expired, 'example.com', 250)).toMatchObject({ status: 'active', tsExpir: '2028-01-02' });
  });

  it('gives up on who does not answer after 15 days', () => {
    const steps: Step[] = [contact({ Email: 'unverified@example.org' })];
    const ask = (later: number): Step => ['contact/getinfo', { contactID: 'SBX-100002' }, later];
    expect(after([...steps, ask(14 * day)]).last?.responseData.verificationstatus).toBe('inprocess');
    expect(after([...steps, ask(15 * day)]).last?.responseData.verificationstatus).toBe('failed');
  });
});

describe('money', () => {
  it('is spent to the cent, and not below nothing', () => {
    const { world } = stateOf();
    expect(spend(world, 100.5)?.money.balance).toBe(0);
    expect(spend(world, 100.51)).toBeUndefined();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 50 }), (prices) => {
        let [left, state] = [10_050, world];
        for (const price of prices) {
          const paid = spend(state, price / 100);
          expect(paid === undefined).toBe(price > left);
          if (!paid) continue;
          state = paid;
          left -= price;
          expect(state.money.balance).toBe(left / 100);
        }
      }),
    );
  });
});

describe('any call', () => {
  const names = [...operations.keys()].filter((name) => !name.startsWith('service/'));
  const parameter = fc.constantFrom(
    ...['domain', 'domainID', 'updateType', 'nameservers', 'period', 'curExpDate', 'ownerContactID', 'tag', 'block'],
    ...['name', 'ipv4', 'keytag', 'digest', 'query', 'csrData', 'type', 'contactID', 'infoType', 'tlds', 'page'],
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('example.com', '1000001', 'contact', 'constructor', '__proto__', 'a.com', 'taken.com', 'true'),
    fc.constantFrom('2027-01-02', 'SBX-100001', 'a.b,b.c', 'authcode'),
  );
  it('is answered, keeps the world plain data, and refuses without a change', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.dictionary(parameter, value))), (calls) => {
        let state: SandboxState = stateOf();
        for (const [index, [name, parameters]] of calls.entries()) {
          const next = api(state, name, { ...own, ...parameters }, login, now + index * 100);
          expect(typeof envelopeOf(next.action).errorCode).toBe('number');
          state = next.state;
        }
        expect(JSON.parse(JSON.stringify(state.world))).toEqual(state.world);
        expect(state.world.money.balance).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
