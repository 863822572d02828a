import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lacks, run, unit } from './tools.ts';

const noSystemd = lacks('systemd-analyze', 'systemd');
const services = ['hostpin.service', 'hostpin-update.service'];

/** What systemd has to say about units of these texts. It exits 0 on keys that it does not know: what it prints counts. */
const verify = (texts: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-units-'));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const { code, output } = run('systemd-analyze', [
      'verify',
      '--man=no',
      ...Object.keys(texts).map((name) => join(folder, name)),
    ]);
    const ours = output.split('\n').filter((line) => Object.keys(texts).some((name) => line.includes(name)));
    return code === 0 ? ours.join('\n') : `exit code ${code}\n${output}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const read = (name: string): string => readFileSync(unit(name), 'utf8');
/** The values that a unit gives a key, in order. */
const values = (text: string, key: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

describe('the systemd units', () => {
  it.skipIf(noSystemd)('have nothing that systemd complains about', () => {
    const names = [...services, 'hostpin-update.timer'];
    expect(verify(Object.fromEntries(names.map((name) => [name, read(name)])))).toBe('');
  });

  const broken: [string, (text: string) => string][] = [
    ['a key that systemd does not know', (text) => text.replace('DynamicUser=', 'DynamicUsers=')],
    ['a value that its key does not take', (text) => text.replace('WatchdogSec=3min', 'WatchdogSec=soon')],
    ['a program that is not there', (text) => text.replace('/usr/bin/env hostpin', '/usr/bin/no-such-program')],
    ['a section that is not one', (text) => text.replace('[Service]', '[Servce]')],
  ];
  it.skipIf(noSystemd).each(broken)('are really checked: %s is found', (_what, breakIt) => {
    expect(verify({ 'hostpin.service': breakIt(read('hostpin.service')) })).not.toBe('');
  });

  it.skipIf(noSystemd).each(services)('%s is exposed to less than 1.5 of 10', (name) => {
    const { output } = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit(name)]);
    const level = /exposure level for \S+: ([\d.]+)/.exec(output)?.[1];
    expect(Number(level)).toBeLessThan(1.5);
  });

  it.each(services)('%s keeps what the program and its users rely on', (name) => {
    const text = read(name);
    expect(values(text, 'DynamicUser')).toEqual(['yes']);
    expect(values(text, 'StateDirectory')).toEqual(['hostpin']);
    expect(values(text, 'LoadCredential')).toEqual(['key:/etc/hostpin/key', 'api-password:hostpin.api-password']);
    expect(values(text, 'RestrictAddressFamilies')).toEqual(['AF_INET AF_INET6 AF_UNIX AF_NETLINK']);
    expect(values(text, 'MemoryDenyWriteExecute')).toEqual([]);
  });

  it.each(services)('%s can not take more of the machine than it needs', (name) => {
    const text = read(name);
    const limits = ['MemoryHigh', 'MemoryMax', 'TasksMax', 'LimitNOFILE', 'LimitCORE', 'CPUWeight', 'IOWeight'];
    expect(limits.filter((key) => values(text, key).length !== 1)).toEqual([]);
    expect(values(text, 'OOMPolicy')).toEqual(['stop']);
  });

  it('the daemon is notified, watched, and not started again after 77 and 78', () => {
    const text = read('hostpin.service');
    expect(values(text, 'Type')).toEqual(['notify']);
    expect(values(text, 'NotifyAccess')).toEqual(['all']);
    expect(values(text, 'Restart')).toEqual(['on-failure']);
    expect(values(text, 'RestartPreventExitStatus')).toEqual(['77 78']);
    expect(values(text, 'ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
    expect(values(text, 'WatchdogSec')).toHaveLength(1);
  });

  it('the one-shot service is confined as the daemon is', () => {
    const confinement = (name: string): string => {
      const text = read(name);
      const end = text.indexOf('\n[Install]');
      return text
        .slice(text.indexOf('DynamicUser=yes'), end < 0 ? undefined : end)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .join('\n');
    };
    expect(confinement('hostpin-update.service')).toBe(confinement('hostpin.service'));
  });
});
