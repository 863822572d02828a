import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../platform/certificates.ts';
import { folder, run, sandbox, serve, setUp } from './harness.ts';

const overTls = async (name: string, days?: number) => {
  const { key, cert } = makeCertificate(name, days);
  const place = folder();
  const [certFile, keyFile] = [join(place, 'cert.pem'), join(place, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  const provider = await sandbox('--tls-cert', certFile, '--tls-key', keyFile);
  const { dyndns, api } = provider;
  const settings = (caFile?: string) => ({
    endpoints: { dyndns, api, ...(caFile === undefined ? {} : { ca_file: caFile }) },
    detect: { ipv4: ['static:203.0.113.7'], allow_private: true },
  });
  return { provider, certFile, settings };
};

const hosts = ['a', 'b', 'c', 'd'].map((label) => `${label}.example.com`);
const records = hosts.flatMap((host) => ['--record', `${host} A 127.0.0.1`]);

describe('a provider that misbehaves', () => {
  it.each([
    ['resets', 'reset'],
    ['truncates', 'truncate'],
    ['floods', 'flood'],
    ['answers 500', { status: 500, body: 'Internal Server Error' }],
    ['answers 503 with HTML', { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Down</h1>' }],
    ['answers HTML', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>OK</body></html>' }],
    ['answers nothing', { status: 200, body: '' }],
    ['answers JSON of another kind', { status: 200, body: '{"ok": true}' }],
    ['answers 204', { status: 204 }],
  ])('that %s is tried again later, and first it is looked', async (_what, fault) => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: fault });
    const house = setUp(provider);
    const first = await house.update();
    expect(first).toMatchObject({ code: 75, document: { hosts: [{ outcome: 'failed' }] } });
    expect(first.document.hosts[0]?.message).not.toBe('');
    await provider.forget();
    const second = await house.update();
    expect(second).toMatchObject({ code: 75, document: { hosts: [{ outcome: 'held' }] } });
    expect(await provider.requests()).toEqual([]);
    expect((await house.update('--force')).code).toBe(0);
    expect(await provider.value('home.example.com')).toBe('203.0.113.7');
  });

  it('that hangs is given up after 10 s', { timeout: 60_000 }, async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: 'hang' });
    const { code, document } = await setUp(provider).update();
    expect(code).toBe(75);
    expect(document.hosts[0]?.message).toMatch(/10 s/);
  });

  it('that answers late, but in time, is heard', async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', do: { delayMs: 2000 } });
    expect((await setUp(provider).update()).code).toBe(0);
  });

  it('that says when to come again (429) is left alone until then', async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: { status: 429, headers: { 'retry-after': '1800' } } });
    const house = setUp(provider);
    expect((await house.update()).code).toBe(75);
    const { hosts } = JSON.parse((await house.run('status', '--json')).stdout);
    expect(Date.parse(hosts[0].nextAttemptAt) - Date.now()).toBeGreaterThan(1_700_000);
    expect(await house.update()).toMatchObject({ code: 75, document: { hosts: [{ outcome: 'held' }] } });
    expect(await provider.requests()).toHaveLength(1);
  });

  it('that says so for one host is left alone for all', async () => {
    const provider = await sandbox(...records);
    await provider.faults({ on: 'dyndns', times: 1, do: { status: 429, headers: { 'retry-after': '1800' } } });
    const house = setUp(provider, { hosts });
    for (const _round of [1, 2]) expect((await house.update()).code).toBe(75);
    expect(await provider.requests()).toHaveLength(1);
    expect((await house.update('--force')).code).toBe(0);
  });

  it('that blocks the account is left alone, though it answers another request after that', async () => {
    const provider = await sandbox(...records);
    await provider.faults(
      { on: 'dyndns', host: hosts[1], do: { errors: ['Account blocked'] } },
      { on: 'dyndns', host: hosts[2], do: { delayMs: 2_000 } },
    );
    const house = setUp(provider, { hosts });
    const first = await house.update();
    expect(first.code).toBe(77);
    expect(first.document.hosts.map(({ outcome }) => outcome)).toEqual(['updated', 'failed', 'updated', 'held']);
    await provider.forget();
    expect((await house.update()).code).toBe(77);
    expect(await provider.requests()).toEqual([]);
  });

  it('that refuses the key is asked once with --force too', async () => {
    const provider = await sandbox(...records);
    const house = setUp(provider, { hosts, key: 'wrong-key' });
    expect((await house.update('--force')).code).toBe(77);
    expect(await provider.requests()).toHaveLength(1);
  });

  it('that refuses the password of the API is not asked for the address again', async () => {
    const provider = await sandbox();
    const house = setUp(provider, {
      api: { user: 'demo-api', password: 'wrong-password' },
      detect: { ipv4: ['api'], allow_private: true },
    });
    for (const _round of [1, 2]) expect((await house.update()).code).toBe(77);
    expect(await provider.requests()).toHaveLength(1);
  });

  it('that redirects is not followed', async () => {
    const provider = await sandbox();
    const other = await serve((_request, response) => response.end('OK'));
    await provider.faults({ on: 'dyndns', do: { status: 302, headers: { location: other.url } } });
    const { code, document } = await setUp(provider).update();
    expect(code).toBe(75);
    expect(document.hosts[0]?.message).toContain('302');
    expect(other.seen).toEqual([]);
  });

  it('whose port is closed is tried by the next call of a person', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { endpoints: { dyndns: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1' } });
    expect((await house.update()).code).toBe(75);
    house.write({ endpoints: { dyndns: provider.dyndns, api: provider.api } });
    expect((await house.update()).code).toBe(0);
  });
});

describe('a provider over TLS', () => {
  it('with a certificate of its own making is refused, and is believed with endpoints.ca_file', async () => {
    const { provider, certFile, settings } = await overTls('IP:127.0.0.1');
    const house = setUp(provider, settings());
    const { code, document } = await house.update();
    expect(code).toBe(75);
    expect(document.hosts[0]?.message).toMatch(/certificate/);
    expect(await provider.requests()).toEqual([]);
    house.write(settings(certFile));
    expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }] } });
  });

  it.each([
    ['for another name', 'DNS:other.example.net', 2],
    ['that is no longer valid', 'IP:127.0.0.1', -1],
  ])('with a certificate %s is refused although it is trusted', async (_what, name, days) => {
    const { provider, certFile, settings } = await overTls(name, days);
    const { code, document } = await setUp(provider, settings(certFile)).update();
    expect(code).toBe(75);
    expect(document.hosts[0]?.message).toMatch(/certificate/);
    expect(await provider.requests()).toEqual([]);
  });

  it('is verified whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    const { provider, settings } = await overTls('IP:127.0.0.1');
    const house = setUp(provider, settings());
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect((await run(['update', '--config', house.config], { env })).code).toBe(75);
    expect(await provider.requests()).toEqual([]);
  });

  it('is never left for plain HTTP', async () => {
    const provider = await sandbox();
    const endpoints = { dyndns: 'http://dondns.example.net', api: 'http://192.0.2.1' };
    const { code, stderr } = await setUp(provider, { endpoints }).run('update');
    expect(code).toBe(78);
    expect(stderr).toContain('endpoints.dyndns');
    expect(stderr).toContain('endpoints.api');
  });
});
