import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { boot, lacksMachine, makeDisk } from './machine.ts';

const why = lacksMachine('/usr/sbin/openrc-run', 'openrc');

// Not as the first process: containers of Alpine do it the same way.
const init = `mkdir -p /run/openrc && touch /run/openrc/softlevel && openrc sysinit && openrc default
touch /run/up; trap 'openrc shutdown; exit' TERM; sleep infinity & wait`;

it.skipIf(why !== undefined)(
  'a real OpenRC starts it with a user of its own, now and at the next boot, until it is uninstalled',
  async () => {
    const disk = makeDisk();
    for (const name of ['sysinit', 'boot', 'default', 'shutdown'])
      mkdirSync(join(disk, 'etc/runlevels', name), { recursive: true });
    mkdirSync(join(disk, 'etc/init.d'));
    // Debian's OpenRC asks for this file of insserv.
    writeFileSync(join(disk, 'etc/insserv.conf'), '');
    const start = () =>
      boot(disk, ['--as-pid2', 'sh', '-c', init], ({ run }) => run('test', '-e', '/run/up').code === 0);
    let machine = await start();
    await machine.startProvider();
    const before = machine.run('find', '/etc', '/root', '-path', '/root/.cache', '-prune', '-o', '-print').out;

    expect(machine.hostpin('service', 'install')).toMatchObject({ code: 0, out: expect.stringContaining(': running') });
    await eventually(machine.records, (records) => records.includes('203.0.113.7'));
    expect(machine.run('ps', '-o', 'user=,args=', '-u', 'hostpin').out).toMatch(/^hostpin .*main\.js run --config /m);
    expect(machine.run('stat', '--format=%U %a', '/etc/hostpin/key').out).toBe('hostpin 600\n');
    expect(machine.run('rc-service', 'hostpin', 'reload').code).toBe(0);
    expect(machine.hostpin('service', 'install').out).toContain('nothing to do');

    await machine.stop();
    machine = await start();
    await eventually(machine.service, ({ running }) => running);

    expect(machine.hostpin('service', 'uninstall').code).toBe(0);
    expect(machine.run('ps', '-o', 'args=', '-e').out).not.toContain('main.js run');
    // Programs that make users leave a lock and copies of their lists behind.
    const files = (list: string): string[] =>
      list.split('\n').filter((path) => !/^\/etc\/([a-z]+-|\.pwd\.lock)$/.test(path));
    expect(files(machine.run('find', '/etc', '/root', '-path', '/root/.cache', '-prune', '-o', '-print').out)).toEqual(
      files(before),
    );
    expect(machine.run('id', 'hostpin').code).not.toBe(0);
    expect(existsSync(join(disk, 'etc/hostpin'))).toBe(false);
  },
  240_000,
);
