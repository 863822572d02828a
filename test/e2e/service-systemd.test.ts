import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { boot, lacksMachine, makeDisk } from './machine.ts';

const why = lacksMachine('/usr/lib/systemd/systemd', 'systemd');

it.skipIf(why !== undefined)(
  'a real systemd starts it, now and at every boot, without rights; the uninstallation leaves nothing running',
  async () => {
    const disk = makeDisk();
    const start = () =>
      boot(disk, ['--boot'], ({ run }) => /^(running|degraded)$/m.test(run('systemctl', 'is-system-running').out));
    let machine = await start();
    const status = () => machine.service();
    await machine.startProvider();
    const before = machine.run('find', '/etc', '/root', '-path', '/root/.cache', '-prune', '-o', '-print').out;
    const installed = machine.hostpin('service', 'install');
    expect(installed).toMatchObject({ code: 0, out: expect.stringContaining('active (running)') });
    expect(installed.out).not.toMatch(/demo-key|demo-password/);

    await eventually(machine.records, (records) => records.includes('203.0.113.7'));
    expect(await eventually(status, ({ says }) => String(says).includes('1 of 1 records current'))).toMatchObject({
      running: true,
      atBoot: true,
      user: 'hostpin',
      state: 'active (running)',
    });
    const { pid } = status();
    const process = machine.run('cat', `/proc/${pid}/status`).out;
    expect(process).not.toMatch(/^Uid:\s+0\s/m);
    expect(process).toMatch(/^CapEff:\s+0+$/m);
    expect(process).toMatch(/^CapBnd:\s+0+$/m);
    expect(process).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(machine.run('cat', `/proc/${pid}/cmdline`, `/proc/${pid}/environ`).out).not.toMatch(
      /demo-key|demo-password/,
    );

    // The journal has time and level as fields: neither stands in the text.
    const entries = machine.run('journalctl', `_PID=${pid}`, '--output=json').out.trim().split('\n');
    expect(entries.map((entry) => JSON.parse(entry))).toContainEqual(
      expect.objectContaining({ PRIORITY: '6', MESSAGE: expect.stringMatching(/^home\.example\.com A is /) }),
    );

    expect(machine.hostpin('service', 'install')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to do'),
    });
    expect(status().pid).toBe(pid);
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...machine.command];
    expect(machine.run(...asNobody, 'service', 'install')).toMatchObject({
      code: 64,
      err: expect.stringContaining('sudo '),
    });

    await machine.stop();
    machine = await start();
    await machine.startProvider();
    machine.run('systemctl', 'kill', '--signal=USR1', 'hostpin');
    expect(await eventually(status, ({ says }) => String(says).includes('1 of 1 records current'), 60)).toMatchObject({
      running: true,
      user: 'hostpin',
    });

    const told = machine.hostpin('status', '--json', '--config', '/etc/hostpin/hostpin.yaml').out;
    expect(JSON.parse(told)).toMatchObject({ running: true, hosts: [{ address: '203.0.113.7' }] });
    expect(machine.run('systemctl', 'reload', 'hostpin').code).toBe(0);
    expect(status()).toMatchObject({ running: true });

    const dropIn = join(disk, 'etc/systemd/system/hostpin.service.d');
    mkdirSync(dropIn);
    const override = (lines: string) => {
      writeFileSync(join(dropIn, 'mine.conf'), `[Service]\n${lines}`);
      machine.run('systemctl', 'daemon-reload');
    };

    // A daemon that is stuck is killed and started again.
    override('WatchdogSec=3\nTimeoutStopSec=1\nTimeoutAbortSec=1\nRestartSec=1\n');
    machine.run('systemctl', 'restart', 'hostpin');
    const stuck = status().pid;
    machine.run('kill', '-STOP', String(stuck));
    await eventually(status, ({ pid, running }) => running && pid !== stuck, 60);

    // A start that fails says why, and is finished by running it again.
    override('ExecStart=\nExecStart=/bin/sh -c "echo so long; exit 78"\n');
    machine.run('systemctl', 'stop', 'hostpin');
    const failed = machine.hostpin('service', 'install');
    expect(failed).toMatchObject({ code: 75, err: expect.stringContaining('systemctl restart hostpin.service') });
    expect(failed.out).toContain('so long');
    expect(failed.out).toContain('failed (failed, exit-code 78)');
    rmSync(dropIn, { recursive: true });
    expect(machine.hostpin('service', 'install')).toMatchObject({
      code: 0,
      out: expect.stringContaining('active (running)'),
    });

    expect(machine.hostpin('service', 'uninstall')).toMatchObject({
      code: 0,
      out: expect.stringContaining('/var/lib/hostpin'),
    });
    expect(machine.run('systemctl', 'is-active', 'hostpin').code).not.toBe(0);
    expect(machine.run('systemctl', 'cat', 'hostpin').code).not.toBe(0);
    expect(machine.run('find', '/etc', '/root', '-path', '/root/.cache', '-prune', '-o', '-print').out).toBe(before);
  },
  240_000,
);
