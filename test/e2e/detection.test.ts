import { describe, expect, it } from 'vitest';
import { echoing, sandbox, serve, setUp } from './harness.ts';

const portal =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body><h1>Free WiFi</h1><form action="/login">Please log in</form></body></html>';

describe('looking for the address', () => {
  it('outvotes the one source of three that lies', async () => {
    const provider = await sandbox();
    const [liar, honest] = [await echoing('198.51.100.66'), await echoing('203.0.113.7')];
    const ipv4 = [liar.url, honest.url, provider.echo];
    const { code, document } = await setUp(provider, { detect: { ipv4, agree: 2, allow_private: true } }).update();
    expect([code, document.hosts[0]?.address]).toEqual([0, '203.0.113.7']);
    expect(await provider.value('home.example.com')).toBe('203.0.113.7');
  });

  it('publishes nothing where three sources say three things, and tells who said what', async () => {
    const provider = await sandbox();
    const [one, two] = [await echoing('198.51.100.1'), await echoing('198.51.100.2')];
    const house = setUp(provider, { detect: { ipv4: [one.url, two.url, provider.echo], allow_private: true } });
    const { code, document } = await house.update();
    expect(code).toBe(75);
    expect(document.detected.ipv4).toBeNull();
    const message = document.hosts[0]?.message;
    expect(message).toContain(`${one.url} said 198.51.100.1`);
    expect(message).toContain(`${two.url} said 198.51.100.2`);
    expect(message).toContain(`${provider.echo} said 203.0.113.7`);
    expect(await provider.requests()).toEqual([]);
  });

  it('asks exactly one source in steady state', async () => {
    const provider = await sandbox();
    const pages = await Promise.all([1, 2, 3].map(() => echoing('203.0.113.7')));
    const house = setUp(provider, { detect: { ipv4: pages.map(({ url }) => url), agree: 2, allow_private: true } });
    const asked = (): number => pages.reduce((sum, { seen }) => sum + seen.length, 0);
    expect((await house.update()).code).toBe(0);
    expect(asked()).toBeGreaterThanOrEqual(2);
    for (let round = 0; round < 3; round++) {
      const before = asked();
      expect((await house.update()).code).toBe(0);
      expect(asked() - before).toBe(1);
    }
  });

  it('changes nothing because one source says so, and goes on with the others', async () => {
    const provider = await sandbox();
    const bodies = ['203.0.113.7', '203.0.113.7', '203.0.113.7'];
    const pages = await Promise.all(
      bodies.map((_, index) => serve((_request, response) => response.end(bodies[index]))),
    );
    const house = setUp(provider, { detect: { ipv4: pages.map(({ url }) => url), agree: 2, allow_private: true } });
    await house.update();
    for (const index of [0, 1, 2]) {
      bodies.fill('203.0.113.7');
      bodies[index] = '198.51.100.66';
      expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'unchanged' }] } });
    }
    bodies.fill('203.0.113.9');
    expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ address: '203.0.113.9' }] } });
  });

  it.each([
    ['a captive portal', portal, 'text/html'],
    ['an error page', '<html><body>502 Bad Gateway</body></html>', 'text/html'],
    ['nothing', '', 'text/plain'],
    ['a private address', '192.168.1.5', 'text/plain'],
    ['a CGNAT address', '100.64.3.2', 'text/plain'],
    ['a loopback address', '127.0.0.1', 'text/plain'],
    ['the other family', '2001:db8::1', 'text/plain'],
    ['something like an address', '203.0.113.777', 'text/plain'],
  ])('publishes nothing where the only source answers %s', async (_what, body, type) => {
    const provider = await sandbox();
    const page = await echoing(body, type);
    const { code, document } = await setUp(provider, { detect: { ipv4: [page.url] } }).update();
    expect(code).toBe(75);
    expect(document.hosts[0]).toMatchObject({ outcome: 'failed', address: null });
    expect(document.hosts[0]?.message).toContain(page.url);
    expect(await provider.requests()).toEqual([]);
  });

  it.each([
    ['HTML', '<html><body>Current IP Address: <b>203.0.113.5</b></body></html>', 'text/html'],
    ['JSON', '{"ip": "203.0.113.5", "country": "ES"}', 'application/json'],
    ['key=value lines', 'fl=29f1\nip=203.0.113.5\nts=1700000000.1\n', 'text/plain'],
  ])('reads an address from %s', async (_what, body, type) => {
    const provider = await sandbox();
    const page = await echoing(body, type);
    const house = setUp(provider, { detect: { ipv4: [page.url], allow_private: true } });
    expect(await house.update()).toMatchObject({ code: 0, document: { detected: { ipv4: '203.0.113.5' } } });
  });

  it.each(['hang', 'reset', 'truncate', 'flood', { status: 500 }, { status: 429, headers: { 'retry-after': '60' } }])(
    'goes on where a source fails: %j',
    async (fault) => {
      const provider = await sandbox();
      const other = await echoing('203.0.113.7');
      await provider.faults({ on: 'echo', do: fault });
      const detect = { ipv4: [provider.echo, other.url], agree: 1, timeout: '1s', allow_private: true };
      expect(await setUp(provider, { detect }).update()).toMatchObject({ code: 0 });
      const alone = setUp(provider, { detect: { ...detect, ipv4: [provider.echo] } });
      expect((await alone.update()).code).toBe(75);
    },
  );

  it('hostpin ip says what each source answered', async () => {
    const provider = await sandbox();
    const liar = await echoing('198.51.100.66');
    const ipv4 = [provider.echo, liar.url, 'static:203.0.113.7', 'command:/bin/echo 203.0.113.7'];
    const house = setUp(provider, { detect: { ipv4, agree: 2, allow_private: true } });
    const { code, stdout } = await house.run('ip', '--json');
    expect(code).toBe(0);
    const { detected, sources } = JSON.parse(stdout);
    expect(detected).toEqual({ ipv4: '203.0.113.7', ipv6: null });
    expect(sources).toHaveLength(4);
    expect(sources).toContainEqual(expect.objectContaining({ source: liar.url, address: '198.51.100.66' }));
    expect(await house.run('ip')).toMatchObject({ code: 0, stdout: '203.0.113.7\n' });
    expect(await provider.requests()).toEqual([]);
  });
});
