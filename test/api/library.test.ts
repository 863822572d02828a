import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { ApiError, type Client, createClient, type ResultOf } from '../../src/index.ts';
import { type Answer, pageOf, type Request, serviceNamed, startProvider } from './provider.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((close) => close()))));

const start = async (answer: (request: Request) => Answer) => {
  const provider = await startProvider(answer);
  const client = createClient({ endpoint: provider.endpoint, user: 'u', password: 'p' });
  open.push(provider.stop, client.close);
  return { client, requests: provider.requests };
};

describe('the library', () => {
  it('gives what an operation answers', async () => {
    const { client } = await start(() => ({ data: { query: 'ñ', unicode: 'ñ', punycode: 'xn--ida' } }));
    expect(await client.call('tool/idnconverter', { query: 'ñ' })).toEqual({
      query: 'ñ',
      unicode: 'ñ',
      punycode: 'xn--ida',
    });
  });

  it('says at once that the password is missing', () => {
    const options = { user: 'u', password: process.env.HOSTPIN_TEST_NOT_SET } as { user: string; password: string };
    expect(() => createClient(options)).toThrow('password must be a text');
  });

  it('throws a refusal as an error with its row', async () => {
    const { client } = await start(() => ({ code: 1100, messages: ['0.00 EUR left'] }));
    const failure = await client
      .call('domain/renew', { domain: 'example.com', curExpDate: '2027-01-01' })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      code: 1100,
      action: 'fix',
      row: { name: 'insufficient-balance' },
      operation: 'domain/renew',
    });
  });

  it('throws before it sends what breaks a rule', async () => {
    const { client, requests } = await start(() => ({ data: {} }));
    await expect(client.call('domain/getinfo', {})).rejects.toMatchObject({
      code: null,
      messages: ['domain or domainID is required'],
    });
    expect(requests).toEqual([]);
  });

  it('walks pages', async () => {
    const services = ['a.example', 'b.example', 'c.example'].map(serviceNamed);
    const { client } = await start(({ params }) => pageOf('services', services, params));
    const seen: string[] = [];
    for await (const page of client.pages('service/list', { pageLength: 2 }))
      seen.push(...page.services.map(({ name }) => name));
    expect(seen).toEqual(['a.example', 'b.example', 'c.example']);
  });

  it('asks under the other name where a provider does not know ddbblist', async () => {
    const { client, requests } = await start(({ action, params }) =>
      action === 'service/bbddlist' ? pageOf('ddbb', [], params) : { code: 102 },
    );
    expect(await client.call('service/ddbblist', { serviceName: 'a' })).toMatchObject({ ddbb: [] });
    expect(requests.map(({ action }) => action)).toEqual(['service/ddbblist', 'service/bbddlist']);
  });

  it('takes redirects for redirect', async () => {
    const redirect = { entityID: '1', origin: 'a', destination: 'b', type: 301 };
    const { client } = await start(() => ({ data: { redirects: [redirect] } }));
    expect(await client.call('service/redirectgetinfo', { serviceName: 'a', entityID: '1' })).toEqual({
      redirect: [{ ...redirect, type: '301' }],
    });
  });

  it('holds a result against the infoType that was asked for', async () => {
    const summary = { name: 'a.example', status: 'active', tld: 'example', tsExpir: '2030-01-01', domainID: 1 };
    const { client } = await start(() => ({ data: { ...summary, authcode: 'x' } }));
    expect(await client.call('domain/getinfo', { domainID: 1, infoType: 'authcode' })).toMatchObject({ authcode: 'x' });
    await expect(client.call('domain/getinfo', { domainID: 1, infoType: 'dnssec' })).rejects.toThrow(
      'responseData.dnssec',
    );
  });

  it('reads a list, in which the types lie open', async () => {
    const { client } = await start(() => ({ data: { deleted: [] } }));
    await expect(client.call('domain/listdeleted')).rejects.toBeInstanceOf(ApiError);
  });
});

it('calls are typed by the name alone', () => {
  expectTypeOf<ResultOf<'tool/hello'>['ip']>().toEqualTypeOf<string>();
  expectTypeOf<ResultOf<'service/dnslist'>['dns'][number]['entityID']>().toEqualTypeOf<string>();
  expectTypeOf<ResultOf<'domain/check'>['domains'][number]['price']>().toEqualTypeOf<number>();

  const wrong = (client: Client) => [
    client.call('tool/hello'),
    client.call('service/dnslist', { serviceName: 'example.com', filterType: 'A' }),
    client.call('domain/create', {
      domain: 'example.com',
      ownerContactID: '1',
      jobsOwnerWebsite: 'x',
      adminContactCity: 'y',
    }),
    client.pages('domain/list'),
    // @ts-expect-error there is no such operation
    client.call('service/dnslists', { serviceName: 'example.com' }),
    // @ts-expect-error serviceName is required
    client.call('service/dnslist'),
    // @ts-expect-error a parameter that the operation does not have
    client.call('service/dnslist', { serviceName: 'example.com', service: 'example.com' }),
    // @ts-expect-error a value that the parameter does not take
    client.call('service/dnslist', { serviceName: 'example.com', filterType: 'PTR' }),
    // @ts-expect-error a boolean, not a text
    client.call('service/parkingupdate', { serviceName: 'example.com', enabled: 'yes' }),
    // @ts-expect-error an operation without pages
    client.pages('tool/hello'),
  ];
  expect(wrong).toBeTypeOf('function');
});
