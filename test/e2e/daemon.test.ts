import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually, logLines, pause, rounds, together } from './eventually.ts';
import { sandbox, serve, setUp } from './harness.ts';

const home = 'home.example.com';
const often = { schedule: { every: '1s' } };
const seldom = { schedule: { every: '1h' } };
const debug = ['--log-level', 'debug'];

together({
  'follows the address, and says one line a change and nothing else': async () => {
    const provider = await sandbox();
    const house = setUp(provider, often);
    const daemon = house.start('run');
    for (const address of ['203.0.113.7', '198.51.100.1', '198.51.100.2']) {
      await provider.move(address);
      await daemon.says(`${home} A is ${address} now`);
      expect(await provider.value(home)).toBe(address);
    }
    await pause(2_500);
    expect(await daemon.stop()).toBe(0);
    const lines = logLines(daemon.stdout());
    expect(lines.map(({ level, host }) => ({ level, host }))).toEqual(
      [1, 2, 3].map(() => ({ level: 'info', host: home })),
    );
    for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/);
    expect(daemon.stderr()).toBe('');
    expect(readdirSync(house.stateDir)).toEqual(['state.json']);
  },

  'asks one source a round and the provider nothing while the address stays': async () => {
    const provider = await sandbox();
    const echo = await serve((_request, response) => response.end('203.0.113.7'));
    const other = await serve((_request, response) => response.end('203.0.113.7'));
    const detect = { ipv4: [echo.url, other.url], allow_private: true };
    const daemon = setUp(provider, { ...often, detect }).start('run', ...debug);
    await daemon.says('203.0.113.7 now');
    const asked = (): number => echo.seen.length + other.seen.length;
    expect(asked()).toBe(2);
    await eventually(
      () => rounds(daemon.output()),
      (count) => count >= 6,
    );
    await daemon.stop();
    const finished = rounds(daemon.output());
    expect(asked() - 2).toBeGreaterThanOrEqual(finished - 1);
    expect(asked() - 2).toBeLessThanOrEqual(finished);
    expect(await provider.requests()).toHaveLength(1);
  },

  'asks again after a request that SIGTERM interrupted': async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', do: 'hang', times: 1 });
    const house = setUp(provider, seldom);
    const daemon = house.start('run');
    await eventually(provider.requests, (requests) => requests.length === 1);
    expect(await daemon.stop()).toBe(0);
    const again = house.start('run', ...debug);
    // The interrupted request counts as one whose answer is unknown: it may have to wait its turn.
    await again.says(`${home} A is 203.0.113.7 now`);
    expect(await provider.value(home)).toBe('203.0.113.7');
  },
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'ends at %s with exit 0, between rounds and while a request hangs',
  async (name) => {
    const provider = await sandbox();
    const hanging = await sandbox();
    await hanging.faults({ on: 'dyndns', do: 'hang' });
    const silent = await serve(() => undefined);
    const idle = setUp(provider, seldom).start('run');
    const publishing = setUp(hanging, seldom).start('run');
    const looking = setUp(provider, {
      ...seldom,
      detect: { ipv4: [silent.url], allow_private: true, timeout: '1m' },
    }).start('run');
    await idle.says('203.0.113.7 now');
    await eventually(hanging.requests, (requests) => requests.length === 1);
    await eventually(
      () => silent.seen.length,
      (count) => count === 1,
    );
    const start = Date.now();
    for (const daemon of [idle, publishing, looking]) daemon.signal(name);
    expect(await Promise.all([idle, publishing, looking].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(Date.now() - start).toBeLessThan(5_000);
  },
);

together({
  'takes another host and another key at SIGHUP, and goes on with the old ones where the new ones are wrong':
    async () => {
      const records = ['home', 'nas'].flatMap((name) => ['--record', `${name}.example.com A 127.0.0.1`]);
      const provider = await sandbox(...records);
      const other = await sandbox(...records, '--key', 'other-key');
      const house = setUp(provider, often);
      const daemon = house.start('run');
      await daemon.says(`${home} A is 203.0.113.7 now`);

      house.write({ hosts: ['no good name'], format: 'yaml' });
      daemon.signal('SIGHUP');
      await daemon.says('going on with the old one');
      expect(daemon.output()).toMatch(/format/);
      await provider.move('198.51.100.1');
      await daemon.says(`${home} A is 198.51.100.1 now`);

      house.write({
        hosts: ['nas.example.com'],
        format: 'xml',
        key: 'other-key',
        endpoints: { dyndns: other.dyndns, api: other.api },
      });
      daemon.signal('SIGHUP');
      await daemon.says('nas.example.com A is 198.51.100.1 now');
      expect(await other.value('nas.example.com')).toBe('198.51.100.1');
      expect(await other.requests()).toHaveLength(1);
      await daemon.stop();
      expect(daemon.output()).not.toMatch(/demo-key|other-key/);
    },

  'looks at once at SIGUSR1': async () => {
    const provider = await sandbox();
    const daemon = setUp(provider, seldom).start('run');
    await daemon.says('203.0.113.7 now');
    await provider.move('198.51.100.1');
    daemon.signal('SIGUSR1');
    await daemon.says('198.51.100.1 now');
  },

  'is alone in its state folder: a second one says who is there and exits 75': async () => {
    const provider = await sandbox();
    const house = setUp(provider, seldom);
    const daemon = house.start('run');
    await daemon.says('203.0.113.7 now');
    const second = await house.run('run');
    expect(second.code).toBe(75);
    expect(second.stderr).toContain(`process ${daemon.pid}`);
    expect((await house.update()).code).toBe(0);
    expect(await daemon.stop()).toBe(0);
    const third = house.start('run', ...debug);
    await third.says('Round (');
    expect(await provider.requests()).toHaveLength(1);
  },

  'looks when a cron expression says so': async () => {
    const provider = await sandbox();
    const daemon = setUp(provider, { schedule: { cron: '* * * * * *' } }).start('run', ...debug);
    await daemon.says('203.0.113.7 now');
    await provider.move('198.51.100.1');
    await daemon.says('198.51.100.1 now');
    await eventually(
      () => daemon.output().split('Round (schedule)').length - 1,
      (count) => count >= 3,
    );
  },

  'writes the secrets nowhere, at the most talkative level': async () => {
    const provider = await sandbox('--key', 'k&y "of" 100%', '--api-password', 'pass+word/=');
    const house = setUp(provider, {
      ...often,
      key: 'k&y "of" 100%',
      api: { user: 'demo-api', password: 'pass+word/=' },
      hosts: [home, 'new.example.com'],
    });
    const daemon = house.start('run', '--log-level', 'trace');
    await daemon.says('new.example.com A is 203.0.113.7 now (created');
    await provider.faults({ on: 'dyndns', do: { status: 500, body: 'key was k&y "of" 100%' } });
    await provider.move('198.51.100.1');
    await daemon.says(/"level":"warn"/);
    const state = readFileSync(`${house.stateDir}/state.json`, 'utf8');
    await daemon.stop();
    for (const text of [daemon.output(), state]) {
      for (const secret of ['k&y', 'k%26y', '100%', 'pass+word', 'pass%2Bword']) expect(text).not.toContain(secret);
    }
  },
});

it('survives kill -9 at any moment: the state can be read, no lock is in the way, and nothing piles up', async () => {
  const provider = await sandbox();
  const house = setUp(provider, often);
  let [moving, last] = [true, 0];
  const mover = (async () => {
    while (moving) {
      last += 1;
      await provider.move(`198.51.${100 + (last >> 8)}.${last & 255}`);
      await pause(100);
    }
  })();
  for (let kill = 0; kill < 10; kill++) {
    const daemon = house.start('run', ...debug);
    if (kill % 2 === 0)
      await eventually(
        () => daemon.output(),
        (text) => text !== '',
      );
    await pause(Math.random() * 700);
    const ring = setInterval(() => daemon.signal('SIGUSR1'), 5);
    await pause(Math.random() * 200);
    clearInterval(ring);
    daemon.signal('SIGKILL');
    await daemon.ended;
    const state = (() => {
      try {
        return readFileSync(`${house.stateDir}/state.json`, 'utf8');
      } catch {
        return '{}';
      }
    })();
    expect(() => JSON.parse(state)).not.toThrow();
  }
  moving = false;
  await mover;
  await provider.move('203.0.113.99');
  const daemon = house.start('run');
  await daemon.says('203.0.113.99 now');
  expect(await daemon.stop()).toBe(0);
  expect(readdirSync(house.stateDir)).toEqual(['state.json']);
});
