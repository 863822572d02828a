import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/api/client.ts';
import { createHttp } from '../../src/platform/http.ts';
import { type Answer, pageOf, type Request, serviceNamed, startProvider } from './provider.ts';

const http = createHttp();
const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((provider) => provider.stop()))));
afterAll(() => http.close());

const password = 's3cret & more';
const start = async (answer: (request: Request) => Answer, outputFormat: 'json' | 'xml' = 'json') => {
  const provider = await startProvider(answer);
  open.push(provider);
  const now = () => Date.parse('2026-01-01T00:00:00Z');
  const client = createApiClient({
    http,
    endpoint: provider.endpoint,
    user: 'alice',
    password,
    userAgent: 'hostpin/test',
    now,
    outputFormat,
    timeoutMs: 2_000,
  });
  return { ...provider, client };
};
const hello = { ip: '192.0.2.9', lang: 'en', version: '1.0.20' };

it('a call posts its parameters and the credentials as a form, under the path of the base address', async () => {
  const { client, requests } = await start(() => ({ data: hello }));
  expect(await client.call('tool/hello')).toMatchObject({ kind: 'ok', data: hello });
  expect(requests).toEqual([
    {
      action: 'tool/hello',
      method: 'POST',
      userAgent: 'hostpin/test',
      params: { apiuser: 'alice', apipasswd: password, 'output-format': 'json' },
    },
  ]);
});

it('XML is asked for and read where wanted', async () => {
  const body =
    '<data><success>1</success><errorCode>0</errorCode><responseData><ip>192.0.2.9</ip><lang>en</lang><version>1</version></responseData></data>';
  const { client, requests } = await start(() => ({ status: 200, body }), 'xml');
  expect(await client.call('tool/hello')).toMatchObject({ kind: 'ok', data: { ip: '192.0.2.9' } });
  expect(requests[0]?.params['output-format']).toBe('xml');
});

it('parameters that break a rule are not sent, and every problem is named', async () => {
  const { client, requests } = await start(() => ({ data: {} }));
  const wrong = { serviceName: '', type: 'PTR', name: 'a' } as never;
  const result = await client.call('service/dnscreate', wrong);
  expect(result).toMatchObject({ kind: 'failed', error: { code: null, row: { name: 'invalid-parameters' } } });
  expect(result.kind === 'failed' && result.error.messages).toEqual([
    'serviceName must not be empty',
    'type must be one of: A, AAAA, CNAME, MX, SRV, TXT, NS, CAA',
    'value is required',
  ]);
  expect(requests).toEqual([]);
});

const create = { serviceName: 'example.com', name: 'a.example.com', type: 'A', value: '192.0.2.1' } as const;

describe('what a failure means', () => {
  it.each<[string, Answer, object, object]>([
    [
      'credentials',
      { code: 201 },
      { kind: 'rejected', refusal: 'credentials' },
      { kind: 'rejected', refusal: 'credentials' },
    ],
    [
      'a blocked account, also with an HTTP error',
      { code: 1006, status: 403 },
      { kind: 'rejected', refusal: 'blocked' },
      { kind: 'rejected', refusal: 'blocked' },
    ],
    [
      'trouble that passes',
      { code: 1 },
      { kind: 'unreachable', reached: true },
      { kind: 'unreachable', reached: true },
    ],
    [
      'HTTP 500, whatever is in it',
      { code: 201, status: 500 },
      { kind: 'unreachable', reached: true },
      { kind: 'unreachable', reached: true },
    ],
    [
      'HTTP 429 with seconds',
      { status: 429, body: '', headers: { 'retry-after': '120' } },
      { kind: 'unreachable', retryAfterMs: 120_000 },
      { kind: 'unreachable', retryAfterMs: 120_000 },
    ],
    [
      'HTTP 503 with a date',
      { status: 503, body: '', headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } },
      { kind: 'unreachable', retryAfterMs: 60_000 },
      { kind: 'unreachable', retryAfterMs: 60_000 },
    ],
    [
      'a redirect, which is not followed',
      { status: 302, body: '', headers: { location: '/elsewhere' } },
      { kind: 'unreachable' },
      { kind: 'unreachable' },
    ],
    [
      'an answer that is not understood',
      { status: 200, body: '<html>' },
      { kind: 'unreachable', reached: true },
      { kind: 'unconfirmed' },
    ],
    [
      'a result that is not as specified',
      { data: { nothing: 1 } },
      { kind: 'unreachable', reached: true },
      { kind: 'unconfirmed' },
    ],
    ['no answer', 'hang up', { kind: 'unreachable', reached: true }, { kind: 'unconfirmed' }],
    [
      'a flood',
      { status: 200, body: 'x'.repeat(1_100_000) },
      { kind: 'unreachable', reached: true },
      { kind: 'unconfirmed' },
    ],
  ])('%s', async (_, answer, ofReading, ofChanging) => {
    const { client } = await start(() => answer);
    expect(await client.call('tool/hello')).toMatchObject({ kind: 'failed', outcome: { via: 'api', ...ofReading } });
    expect(await client.call('service/dnscreate', create)).toMatchObject({ kind: 'failed', outcome: ofChanging });
  });

  it('nobody listens', async () => {
    const { client, stop } = await start(() => 'hang up');
    await stop();
    const failed = { kind: 'failed', outcome: { kind: 'unreachable', reached: false } };
    expect(await client.call('service/dnscreate', create)).toMatchObject(failed);
  });

  it('a caller that is not registered is told its address and what to do', async () => {
    const { client } = await start(() => ({
      code: 300,
      text: 'Action not allowed',
      messages: ['IP 203.0.113.7 not allowed'],
    }));
    const result = await client.call('tool/hello');
    expect(result).toMatchObject({ outcome: { kind: 'rejected', refusal: 'caller' } });
    expect(result.kind === 'failed' && result.outcome.message).toContain(
      'the address 203.0.113.7 is not registered for this API user; create the record in the panel, or register the address',
    );
  });

  it('a password that comes back is not shown', async () => {
    for (const answer of [
      { code: 101, messages: [`bad: ${password}`] },
      { status: 200, body: `<${new URLSearchParams({ p: password })}>` },
    ]) {
      const { client } = await start(() => answer);
      const shown = JSON.stringify(await client.call('tool/hello'));
      expect(shown).toContain('[secret]');
      expect(shown).not.toContain('s3cret');
    }
  });
});

describe('pages', () => {
  const services = Array.from({ length: 7 }, (_, index) => serviceNamed(`s${index}.example`));
  const names = async (client: Awaited<ReturnType<typeof start>>['client'], options = {}) => {
    const seen: string[] = [];
    for await (const page of client.pages('service/list', { pageLength: 3 }, options)) {
      if (page.kind === 'failed') return page;
      seen.push(...page.data.services.map(({ name }) => name));
    }
    return seen;
  };

  it('every page is walked', async () => {
    const { client, requests } = await start(({ params }) => pageOf('services', services, params));
    expect(await names(client)).toEqual(services.map(({ name }) => name));
    expect(requests.map(({ params }) => params.page)).toEqual(['1', '2', '3']);
  });

  it('a provider that gives shorter pages than asked for is followed to the end', async () => {
    const { client } = await start(({ params }) => pageOf('services', services, params, 2));
    expect(await names(client)).toHaveLength(7);
  });

  it('an empty list is one call', async () => {
    const { client, requests } = await start(({ params }) => pageOf('services', [], params));
    expect(await names(client)).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('a total that lies ends at an empty page', async () => {
    const lie = (params: Record<string, string>) => {
      const { data } = pageOf('services', services, params);
      return { data: { ...data, queryInfo: { ...data.queryInfo, total: 1e9 } } };
    };
    const { client, requests } = await start(({ params }) => lie(params));
    expect(await names(client)).toHaveLength(7);
    expect(requests).toHaveLength(4);
  });

  it('a list without end is given up', async () => {
    const { client, requests } = await start(({ params }) => ({
      data: {
        queryInfo: { page: Number(params.page), pageLength: 3, results: 3, total: 1e9 },
        services: services.slice(0, 3),
      },
    }));
    expect(await names(client, { maxPages: 5 })).toMatchObject({ kind: 'failed', outcome: { kind: 'unreachable' } });
    expect(requests).toHaveLength(5);
  });

  it('a provider that gives the first page again and again is not believed', async () => {
    const { client } = await start(() => pageOf('services', services, { pageLength: '3' }));
    expect(await names(client)).toMatchObject({ kind: 'failed', outcome: { kind: 'unreachable' } });
  });
});
