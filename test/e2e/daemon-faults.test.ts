import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually, logLines, pause, rounds, together } from './eventually.ts';
import { echoing, folder, later, sandbox, setUp } from './harness.ts';

const home = 'home.example.com';
const often = { schedule: { every: '1s' } };
const debug = ['--log-level', 'debug'];

const canListen = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)));
  });

/** The addresses of a provider that can be started later: three free ports in a row, below those that the kernel gives out. */
const notYet = async () => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all([port, port + 1, port + 2].map(canListen));
    if (!free.every(Boolean)) continue;
    const [dyndns = '', api = '', echo = ''] = [0, 1, 2].map((offset) => `http://127.0.0.1:${port + offset}`);
    return { dyndns, api, echo, appear: () => sandbox('--listen', `127.0.0.1:${port}`) };
  }
};

/** Whole requests that a backoff of at least 5 s allows in the time since. */
const allowed = (since: number): number => 1 + Math.floor((Date.now() - since) / 5_000);

together({
  'sends refused credentials once, across rounds and a restart, until they are changed': async () => {
    const provider = await sandbox();
    const house = setUp(provider, { ...often, key: 'wrong-key' });
    for (const _start of [1, 2]) {
      const daemon = house.start('run', ...debug);
      await eventually(
        () => rounds(daemon.output()),
        (count) => count >= 3,
      );
      expect(await daemon.stop()).toBe(0);
      expect(await provider.requests()).toHaveLength(1);
      expect(logLines(daemon.stdout()).filter(({ level }) => level === 'warn')).toHaveLength(1);
      expect(daemon.output()).not.toContain('wrong-key');
    }
    const daemon = house.start('run');
    await daemon.says('Incorrect data');
    house.write({ key: 'demo-key' });
    daemon.signal('SIGHUP');
    await daemon.says('203.0.113.7 now');
    expect(await provider.requests()).toHaveLength(2);
  },

  'goes on after an update --force that the provider accepts': async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'dyndns', times: 1, do: { errors: ['Incorrect data'] } });
    const house = setUp(provider, often);
    const daemon = house.start('run', ...debug);
    await daemon.says('Incorrect data');
    await eventually(
      () => rounds(daemon.output()),
      (count) => count >= 3,
    );
    expect(await provider.requests()).toHaveLength(1);
    expect((await house.update('--force')).code).toBe(0);
    await daemon.says(`${home} A is current again`);
    await provider.move('198.51.100.1');
    await daemon.says('198.51.100.1 now');
    expect(await provider.requests()).toHaveLength(3);
  },

  'starts without network, and publishes when there is one': async () => {
    const gone = await notYet();
    const address = await echoing('203.0.113.7');
    const noProvider = setUp(gone, { ...often, detect: { ipv4: [address.url], allow_private: true } }).start('run');
    const nothing = setUp(gone, often).start('run', ...debug);
    await noProvider.says(/"level":"warn".*could not be sent/);
    await nothing.says('No source told');
    await eventually(
      () => rounds(nothing.output()),
      (count) => count >= 2,
    );
    const provider = await gone.appear();
    // Whoever comes second finds the record right.
    for (const daemon of [noProvider, nothing]) await daemon.says(/203\.0\.113\.7 now|current again: 203\.0\.113\.7/);
    expect(await provider.value(home)).toBe('203.0.113.7');
    for (const daemon of [noProvider, nothing]) {
      await daemon.stop();
      expect(logLines(daemon.stdout()).filter(({ level }) => level === 'warn')).toHaveLength(1);
    }
  },
});

together({
  'outlives every kind of bad answer of the provider, backs off, and recovers': async () => {
    const faults: Record<string, object> = {
      reset: { do: 'reset' },
      truncate: { do: 'truncate' },
      flood: { do: 'flood' },
      garbage: { do: { status: 200, body: '\u0000\u0001 %%% }{' } },
      html: { do: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><h1>Log in</h1>' } },
      empty: { do: { status: 200 } },
      broken: { do: { status: 500, body: 'oops' } },
      busy: { do: { status: 429, headers: { 'retry-after': '6' } } },
    };
    const hosts = Object.keys(faults).map((name) => `${name}.example.com`);
    const provider = await sandbox(...hosts.flatMap((name) => ['--record', `${name} A 127.0.0.1`]));
    const fault = Object.entries(faults).map(([name, what]) => ({
      on: 'dyndns',
      host: `${name}.example.com`,
      ...what,
    }));
    await provider.faults(...fault);
    const daemon = setUp(provider, { ...often, hosts }).start('run', ...debug);
    const since = Date.now();
    for (const host of hosts) await daemon.says(`${host} A: `);
    await eventually(
      () => rounds(daemon.output()),
      (count) => count >= 3,
    );
    const requests = await provider.requests();
    const most = allowed(since);
    for (const host of hosts) expect(requests.filter((one) => one.host === host).length).toBeLessThanOrEqual(most);
    expect(daemon.output()).not.toContain('"level":"info"');

    await provider.faults();
    for (const host of hosts) await daemon.says(new RegExp(`${host} A is (203.0.113.7 now|current again)`));
    for (const host of hosts) expect(await provider.value(host)).toBe('203.0.113.7');
    expect(await daemon.stop()).toBe(0);
    expect(daemon.output()).not.toContain('demo-key');
  },

  'changes nothing while the source answers nonsense, and goes on when it is right again': async () => {
    const provider = await sandbox();
    const daemon = setUp(provider, often).start('run', ...debug);
    await daemon.says('203.0.113.7 now');
    const bad = [
      {
        do: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Please log in</body></html>' },
      },
      { do: { status: 500, body: '198.51.100.9' } },
      { do: { status: 200, body: '127.0.0.1' } },
      { do: 'reset' },
    ];
    await provider.faults(...bad.map((what) => ({ on: 'echo', times: 1, ...what })), {
      on: 'echo',
      do: 'truncate',
      times: 1,
    });
    await provider.move('198.51.100.1');
    await daemon.says('198.51.100.1 now', 40);
    expect(await provider.requests()).toHaveLength(2);
    await daemon.stop();
    expect(logLines(daemon.stdout()).filter(({ level }) => level === 'warn')).toHaveLength(1);
  },

  'sets a broken state file aside, and asks the provider again': async () => {
    const provider = await sandbox();
    const house = setUp(provider, often);
    mkdirSync(house.stateDir);
    writeFileSync(join(house.stateDir, 'state.json'), '{"version":1,"rec');
    const daemon = house.start('run', ...debug);
    await daemon.says('203.0.113.7 now');
    await pause(1_500);
    expect(await daemon.stop()).toBe(0);
    const about = logLines(daemon.stdout()).filter(({ msg }) => msg.includes('state.json.broken-'));
    expect(about.map(({ level }) => level)).toEqual(['error']);
    expect(JSON.parse(readFileSync(join(house.stateDir, 'state.json'), 'utf8')).version).toBe(1);
  },

  'makes its state folder again where somebody deletes it': async () => {
    const provider = await sandbox();
    const house = setUp(provider, often);
    const daemon = house.start('run', ...debug);
    await daemon.says('203.0.113.7 now');
    rmSync(house.stateDir, { recursive: true });
    await provider.move('198.51.100.1');
    await daemon.says('198.51.100.1 now');
    expect(readFileSync(join(house.stateDir, 'state.json'), 'utf8')).toContain('198.51.100.1');
    expect(await daemon.stop()).toBe(0);
  },
});

const tmpfs = (): string | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const path = folder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path]).status !== 0) return undefined;
  later(() => spawnSync('umount', ['-l', path]));
  return path;
};

it('goes on with a full disk, says so once, and writes again when there is room', async ({ skip }) => {
  const disk = tmpfs();
  if (disk === undefined) return skip('a small tmpfs wants root and mount(8)');
  const provider = await sandbox();
  const house = setUp(provider, { ...often, state_dir: join(disk, 'state') });
  const filler = join(disk, 'filler');
  const fill = (): void => {
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'count=1000'], { stdio: 'ignore' });
  };
  const daemon = house.start('run', ...debug);
  await daemon.says('203.0.113.7 now');
  fill();
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    await provider.move(address);
    await daemon.says(`${address} now`);
  }
  const before = rounds(daemon.output());
  await eventually(
    () => rounds(daemon.output()),
    (count) => count >= before + 3,
  );
  const errors = logLines(daemon.stdout()).filter(({ level }) => level === 'error');
  expect(errors.map(({ msg }) => msg).filter((msg) => msg.includes('could not write the state'))).toHaveLength(1);
  expect(errors.length).toBeLessThanOrEqual(2);
  expect(await provider.requests()).toHaveLength(3);

  rmSync(filler);
  const state = join(disk, 'state', 'state.json');
  await eventually(
    () => (existsSync(state) ? readFileSync(state, 'utf8') : ''),
    (text) => text.includes('"address":"198.51.100.2"'),
  );
  expect(await daemon.stop()).toBe(0);
  expect(await provider.requests()).toHaveLength(3);
  const again = house.start('run', ...debug);
  await again.says('Round (');
  expect(await provider.requests()).toHaveLength(3);
});

it('starts on a full disk', async ({ skip }) => {
  const disk = tmpfs();
  if (disk === undefined) return skip('a small tmpfs wants root and mount(8)');
  const provider = await sandbox();
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k', 'count=1000'], { stdio: 'ignore' });
  const daemon = setUp(provider, { ...often, state_dir: join(disk, 'state') }).start('run', ...debug);
  await daemon.says('203.0.113.7 now');
  await eventually(
    () => rounds(daemon.output()),
    (count) => count >= 3,
  );
  expect(await provider.requests()).toHaveLength(1);
  expect(await daemon.stop()).toBe(0);
});
