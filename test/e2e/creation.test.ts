import { describe, expect, it } from 'vitest';
import { apiSettings, sandbox, setUp } from './harness.ts';

const missing = { hosts: ['new.example.com'], api: apiSettings };

describe('a record that is missing', () => {
  it('is created over the main API, and later kept current without it', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { ...missing, hosts: [{ name: 'new.example.com', ttl: 300 }] });
    expect(await house.update()).toMatchObject({
      code: 0,
      document: { hosts: [{ outcome: 'created', address: '203.0.113.7', via: 'api' }] },
    });
    const record = (await provider.records()).find(({ name }) => name === 'new.example.com');
    expect(record).toMatchObject({ value: '203.0.113.7', ttl: '300' });
    await provider.forget();
    await provider.move('203.0.113.8');
    expect((await house.update()).document.hosts[0]).toMatchObject({ outcome: 'updated', via: 'dyndns' });
    expect((await provider.requests()).map(({ on }) => on)).toEqual(['dyndns']);
  });

  it('is created in the longest service whose labels end its name', async () => {
    const services = ['example.com', 'lab.example.com', 'ab.example.com'].flatMap((name) => ['--service', name]);
    const provider = await sandbox(...services, '--record', 'home.example.com A 127.0.0.1');
    const house = setUp(provider, { ...missing, hosts: ['nas.lab.example.com'] });
    expect((await house.update()).code).toBe(0);
    const record = (await provider.records()).find(({ name }) => name === 'nas.lab.example.com');
    expect(record).toMatchObject({ service: 'lab.example.com' });
  });

  it('is found among more services and records than a page holds', async () => {
    const others = Array.from({ length: 230 }, (_, index) => `s${index}.example.net`);
    const services = [...others, 'zz.example.org'].flatMap((name) => ['--service', name]);
    const provider = await sandbox(...services, '--record', 'www.zz.example.org A 127.0.0.1');
    const house = setUp(provider, { ...missing, hosts: ['nas.zz.example.org'] });
    expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'created' }] } });
  });

  it('is not created where it is said so', async () => {
    const provider = await sandbox();
    const house = setUp(provider, { ...missing, hosts: [{ name: 'new.example.com', create: false }] });
    expect(await house.update()).toMatchObject({ code: 69 });
    expect((await provider.requests()).map(({ on }) => on)).toEqual(['dyndns']);
  });

  it('is not created without the main API, and the message says what to do', async () => {
    const provider = await sandbox();
    const { code, document } = await setUp(provider, { hosts: ['new.example.com'] }).update();
    expect(code).toBe(69);
    expect(document.hosts[0]?.message).toMatch(/create it in the panel.*api\.user/s);
  });

  it('is not created beside a CNAME', async () => {
    const provider = await sandbox('--record', 'new.example.com CNAME example.com');
    const { code, document } = await setUp(provider, missing).update();
    expect(code).toBe(69);
    expect(document.hosts[0]?.message).toContain('CNAME');
    expect(await provider.records()).toHaveLength(1);
  });

  it('is not created in a zone that is not ours', async () => {
    const provider = await sandbox();
    const { code, document } = await setUp(provider, { ...missing, hosts: ['new.example.org'] }).update();
    expect(code).toBe(69);
    expect(document.hosts[0]?.message).toContain('example.org');
  });

  it('is not created by a caller that is not registered, which the message says with the address', async () => {
    const provider = await sandbox('--registered-caller', '198.51.100.1', '--record', 'home.example.com A 127.0.0.1');
    const house = setUp(provider, { ...missing, hosts: ['new.example.com', 'home.example.com'] });
    const { code, document } = await house.update();
    expect(code).toBe(69);
    expect(document.hosts[0]?.message).toContain(
      'the address 203.0.113.7 is not registered for this API user; create the record in the panel, or register the address',
    );
    expect(document.hosts[1]?.outcome).toBe('updated');
  });

  it('waits for a new API password where the one in use is refused; the hosts that exist go on', async () => {
    const provider = await sandbox();
    const house = setUp(provider, {
      hosts: ['new.example.com', 'home.example.com'],
      api: { ...apiSettings, password: 'wrong' },
    });
    const { code, document } = await house.update();
    expect(code).toBe(77);
    expect(document.hosts.map(({ outcome }) => outcome)).toEqual(['failed', 'updated']);
    await provider.forget();
    const again = await house.update();
    expect(again).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'held' }, { outcome: 'unchanged' }] } });
    expect(await provider.requests()).toEqual([]);
    house.write({ api: apiSettings });
    expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'created' }, {}] } });
  });

  it.each([201, 210, 1000, 1001, 1002, 1004, 1006, 1007])(
    'code %i of the error table holds the account',
    async (errorCode) => {
      const provider = await sandbox();
      await provider.faults({ on: 'api', do: { errorCode } });
      const house = setUp(provider, missing);
      expect(await house.update()).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'failed' }] } });
      await provider.forget();
      expect(await house.update()).toMatchObject({ code: 77, document: { hosts: [{ outcome: 'held' }] } });
      expect(await provider.requests()).toEqual([]);
    },
  );

  it.each(['hang', 'reset', 'flood', 'truncate'])(
    'is not created twice where the answer is lost: %s',
    async (fault) => {
      const provider = await sandbox();
      await provider.faults({ on: 'api', operation: 'service/dnscreate', times: 1, do: fault, effect: true });
      const house = setUp(provider, missing);
      expect(await house.update()).toMatchObject({ code: 75, document: { hosts: [{ outcome: 'failed' }] } });
      expect((await house.update('--force')).code).toBe(0);
      expect((await provider.records()).filter(({ name }) => name === 'new.example.com')).toHaveLength(1);
    },
  );
});
