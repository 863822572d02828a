import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { version } from '../../src/version.ts';
import type { DebianRoot } from './debian-root.ts';
import { type Done, run } from './tools.ts';

const wanted = '/etc/systemd/system/multi-user.target.wants/hostpin.service';

/** Whether there is a file or link, whatever a link leads to. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The same package with a greater version. */
const newer = async (deb: string, root: DebianRoot): Promise<string> => {
  const tree = join(root.path, 'tmp/tree');
  const result = join(root.path, 'tmp/newer.deb');
  await run('dpkg-deb', ['--raw-extract', deb, tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, 'Version: 999'));
  await run('dpkg-deb', ['-Znone', '--root-owner-group', '--build', tree, result]);
  rmSync(tree, { recursive: true });
  return result;
};

/** What a machine goes through with the package; the root is in the end as it was. */
export const installUpgradeRemovePurge = async (root: DebianRoot, deb: string): Promise<void> => {
  const at = (path: string): string => join(root.path, path);
  const dpkg = async (...args: string[]): Promise<void> => {
    const { code, output } = await root.inside('dpkg', ...args);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(/warning|error/i);
  };
  const before = await root.files();

  copyFileSync(deb, at('tmp/hostpin.deb'));
  await dpkg('--install', '/tmp/hostpin.deb');
  expect((await root.inside('hostpin', '--version')).output).toBe(`${version}\n`);
  expect(readFileSync(at('usr/lib/systemd/system/hostpin.service'), 'utf8')).toContain(
    'ExecStart=/usr/bin/hostpin run',
  );
  expect(exists(at(wanted)), 'not enabled before it is configured').toBe(false);
  expect(await root.inside('hostpin', 'status')).toMatchObject({ code: 78 });

  mkdirSync(at('etc/credstore'), { recursive: true });
  copyFileSync(at('usr/share/doc/hostpin/examples/hostpin.yaml'), at('etc/hostpin/hostpin.yaml'));
  writeFileSync(at('etc/hostpin/key'), 'a-key', { mode: 0o600 });
  writeFileSync(at('etc/credstore/hostpin.api-password'), 'a-password', { mode: 0o600 });
  const status = await root.inside('hostpin', 'status');
  expect(status.code, `the example is a right configuration: ${status.output}`).toBe(0);
  mkdirSync(at('var/lib/private/hostpin'), { recursive: true });
  writeFileSync(at('var/lib/private/hostpin/state.json'), '{}');
  // What `systemctl enable hostpin` does.
  mkdirSync(dirname(at(wanted)), { recursive: true });
  symlinkSync('/usr/lib/systemd/system/hostpin.service', at(wanted));

  copyFileSync(await newer(deb, root), at('tmp/hostpin.deb'));
  await dpkg('--install', '/tmp/hostpin.deb');
  expect((await root.inside('dpkg-query', '-W', 'hostpin')).stdout).toContain('999');
  expect(exists(at(wanted)), 'still enabled after an upgrade').toBe(true);
  expect(readFileSync(at('etc/hostpin/key'), 'utf8')).toBe('a-key');

  await dpkg('--remove', 'hostpin');
  expect(existsSync(at('usr/bin/hostpin'))).toBe(false);
  expect(readFileSync(at('etc/hostpin/key'), 'utf8'), 'kept until a purge').toBe('a-key');
  expect(existsSync(at('var/lib/private/hostpin/state.json'))).toBe(true);

  await dpkg('--install', '/tmp/hostpin.deb');
  expect(exists(at(wanted)), 'enabled again when it comes back').toBe(true);
  await dpkg('--purge', 'hostpin');
  expect(await root.files()).toEqual(before);
  expect(existsSync(at('etc/hostpin'))).toBe(false);
};

/** What a container of the Dockerfile has: no user of the system, no right, and nothing to write to but the state. */
export const updateWithoutRights = (root: DebianRoot, executable: string, settings: object): Promise<Done> => {
  const { path } = root;
  copyFileSync(executable, join(path, 'usr/bin/hostpin'));
  mkdirSync(join(path, 'etc/hostpin'), { recursive: true });
  writeFileSync(join(path, 'etc/hostpin/hostpin.yaml'), JSON.stringify({ ...settings, state_dir: '/var/lib/hostpin' }));
  mkdirSync(join(path, 'var/lib/hostpin'));
  const confined = `mount --bind ${path} ${path} && mount -o remount,ro,bind ${path} &&
    mount -t tmpfs -o uid=65532,mode=700 none ${path}/var/lib/hostpin &&
    exec chroot --userspec=65532:65532 ${path} /usr/bin/hostpin update --json`;
  return run('unshare', ['--mount', 'sh', '-c', confined]);
};
