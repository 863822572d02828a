import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { file, folder, later, sandbox, setUp, start } from './harness.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const missing = ['python3', 'systemd-notify'].filter((program) => !has(program));

// Node has no unix datagram sockets. Each message is printed as one JSON object.
const receiver = `
import json, socket, sys, time
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
print("null", flush=True)
while True:
    text = listening.recv(65536).decode()
    fields = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    print(json.dumps({**fields, "heardAt": str(time.monotonic_ns() // 1000)}), flush=True)
`;

type Told = Record<string, string>;

it.skipIf(missing.length > 0)(
  `tells systemd how it is${missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''}`,
  async () => {
    const socket = join(folder(), 'notify');
    const listener = spawn('python3', [file('receiver.py', receiver), socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    later(() => listener.kill());
    let text = '';
    listener.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    await eventually(
      () => text,
      (said) => said.includes('null\n'),
    );
    const told = (): Told[] =>
      text
        .split('\n')
        .slice(1, -1)
        .map((line) => JSON.parse(line));
    const times = (key: string, value?: string): number =>
      told().filter((fields) => key in fields && (value === undefined || fields[key] === value)).length;

    const provider = await sandbox();
    const house = setUp(provider, { schedule: { every: '1h' } });
    const daemon = start(['run', '--config', house.config], {
      cwd: house.folder,
      env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1500000' },
    });
    await eventually(
      () => times('READY', '1'),
      (count) => count === 1,
    );
    await eventually(
      () => times('WATCHDOG', '1'),
      (count) => count >= 2,
    );
    await eventually(
      () => times('STATUS'),
      (count) => count >= 2,
    );

    daemon.signal('SIGHUP');
    await eventually(
      () => times('READY', '1'),
      (count) => count === 2,
    );
    const reloading = told().find((fields) => fields.RELOADING === '1');
    // systemd compares the time with its own CLOCK_MONOTONIC.
    expect(Math.abs(Number(reloading?.MONOTONIC_USEC) - Number(reloading?.heardAt))).toBeLessThan(30e6);
    const order = told().flatMap((fields) =>
      Object.keys(fields).filter((key) => key === 'READY' || key === 'RELOADING'),
    );
    expect(order).toEqual(['READY', 'RELOADING', 'READY']);

    expect(await daemon.stop()).toBe(0);
    await eventually(
      () => times('STOPPING', '1'),
      (count) => count === 1,
    );
  },
);
