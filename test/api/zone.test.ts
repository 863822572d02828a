import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/api/client.ts';
import { type EnsureRequest, ensureRecord, longestService } from '../../src/api/zone.ts';
import { createHttp } from '../../src/platform/http.ts';
import { type Answer, pageOf, type Request, serviceNamed, startProvider } from './provider.ts';

const http = createHttp();
const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((provider) => provider.stop()))));
afterAll(() => http.close());

type Row = { entityID: string; name: string; type: string; ttl: string; priority: string; value: string };
const row = (entityID: string, name: string, type: string, value: string): Row => ({
  entityID,
  name,
  type,
  ttl: '-',
  priority: '-',
  value,
});

/** An account with zones; `instead` answers in the place of the account where it wants to. */
const account = async (
  zones: Record<string, Row[]>,
  instead: (request: Request) => Answer | undefined = () => undefined,
) => {
  const answer = (request: Request): Answer => {
    const { action, params } = request;
    const other = instead(request);
    if (other) return other;
    if (action === 'service/list') return pageOf('services', Object.keys(zones).map(serviceNamed), params, 2);
    const zone = zones[params.serviceName ?? ''];
    if (!zone) return { code: 4001, text: 'Service not found' };
    if (action === 'service/dnslist')
      return pageOf(
        'dns',
        zone.filter(({ name }) => name.includes(params.filter ?? '')),
        params,
      );
    if (action === 'service/dnscreate') {
      const made = row(`new${zone.length}`, params.name ?? '', params.type ?? '', params.value ?? '');
      zone.push({ ...made, ttl: params.ttl ?? '-' });
      return { data: { dns: [made] }, messages: ['created'] };
    }
    const found = zone.find(({ entityID }) => entityID === params.entityID);
    if (action === 'service/dnsupdate' && found) {
      found.value = params.value ?? '';
      return { data: { dns: [found] } };
    }
    return { code: 102 };
  };
  const provider = await startProvider(answer);
  open.push(provider);
  const client = createApiClient({
    http,
    endpoint: provider.endpoint,
    user: 'u',
    password: 'p',
    userAgent: 't',
    now: Date.now,
    timeoutMs: 2_000,
  });
  return {
    ensure: (request: EnsureRequest) => ensureRecord(request, client),
    actions: () => provider.requests.map(({ action }) => action),
    zones,
  };
};

const aaaa = { host: 'nas.example.com', type: 'AAAA', address: '2001:db8::1', create: true } as const;
const a = { host: 'nas.example.com', type: 'A', address: '192.0.2.1', create: true } as const;

it('the longest service whose labels end the host name has it', () => {
  const services = ['example.com', 'Home.Example.com.', 'ample.com', 'com.example', 'españa.example'];
  expect(longestService('nas.home.example.com', services)).toBe('Home.Example.com.');
  expect(longestService('example.com', services)).toBe('example.com');
  expect(longestService('*.example.com', services)).toBe('example.com');
  expect(longestService('nas.xn--espaa-rta.example', services)).toBe('españa.example');
  expect(longestService('badexample.com', services)).toBeUndefined();
});

describe('a record that is missing', () => {
  it('is created in the longest service, which is found on the last page', async () => {
    const { ensure, zones, actions } = await account({ 'a.org': [], 'b.org': [], 'example.com': [] });
    const made = await ensure({ ...a, ttl: 300 });
    expect(made).toMatchObject({
      outcome: { kind: 'accepted', created: true, address: '192.0.2.1', via: 'api' },
      service: 'example.com',
      entityId: 'new0',
    });
    expect(zones['example.com']).toMatchObject([
      { name: 'nas.example.com', type: 'A', value: '192.0.2.1', ttl: '300' },
    ]);
    expect(actions().slice(0, 2)).toEqual(['service/list', 'service/list']);
  });

  it('is not looked for where the service is known', async () => {
    const { ensure, actions } = await account({ 'example.com': [] });
    expect(await ensure({ ...aaaa, service: 'example.com' })).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(actions()).not.toContain('service/list');
  });

  it('is left missing where it must not be created', async () => {
    const { ensure, zones } = await account({ 'example.com': [] });
    expect(await ensure({ ...aaaa, create: false })).toMatchObject({ outcome: { kind: 'rejected', refusal: 'host' } });
    expect(zones['example.com']).toEqual([]);
  });

  it('is created once, though the first answer is lost', async () => {
    let lose = true;
    const zones: Record<string, Row[]> = { 'example.com': [] };
    const { ensure } = await account(zones, ({ action, params }) => {
      if (action !== 'service/dnscreate' || !lose) return undefined;
      lose = false;
      zones['example.com']?.push(row('1', params.name ?? '', params.type ?? '', params.value ?? ''));
      return 'hang up';
    });
    expect(await ensure(aaaa)).toMatchObject({ outcome: { kind: 'unconfirmed' }, service: 'example.com' });
    expect(await ensure(aaaa)).toMatchObject({ outcome: { kind: 'unchanged' }, entityId: '1' });
    expect(zones['example.com']).toHaveLength(1);
  });
});

describe('a record that is there', () => {
  it.each([
    ['in lower case', 'nas.example.com'],
    ['in upper case, with a final dot', 'NAS.Example.COM.'],
    ['without its zone', 'nas'],
  ])('and has the address, its name %s: nothing is sent', async (_, name) => {
    const { ensure, actions } = await account({ 'example.com': [row('7', name, 'AAAA', '2001:DB8:0::1')] });
    expect(await ensure(aaaa)).toMatchObject({ outcome: { kind: 'unchanged', address: '2001:db8::1' }, entityId: '7' });
    expect(actions()).not.toContain('service/dnsupdate');
  });

  it('and has another IPv6 address is changed', async () => {
    const { ensure, zones } = await account({ 'example.com': [row('7', aaaa.host, 'AAAA', '2001:db8::9')] });
    expect(await ensure(aaaa)).toMatchObject({ outcome: { kind: 'accepted', created: false }, entityId: '7' });
    expect(zones['example.com']).toMatchObject([{ value: '2001:db8::1' }]);
  });

  it('and has another IPv4 address is left to the dynamic DNS endpoint', async () => {
    const { ensure, actions } = await account({ 'example.com': [row('7', a.host, 'A', '192.0.2.9')] });
    expect(await ensure(a)).toEqual({
      outcome: { kind: 'exists', address: '192.0.2.9' },
      entityId: '7',
      service: 'example.com',
    });
    expect(actions()).not.toContain('service/dnsupdate');
  });

  it('several times: the remembered one is changed, the others are left', async () => {
    const { ensure, zones } = await account({
      'example.com': [row('1', aaaa.host, 'AAAA', '2001:db8::8'), row('2', aaaa.host, 'AAAA', '2001:db8::9')],
    });
    const { outcome } = await ensure({ ...aaaa, entityId: '2' });
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect('message' in outcome && outcome.message).toContain('1 more AAAA');
    expect(zones['example.com']?.map(({ value }) => value)).toEqual(['2001:db8::8', '2001:db8::1']);
  });

  it('under a Unicode name is found by its Punycode', async () => {
    const { ensure } = await account({ 'españa.example': [row('3', 'casa.españa.example', 'A', '192.0.2.1')] });
    expect(await ensure({ ...a, host: 'casa.xn--espaa-rta.example' })).toMatchObject({
      outcome: { kind: 'unchanged' },
    });
  });

  it('is found though the filter matches nothing', async () => {
    const { ensure } = await account({ 'example.com': [row('3', a.host, 'A', a.address)] }, ({ action, params }) =>
      action === 'service/dnslist' && params.filter ? pageOf('dns', [], params) : undefined,
    );
    expect(await ensure(a)).toMatchObject({ outcome: { kind: 'unchanged' } });
  });

  it('is believed only as the provider names it back', async () => {
    const { ensure } = await account({ 'example.com': [row('7', aaaa.host, 'AAAA', '2001:db8::9')] }, ({ action }) =>
      action === 'service/dnsupdate' ? { data: { dns: [row('7', aaaa.host, 'AAAA', '2001:db8::9')] } } : undefined,
    );
    expect(await ensure(aaaa)).toMatchObject({ outcome: { kind: 'unconfirmed' } });
  });
});

describe('what stands in the way is explained', () => {
  it.each<[string, () => ReturnType<typeof account>, Partial<EnsureRequest>, string, RegExp]>([
    [
      'a CNAME',
      () => account({ 'example.com': [row('1', a.host, 'CNAME', 'other.example.net')] }),
      {},
      'host',
      /CNAME to other\.example\.net/,
    ],
    ['no service has the host', () => account({ 'a.org': [], 'b.org': [] }), {}, 'host', /a\.org, b\.org/],
    [
      'the named service is not ours',
      () => account({ 'a.org': [] }),
      { service: 'example.com' },
      'host',
      /no hosting service example\.com; .*a\.org/,
    ],
    ['no services at all', () => account({}), {}, 'host', /has no hosting services/],
    [
      'the caller is not registered',
      () => account({}, () => ({ code: 300, messages: ['IP 203.0.113.7'] })),
      {},
      'caller',
      /203\.0\.113\.7 is not registered/,
    ],
    ['a blocked account', () => account({}, () => ({ code: 1010 })), {}, 'blocked', /Account blocked/],
    ['refused credentials', () => account({}, () => ({ code: 1005 })), {}, 'credentials', /api\.password/],
    [
      'a full zone',
      () =>
        account({ 'example.com': [] }, ({ action }) => (action === 'service/dnscreate' ? { code: 4003 } : undefined)),
      {},
      'host',
      /Maximum amount/,
    ],
  ])('%s', async (_, made, more, refusal, message) => {
    const { outcome } = await (await made()).ensure({ ...a, ...more });
    expect(outcome).toMatchObject({ kind: 'rejected', refusal, via: 'api' });
    expect('message' in outcome && outcome.message).toMatch(message);
  });
});
