import { describe, expect, it } from 'vitest';
import { apiSettings, run, sandbox, setUp } from './harness.ts';

const only = { outcome: 'updated', address: '203.0.113.7', previous: null, via: 'dyndns' };

describe('hostpin update', () => {
  it('publishes, says updated, and then unchanged without a request', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    const first = await house.update();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.document).toEqual({
      detected: { ipv4: '203.0.113.7', ipv6: null },
      hosts: [{ host: 'home.example.com', type: 'A', ...only, message: expect.any(String) }],
    });
    expect(await provider.value('home.example.com')).toBe('203.0.113.7');
    await provider.forget();
    const second = await house.update();
    expect(second.code).toBe(0);
    expect(second.document.hosts[0]).toMatchObject({ outcome: 'unchanged', address: '203.0.113.7' });
    expect(await provider.requests()).toEqual([]);
  });

  it('tells the previous address when it moved', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    await house.update();
    await provider.move('203.0.113.8');
    const { code, document } = await house.update();
    expect(code).toBe(0);
    expect(document.hosts[0]).toMatchObject({ outcome: 'updated', address: '203.0.113.8', previous: '203.0.113.7' });
    expect(await provider.value('home.example.com')).toBe('203.0.113.8');
  });

  it('says unchanged where the record had the address already, and then believes it', async () => {
    const provider = await sandbox('--record', 'home.example.com A 203.0.113.7');
    const house = setUp(provider);
    expect((await house.update()).document.hosts[0]?.outcome).toBe('unchanged');
    await provider.forget();
    await house.update();
    expect(await provider.requests()).toEqual([]);
  });

  const dialects = ['json', 'xml', 'plain'].flatMap((format) => ['en', 'es'].map((lang) => ({ format, lang })));
  it.each(dialects)('in $format, $lang: updated, and unchanged, and refused where it is unknown', async (dialect) => {
    const provider = await sandbox();
    const house = setUp(provider, dialect);
    expect((await house.update()).document.hosts[0]).toMatchObject({ ...only, outcome: 'updated' });
    expect(await provider.requests()).toMatchObject([{ path: `/${dialect.format}/`, method: 'GET' }]);
    const forced = await house.update('--force');
    expect(forced.document.hosts[0]).toMatchObject({ outcome: 'unchanged', address: '203.0.113.7' });
    house.write({ hosts: ['gone.example.com'] });
    expect(await house.update()).toMatchObject({ code: 69, document: { hosts: [{ outcome: 'failed' }] } });
    house.write({ hosts: ['home.example.com'], key: 'wrong' });
    expect(await house.update('--force')).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'failed' }] } });
  });

  it('keeps a path in the endpoint and sends the agent it is', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { endpoints: { dyndns: `${provider.dyndns}/some/where/`, api: provider.api } });
    expect((await house.update()).code).not.toBe(0);
    expect(await provider.requests()).toMatchObject([
      { path: '/some/where/json/', userAgent: expect.stringMatching(/^hostpin\/\d+\.\d+\.\d+$/) },
    ]);
  });

  it('with --dry-run says what it would do, and does nothing', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    const { code, document } = await house.update('--dry-run');
    expect(code).toBe(0);
    expect(document.hosts[0]).toMatchObject({ outcome: 'would-update', address: '203.0.113.7' });
    expect(await provider.requests()).toEqual([]);
    expect((await house.update()).document.hosts[0]?.outcome).toBe('updated');
  });

  it('with --ip publishes that address without looking', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { detect: { ipv4: ['http://127.0.0.1:1/'], allow_private: true } });
    const { code, document } = await house.update('--ip', '203.0.113.99');
    expect(code).toBe(0);
    expect(document.hosts[0]).toMatchObject({ outcome: 'updated', address: '203.0.113.99' });
    expect(await provider.value('home.example.com')).toBe('203.0.113.99');
  });

  it('with --force asks the provider though nothing changed', async () => {
    const provider = await sandbox();
    const house = setUp(provider);
    await house.update();
    await provider.forget();
    const { code, document } = await house.update('--force');
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'unchanged']);
    expect(await provider.requests()).toHaveLength(1);
  });

  it('of two hosts updates the one that is named, in whatever spelling', async () => {
    const provider = await sandbox('--record', 'a.example.com A 127.0.0.1', '--record', 'b.example.com A 127.0.0.1');
    const house = setUp(provider, { hosts: ['a.example.com', 'b.example.com'] });
    const { code, document } = await house.update('B.Example.COM.');
    expect(code).toBe(0);
    expect(document.hosts.map(({ host }) => host)).toEqual(['b.example.com']);
    expect(await provider.value('a.example.com')).toBe('127.0.0.1');
    expect(await provider.value('b.example.com')).toBe('203.0.113.7');
    expect(await house.update('c.example.com')).toMatchObject({
      code: 64,
      document: { error: { message: expect.stringMatching(/c\.example\.com.*a\.example\.com, b\.example\.com/) } },
    });
  });

  it('updates the hosts that it can, and exits by the one that it can not', async () => {
    const provider = await sandbox('--record', 'a.example.com A 127.0.0.1', '--record', 'c.example.com A 127.0.0.1');
    const house = setUp(provider, { hosts: ['a.example.com', 'gone.example.com', 'c.example.com'] });
    const { code, document } = await house.update();
    expect(code).toBe(69);
    expect(document.hosts.map(({ outcome }) => outcome)).toEqual(['updated', 'failed', 'updated']);
  });

  it('updates a wildcard, the apex and a name beyond ASCII', async () => {
    const names = ['*.example.com', 'example.com', 'xn--caf-dma.example.com'];
    const provider = await sandbox(...names.flatMap((name) => ['--record', `${name} A 127.0.0.1`]));
    const house = setUp(provider, { hosts: ['*.example.com', 'example.com', 'Café.example.com.'] });
    expect((await house.update()).code).toBe(0);
    for (const name of names) expect(await provider.value(name)).toBe('203.0.113.7');
  });

  it('lets the endpoint take the address that it sees', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { detect: { ipv4: ['provider'], allow_private: true } });
    const { code, document } = await house.update();
    expect([code, document.hosts[0]?.outcome]).toEqual([0, 'updated']);
    expect((await provider.requests())[0]).not.toHaveProperty('ip');
    expect(await provider.value('home.example.com')).toBe('203.0.113.7');
  });

  it('works without a file, from the environment alone', async () => {
    const provider = await sandbox('--key', 'k&y=1 %+#');
    const env = {
      HOSTPIN_USER: 'demo',
      HOSTPIN_KEY: 'k&y=1 %+#',
      HOSTPIN_HOSTS: 'home.example.com',
      HOSTPIN_ENDPOINTS_DYNDNS: provider.dyndns,
      HOSTPIN_DETECT_IPV4: provider.echo,
      HOSTPIN_DETECT_ALLOW_PRIVATE: 'true',
    };
    const { code, stdout } = await run(['update', '--json'], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hosts[0]).toMatchObject(only);
  });

  it('takes the key under the other name where the endpoint wants that', async () => {
    const provider = await sandbox('--key-parameter', 'apikey');
    const house = setUp(provider, { key_parameter: 'apikey' });
    expect((await house.update()).code).toBe(0);
    house.write({ key_parameter: 'password' });
    const { code, document } = await house.update('--force');
    expect(code).toBe(77);
    expect(document.hosts[0]?.message).toContain('key_parameter');
  });

  it.each(['a&b+c%d#é "\'', '%41%', '+ +', '日本\\n;?/=', '$(id)`<>{}'])('sends the key %s as it is', async (key) => {
    const provider = await sandbox('--key', key, '--user', key);
    expect(await setUp(provider, { key, user: key }).update()).toMatchObject({ code: 0 });
  });

  it('prints a line a person can read', async () => {
    const provider = await sandbox();
    const { code, stdout, stderr } = await setUp(provider).run('update');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'home.example.com A 203.0.113.7 updated\n',
      stderr: '',
    });
  });

  it('keeps an AAAA record current over the main API', async () => {
    const provider = await sandbox();
    const house = setUp(provider, {
      hosts: [{ name: 'home.example.com', types: ['A', 'AAAA'] }],
      api: apiSettings,
      detect: { ipv4: [provider.echo], ipv6: ['static:2001:db8::7'], allow_private: true },
    });
    const first = await house.update();
    expect(first).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }, { outcome: 'created' }] } });
    house.write({ detect: { ipv4: [provider.echo], ipv6: ['static:2001:db8::8'], allow_private: true } });
    expect(await house.update()).toMatchObject({
      code: 0,
      document: { hosts: [{ outcome: 'unchanged' }, { outcome: 'updated', address: '2001:db8::8', via: 'api' }] },
    });
    expect(await provider.value('home.example.com', 'AAAA')).toBe('2001:db8::8');
    await provider.forget();
    expect((await house.update()).code).toBe(0);
    expect(await provider.requests()).toEqual([]);
  });
});
