import { afterEach, describe, expect, it } from 'vitest';
import { type Applied, apply } from '../../src/agent/apply.ts';
import { createApiClient } from '../../src/api/client.ts';
import { emptyRecord, type RecordState } from '../../src/core/state.ts';
import type { Target } from '../../src/core/target.ts';
import { createDynDnsClient } from '../../src/dyndns/client.ts';
import { createHttp } from '../../src/platform/http.ts';
import { server } from '../../src/platform/server.ts';
import { type SandboxOptions, sandboxDefaults, startSandbox } from '../../src/sandbox/sandbox.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const address = '203.0.113.50';
const target = (over: Partial<Target> = {}): Target => ({ host: 'home.example.com', type: 'A', create: true, ...over });

const start = async (over: Partial<SandboxOptions> = {}, apiPassword = 'demo-password') => {
  const now = () => Date.UTC(2026, 0, 1);
  const sandbox = await startSandbox({ ...sandboxDefaults, ...over }, server, { now });
  const http = createHttp();
  closing.push(() => http.close(), sandbox.close);
  const common = { http, userAgent: 'test', now };
  const dyndns = createDynDnsClient({
    ...common,
    endpoint: sandbox.dyndns,
    format: 'json',
    lang: 'en',
    user: 'demo',
    key: 'demo-key',
    keyParameter: 'password',
  });
  const api = createApiClient({ ...common, endpoint: sandbox.api, user: 'demo-api', password: apiPassword });
  const values = () => sandbox.world().map(({ name, type, value }) => `${name} ${type} ${value}`);
  const publish = (
    one: Target,
    record: Partial<RecordState> = {},
    { ip = address as string | null, held = false, withApi = true } = {},
  ): Promise<Applied> =>
    apply(
      one,
      { ...emptyRecord, ...record },
      ip ?? undefined,
      { dyndns, api: withApi ? api : undefined },
      held,
      new AbortController().signal,
    );
  return { publish, values };
};

describe('an A record', () => {
  it('that exists is changed over dynamic DNS', async () => {
    const { publish, values } = await start();
    expect(await publish(target())).toMatchObject({
      outcome: { kind: 'accepted', via: 'dyndns', created: false },
      missing: false,
    });
    expect(values()).toEqual([`home.example.com A ${address}`]);
    expect(await publish(target())).toMatchObject({ outcome: { kind: 'unchanged', via: 'dyndns', address } });
  });

  it('without an address gets the one that the provider sees', async () => {
    const { publish, values } = await start();
    expect(await publish(target(), {}, { ip: null })).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(values()).toEqual(['home.example.com A 203.0.113.7']);
  });

  it('that is missing is created over the main API', async () => {
    const { publish, values } = await start({ records: [] });
    expect(await publish(target())).toMatchObject({
      outcome: { kind: 'accepted', created: true, via: 'api', address },
      service: 'example.com',
      missing: false,
    });
    expect(values()).toEqual([`home.example.com A ${address}`]);
  });

  it('that is missing and gets what the provider sees is created, and changed at once', async () => {
    const { publish, values } = await start({ records: [] });
    expect(await publish(target(), {}, { ip: null })).toMatchObject({ outcome: { kind: 'accepted', via: 'dyndns' } });
    expect(values()).toEqual(['home.example.com A 203.0.113.7']);
  });

  it.each<[string, Partial<Target>, Parameters<Awaited<ReturnType<typeof start>>['publish']>[2], boolean]>([
    ['must not be created', { create: false }, {}, false],
    ['may be created later, when the main API may be asked', {}, { held: true }, true],
    ['could be created with the main API', {}, { withApi: false }, true],
  ])('that is missing and %s is refused', async (_, over, options, missing) => {
    const { publish, values } = await start({ records: [] });
    const applied = await publish(target(over), {}, options);
    expect(applied).toMatchObject({ outcome: { kind: 'rejected', refusal: 'unknown-host' }, missing });
    expect(values()).toEqual([]);
  });

  it('that was missing and is there now is changed over dynamic DNS', async () => {
    const { publish, values } = await start();
    const applied = await publish(target(), { missing: true });
    expect(applied).toMatchObject({ outcome: { kind: 'accepted', via: 'dyndns' }, missing: false });
    expect(values()).toEqual([`home.example.com A ${address}`]);
  });

  it('is not asked for in vain while the secret of the main API is refused', async () => {
    const { publish } = await start({ records: [] }, 'wrong');
    const applied = await publish(target());
    expect(applied).toMatchObject({ outcome: { kind: 'rejected', refusal: 'credentials', via: 'api' }, missing: true });
  });

  it('that the zone has and the endpoint does not know is a refusal that says so', async () => {
    const faults = [{ on: 'dyndns' as const, do: { errors: ['Host not found'] } }];
    const { publish } = await start({ faults });
    const applied = await publish(target());
    expect(applied).toMatchObject({ outcome: { kind: 'rejected', refusal: 'host' }, missing: false });
    expect(applied.outcome.message).toContain('though the zone has an A record');
  });

  it('with a CNAME in its way is refused with the reason', async () => {
    const { publish } = await start({ records: ['home.example.com CNAME other.example.com'] });
    const applied = await publish(target());
    expect(applied).toMatchObject({ outcome: { kind: 'rejected', refusal: 'host', via: 'api' }, missing: false });
    expect(applied.outcome.message).toContain('CNAME');
  });
});

describe('an AAAA record', () => {
  const six = target({ type: 'AAAA' });
  const ip = '2001:db8::5';

  it('is created and changed over the main API', async () => {
    const { publish, values } = await start({ records: [] });
    expect(await publish(six, {}, { ip })).toMatchObject({ outcome: { kind: 'accepted', created: true, via: 'api' } });
    expect(await publish(six, {}, { ip: '2001:db8::6' })).toMatchObject({
      outcome: { kind: 'accepted', created: false },
    });
    expect(await publish(six, {}, { ip: '2001:db8::6' })).toMatchObject({ outcome: { kind: 'unchanged' } });
    expect(values()).toEqual(['home.example.com AAAA 2001:db8::6']);
  });

  it.each([
    ['while the main API is held', { ip, held: true }],
    ['without the main API', { ip, withApi: false }],
  ])('%s costs the provider nothing', async (_, options) => {
    const { publish, values } = await start({ records: [] });
    expect(await publish(six, {}, options)).toMatchObject({
      outcome: { kind: 'unreachable', via: 'api', reached: false },
    });
    expect(values()).toEqual([]);
  });
});
