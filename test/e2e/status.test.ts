import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { oneDocument, sandbox, setUp } from './harness.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
const version = expect.stringMatching(/^\d+\.\d+\.\d+/);

it('tells what is published, in the shape of the interface, with and without a daemon', async () => {
  const provider = await sandbox();
  const house = setUp(provider, { schedule: { every: '1h' } });
  const status = async () => {
    const { code, stdout, stderr } = await house.run('status', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return oneDocument(stdout);
  };
  const host = { host: 'home.example.com', type: 'A' };
  const nothingYet = { address: null, confirmedAt: null, outcome: null, nextAttemptAt: null, message: '' };
  const stopped = { running: false, pid: null, since: null, version };
  expect(await status()).toEqual({
    ...stopped,
    detected: { ipv4: null, ipv6: null },
    account: { state: 'ok' },
    hosts: [{ ...host, ...nothingYet }],
    problems: [],
  });

  const daemon = house.start('run');
  await daemon.says('203.0.113.7 now');
  const published = {
    ...host,
    address: '203.0.113.7',
    confirmedAt: time,
    outcome: 'updated',
    nextAttemptAt: null,
    message: expect.any(String),
  };
  const current = {
    version,
    detected: { ipv4: '203.0.113.7', ipv6: null },
    account: { state: 'ok' },
    hosts: [published],
    problems: [],
  };
  expect(await status()).toEqual({ running: true, pid: daemon.pid, since: time, ...current });
  const running = (await house.run('status')).stdout;
  expect(running).toContain(`process ${daemon.pid}`);
  expect(running).toContain('home.example.com A  203.0.113.7, confirmed');
  expect(running).toContain('No problem is known.');

  await daemon.stop();
  expect(await status()).toEqual({ ...stopped, ...current });
  expect((await house.run('status')).stdout).toContain('is not running');
});

it('says what is wrong: a held account with reason and time, and a host that waits', async () => {
  const provider = await sandbox();
  const house = setUp(provider, { key: 'wrong-key', schedule: { every: '1h' } });
  const daemon = house.start('run');
  await daemon.says(/"level":"warn"/);
  const held = await house.run('status', '--json');
  expect(oneDocument(held.stdout)).toMatchObject({
    running: true,
    account: { state: 'held', reason: expect.stringContaining('Incorrect data'), until: time },
    hosts: [{ outcome: 'failed', address: null }],
    problems: [{ where: expect.any(String), what: expect.any(String), fix: expect.stringContaining('--force') }],
  });
  expect((await house.run('status')).stdout).toContain('What is wrong:');

  await provider.faults({ on: 'dyndns', do: { status: 500 } });
  house.write({ key: 'demo-key' });
  daemon.signal('SIGHUP');
  const waiting = await eventually(
    async () => oneDocument((await house.run('status', '--json')).stdout),
    ({ account }) => account.state === 'ok',
  );
  const again = await eventually(
    async () => oneDocument((await house.run('status', '--json')).stdout),
    ({ hosts }) => hosts[0].message.includes('500'),
  );
  expect(waiting.account).toEqual({ state: 'ok' });
  expect(again).toMatchObject({ hosts: [{ outcome: 'failed', address: null, nextAttemptAt: time }] });
  expect(again.problems).toHaveLength(1);
  await daemon.stop();
  expect(`${held.stdout}${daemon.output()}`).not.toMatch(/demo-key|wrong-key/);
});
