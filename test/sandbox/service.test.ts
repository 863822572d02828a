import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plans } from '../../src/sandbox/hosting-plans.ts';
import { perform, type Reply } from '../../src/sandbox/operations/operation.ts';
import { operations } from '../../src/sandbox/operations/table.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { api, type Envelope, envelopeOf, now, stateOf } from './world.ts';

type Parameters = Record<string, string>;
type Step = [operation: string, parameters?: Parameters];

const zone = { serviceName: 'example.com' };

/** What the last of the steps is answered, each one done after the other; the service is example.com where not said. */
const after = (steps: readonly Step[], options: Partial<SandboxOptions> = {}): Envelope => {
  let state = stateOf(options);
  let envelope: Envelope | undefined;
  for (const [operation, parameters] of steps) {
    const { state: next, action } = api(state, `service/${operation}`, { ...zone, ...parameters });
    envelope = envelopeOf(action);
    if (!envelope.success) expect(next.world).toEqual(state.world);
    state = next;
  }
  if (!envelope) throw new Error('no steps');
  return envelope;
};

const times = (count: number, step: (index: number) => Step): Step[] =>
  Array.from({ length: count }, (_, index) => step(index));

const ftp = (name = 'files'): Step => ['ftpcreate', { name, ftpPath: '/', password: 'x' }];
const database: Step = ['ddbbcreate', { password: 'x' }];
const subdomain = (name = 'blog', more: Parameters = {}): Step => ['subdomaincreate', { name, ftpPath: '/', ...more }];
const redirect = (more: Parameters = {}): Step => [
  'redirectcreate',
  { origin: 'old.example.com', destination: 'https://example.org/', type: '302', ...more },
];
const mail = (name = 'a@example.com'): Step => ['mailcreate', { name, password: 'x' }];
const alias = (name = 'b@example.com', target = 'c@example.org'): Step => ['mailaliascreate', { name, target }];
const upgrade = (productkey: string): Step => ['upgrade', { productkey }];
const order = (productkey: string, more: Parameters = {}): Step => [
  'create',
  { serviceName: 'new.org', productkey, ...more },
];
const certificate = { sslCert: 'C', sslKey: 'K', sslCertChain: 'H', sslPath: '/' };
/** The first entity of a session: one record is there before. */
const first = { entityID: '1002' };

describe('what is refused', () => {
  const rows: [why: string, code: number, steps: Step[]][] = [
    ['a service that does not exist', 4001, [['ftplist', { serviceName: 'other.com' }]]],
    ['a new service that exists', 4007, [order('mini', { serviceName: 'example.com' })]],
    ['a new service in another case, that exists', 4007, [order('mini', { serviceName: 'EXAMPLE.com.' })]],
    [
      'a new service in Unicode, that exists',
      4007,
      [order('mini', { serviceName: 'niño.com' }), order('mini', { serviceName: 'xn--nio-8ma.com' })],
    ],
    [
      'one database too many of a service in Unicode',
      4003,
      [order('redir', { serviceName: 'niño.com' }), ['ddbbcreate', { serviceName: 'Niño.com.', password: 'x' }]],
    ],
    ['a new service whose name DNS does not allow', 2001, [order('mini', { serviceName: 'a b.com' })]],
    ['a new service that is only an ending', 2001, [order('mini', { serviceName: 'com' })]],
    ['a plan that does not exist', 105, [order('constructor')]],
    ['a new service without a plan', 101, [['create', { serviceName: 'new.org' }]]],
    ['a period of 0', 105, [order('mini', { period: '0' })]],
    ['a period that is no number', 105, [['renew', { period: '1.5' }]]],
    ['a service that costs more than there is', 1100, [order('corporate')]],
    ['years that cost more than there is', 1100, [['renew', { period: '9' }]]],
    ['a renewal further than ten years ahead', 4009, [['renew', { period: '10' }]]],
    ['an upgrade to a lower plan', 4008, [upgrade('mini')]],
    ['an upgrade to the plan that is there', 4008, [upgrade('basic')]],
    ['an upgrade to a plan that lacks what this one has', 4008, [upgrade('mailpro')]],
    ['an upgrade to a plan that does not exist', 105, [upgrade('x')]],
    ['an upgrade that costs more than there is', 1100, [['renew'], upgrade('corporate')]],
    ['another updateType', 105, [['update', { updateType: 'x', renewalMode: 'manual' }]]],
    ['another renewalMode', 105, [['update', { updateType: 'renewalMode', renewalMode: 'letexpire' }]]],
    ['an update without renewalMode', 101, [['update', { updateType: 'renewalMode' }]]],
    ['another infoType', 105, [['getinfo', { infoType: 'toString' }]]],
    ['parking that is neither on nor off', 105, [['parkingupdate', { enabled: 'maybe' }]]],
    ['parking without a word', 101, [['parkingupdate']]],
    [
      'parking of a mail plan',
      4010,
      [order('mailplus'), ['parkingupdate', { serviceName: 'new.org', enabled: 'true' }]],
    ],
    [
      'a website builder of a mail plan',
      10001,
      [order('mailplus'), ['webconstructorlogin', { serviceName: 'new.org', subdomain: 'new.org' }]],
    ],
    ['a website builder where no site is', 10001, [['webconstructorlogin', { subdomain: 'blog.example.com' }]]],
    ['a language that is none', 105, [['webconstructorlogin', { subdomain: 'www', loginlang: 'English' }]]],

    ['one FTP account too many', 4003, [ftp('a'), ftp('b'), ftp('c'), ftp('d')]],
    ['one database too many', 4003, [database, database, database]],
    ['one subdomain too many', 4003, times(6, (index) => subdomain(`s${index}`))],
    ['one mailbox too many', 4003, times(6, (index) => mail(`m${index}@example.com`))],
    ['one alias too many', 4003, times(11, (index) => alias(`m${index}@example.com`))],
    ['an FTP account of a mail plan', 4003, [order('mailplus'), [ftp()[0], { ...ftp()[1], serviceName: 'new.org' }]]],
    ['an FTP account that is there', 4004, [ftp(), ftp()]],
    ['a subdomain that is there', 4004, [subdomain('blog'), subdomain('Blog.example.com')]],
    ['a redirection of what is redirected', 4004, [redirect(), redirect()]],
    ['a mailbox that is there', 4004, [mail(), mail('A@example.com')]],
    ['a mailbox whose address is an alias', 4004, [alias(), mail('b@example.com')]],
    ['an alias whose address is a mailbox', 4004, [mail(), alias('a@example.com')]],
    ['deletion of a subdomain that is redirected', 4006, [subdomain('old'), redirect(), ['subdomaindelete', first]]],

    ['a folder outside of the service', 105, [['ftpcreate', { name: 'a', ftpPath: '/../..', password: 'x' }]]],
    ['an FTP account without a password', 101, [['ftpcreate', { name: 'a', ftpPath: '/' }]]],
    ['an FTP account with a space in its name', 105, [ftp('a b')]],
    ['access that is no boolean', 105, [['ddbbcreate', { password: 'x', externalAccess: '2' }]]],
    ['a subdomain of elsewhere', 105, [subdomain('www.example.org')]],
    ['a certificate without its key', 101, [subdomain('blog', { sslCert: 'C', sslCertChain: 'H', sslPath: '/' })]],
    ['a certificate without its chain', 101, [subdomain('blog', { sslCert: 'C', sslKey: 'K', sslPath: '/' })]],
    ['a certificate without a path', 101, [subdomain('blog', { sslCert: 'C', sslKey: 'K', sslCertChain: 'H' })]],
    ['a redirection of another type', 105, [redirect({ type: '307' })]],
    ['a redirection of elsewhere', 105, [redirect({ origin: 'www.example.org' })]],
    ['a redirection to nowhere', 105, [redirect({ destination: 'a b' })]],
    ['a mailbox of elsewhere', 105, [mail('a@example.org')]],
    ['a mailbox that is no address', 105, [mail('a')]],
    ['an alias to what is no address', 105, [alias('b@example.com', 'a@example.org,b')]],
    ['an alias to nobody', 101, [alias('b@example.com', '')]],
    ['an update without what is required', 101, [mail(), ['mailupdate', first]]],
    ['an entity of another kind', 4002, [mail(), ['ftpgetinfo', first]]],
    ['an entity that is deleted', 4002, [mail(), ['maildelete', first], ['mailgetinfo', first]]],
    [
      'an entity of another service',
      4002,
      [order('mini'), mail(), ['mailgetinfo', { ...first, serviceName: 'new.org' }]],
    ],
    ['a page 0', 105, [['maillist', { page: '0' }]]],
  ];
  it.each(rows)('%s: code %i', (_, code, steps) => {
    const envelope = after(steps);
    expect(envelope).toMatchObject({ success: false, errorCode: code, responseData: [] });
    expect(envelope.messages?.[0]).toBeTruthy();
    for (const step of steps.slice(0, -1)) expect(after(steps.slice(0, steps.indexOf(step) + 1)).errorCode).toBe(0);
  });

  it('names every parameter that is missing, and every one that is wrong', () => {
    expect(after([subdomain('blog', { sslCert: 'C' })]).messages).toEqual([
      'Missing parameter: sslKey',
      'Missing parameter: sslCertChain',
      'Missing parameter: sslPath',
    ]);
    expect(after([redirect({ type: 'x', origin: 'a b' })]).messages).toHaveLength(2);
  });
});

describe('a service', () => {
  it('has a counter for each thing that its plan limits', () => {
    const { responseData } = after([ftp(), mail(), alias(), ['getinfo', { infoType: 'resources' }]]);
    const counter = (value: number, max: number, unit = '') => ({ value, max, unit });
    const { ftpusage, ftpfiles, webtraffic, ddbbusage } = plans.basic.max;
    expect(responseData).toEqual({
      name: 'example.com',
      status: 'active',
      type: 'Basic hosting',
      tsExpir: '2027-01-02',
      resources: {
        ftpusage: counter(0, ftpusage, 'bytes'),
        ftpfiles: counter(0, ftpfiles, 'files'),
        webtraffic: counter(0, webtraffic, 'bytes'),
        ftp: counter(1, 3),
        ddbb: counter(0, 2),
        subdomain: counter(0, 5),
        email: counter(1, 5),
        emailalias: counter(1, 10),
        ddbbusage: counter(0, ddbbusage, 'bytes'),
      },
    });
  });

  it('has room for more after an upgrade, and after a deletion', () => {
    const three = [ftp('a'), ftp('b'), ftp('c')];
    expect(after([...three, upgrade('professional'), ftp('d')]).success).toBe(true);
    const again = after([...three, ['ftpdelete', first], ftp('a')]);
    expect(again.responseData.ftp).toMatchObject([{ entityID: '1005' }]);
  });

  it('is paid from the balance until that ends', () => {
    const renewals: Step[] = times(5, () => ['renew']);
    expect(after(renewals).responseData.billing).toEqual({ total: 19.95, currency: 'EUR' });
    expect(after([...renewals, ['renew']]).errorCode).toBe(1100);
    expect(after([...renewals, ['renew'], ['getinfo']]).responseData).toMatchObject({
      status: 'renewed',
      tsExpir: '2032-01-02',
    });
  });

  it('takes the place of the redirection that a domain comes with', () => {
    expect(after([order('redir'), order('mini', { serviceName: 'new.org' })])).toMatchObject({
      success: true,
      responseData: { services: [{ name: 'new.org', productkey: 'mini' }] },
    });
  });
  it('shows its databases without externalAccess in lists', () => {
    const { responseData } = after([database, ['ddbblist']]);
    expect(responseData.ddbb).toEqual([{ entityID: '1002', name: 'ddb1002', user: 'ddb1002', password: 'x' }]);
  });

  it('lists its databases under both names, and answers as one of them', () => {
    const [one, other] = [after([database, ['ddbblist']]), after([database, ['bbddlist']])];
    expect(one.action).toBe('service/ddbblist');
    expect(other).toEqual(one);
  });

  it('shows a certificate only where one is installed, and keeps it over an update without one', () => {
    expect(after([subdomain()]).responseData.subdomain).toEqual([
      { entityID: '1002', name: 'blog.example.com', ftpPath: '/' },
    ]);
    const update: Step = ['subdomainupdate', { ...first, ftpPath: '/b' }];
    expect(after([subdomain('blog', certificate), update]).responseData.subdomain).toEqual([
      { entityID: '1002', name: 'blog.example.com', ftpPath: '/b', ssl: certificate },
    ]);
    expect(after([subdomain('blog', { sslKey: 'K' })]).responseData.subdomain[0].ssl).toBeUndefined();
  });

  it('never shows the password of a mailbox', () => {
    expect(JSON.stringify(after([['mailcreate', { name: 'a@example.com', password: 'S3CRET' }]]))).not.toContain(
      'S3CRET',
    );
  });

  it('has pages of what it has', () => {
    const { responseData } = after([
      ...times(5, (i) => mail(`m${i}@example.com`)),
      ['maillist', { pageLength: '2', page: '3' }],
    ]);
    expect(responseData).toMatchObject({
      queryInfo: { page: 3, pageLength: 2, results: 1, total: 5 },
      mail: [{ name: 'm4@example.com' }],
    });
  });
});

describe('what the earlier version lacks, or has more', () => {
  const call = (version: '1.0.14' | '1.0.20', [name, parameters]: Step): Reply => {
    const operation = operations.get(`service/${name}`);
    if (!operation) throw new Error(`no ${name}`);
    const { world } = stateOf();
    return perform(operation, { world, parameters: new Map(Object.entries({ ...zone, ...parameters })), now, version });
  };
  const quota = (bytes: string): Step => ['ftpcreate', { ...ftp()[1], quota: bytes }];

  it.each(['php', 'logerror'])('lacks the infoType %s', (infoType) => {
    expect(call('1.0.20', ['getinfo', { infoType }])).toMatchObject({ ok: true });
    expect(call('1.0.14', ['getinfo', { infoType }])).toMatchObject({ code: 105 });
  });

  it('wants a quota of at least a megabyte, which the later one ignores', () => {
    expect(call('1.0.14', ftp())).toMatchObject({ code: 101, messages: ['Missing parameter: quota'] });
    expect(call('1.0.14', quota('1048575'))).toMatchObject({ code: 105 });
    expect(call('1.0.14', quota('1048576'))).toMatchObject({ data: { ftp: [{ quota: 1_048_576 }] } });
    expect(call('1.0.20', quota('1'))).toMatchObject({ data: { ftp: [{ quota: plans.basic.max.ftpusage }] } });
  });

  it('lacks the sizes of mailboxes', () => {
    const fields = { entityID: '1002', name: 'a@example.com', password: '********' };
    expect(call('1.0.14', mail())).toMatchObject({ data: { mail: [fields] } });
    expect(call('1.0.14', mail())).not.toHaveProperty('data.mail.0.usage');
    expect(call('1.0.20', mail())).toMatchObject({ data: { mail: [{ ...fields, usage: 0, quotaMax: 1024 ** 3 }] } });
  });

  it('ignores certificates', () => {
    const said = call('1.0.14', subdomain('blog', { sslCert: 'C' }));
    expect(said).toMatchObject({ ok: true });
    expect(said).not.toHaveProperty('data.subdomain.0.ssl');
  });
});

it('any sequence of calls is answered, and entity ids are used once', () => {
  const operation = fc.constantFrom(...[...operations.keys()].filter((name) => name.startsWith('service/')));
  const entry = (key: string, ...values: string[]) =>
    fc
      .option(fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary' })), { nil: '' })
      .map((value) => [key, value]);
  const parameters = fc
    .tuple(
      fc.constantFrom(['serviceName', 'example.com'], ['serviceName', 'new.org']),
      entry('entityID', '1001', '1002', '1003', '1004'),
      entry('name', 'a', 'a@example.com', 'b@example.com', 'a.example.com', '__proto__.example.com'),
      entry('origin', 'a', 'http://a.example.com/b'),
      entry('ftpPath', '/'),
      entry('password', 'x'),
      entry('target', 'a@b.org,c@d.org'),
      entry('type', 'A', 'TXT', '301', 'frame'),
      entry('value', '192.0.2.1', 'text'),
      entry('destination', 'https://example.org/'),
      entry('productkey', 'mini', 'professional'),
      entry('sslCert', 'x'),
    )
    .map((entries): Parameters => Object.fromEntries(entries));
  fc.assert(
    fc.property(fc.array(fc.tuple(operation, parameters), { maxLength: 20 }), (calls) => {
      let state = stateOf();
      for (const [name, given] of calls) {
        const { state: next, action } = api(state, name, given);
        const { success, errorCode } = envelopeOf(action);
        expect(success).toBe(errorCode === 0);
        if (!success) expect(next.world).toEqual(state.world);
        state = next;
      }
      const { hosting, records, nextEntity } = state.world;
      const ids = [...Object.values(hosting).flatMap(({ entities }) => Object.values(entities).flat()), ...records].map(
        ({ entityID }) => Number(entityID),
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(Math.max(0, ...ids)).toBeLessThan(nextEntity);
    }),
  );
});
