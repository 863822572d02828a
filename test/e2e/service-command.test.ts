import { existsSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, oneDocument, type Ran, run } from './harness.ts';

// Every user can do this, since nothing is run and no owner is changed in a folder.
const key = 'the-key-of-alice';
const configuration = `# mine\nuser: alice\nkey: ${key}\nhosts: [home.example.com]\n`;

const setUp = () => {
  const [root, home] = [folder(), folder()];
  mkdirSync(join(root, 'usr/lib/systemd'), { recursive: true });
  writeFileSync(join(root, 'usr/lib/systemd/systemd'), '');
  const config = join(home, 'mine.yaml');
  writeFileSync(config, configuration, { mode: 0o600 });
  return {
    root,
    home,
    config,
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    service: (...args: string[]): Promise<Ran> => run(['service', ...args, '--root', root], { cwd: home }),
  };
};

it('installs into a folder once, keeps what was edited since, and takes the rest back', async () => {
  const { root, config, read, service } = setUp();

  const planned = await service('install', '--config', config, '--dry-run', '--json');
  expect(planned.code).toBe(0);
  expect(oneDocument(planned.stdout)).toMatchObject({ action: 'install', init: 'systemd', dryRun: true, ok: true });
  expect(existsSync(join(root, 'etc'))).toBe(false);

  const installed = await service('install', '--config', config);
  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(`${planned.stdout}${installed.stdout}`).not.toContain(key);
  expect(read('etc/hostpin/key')).toBe(`${key}\n`);
  expect(statSync(join(root, 'etc/hostpin/key')).mode & 0o777).toBe(0o600);
  expect(read('etc/hostpin/hostpin.yaml')).toBe(
    '# mine\nuser: alice\nhosts: [home.example.com]\nkey_file: /etc/hostpin/key\nstate_dir: /var/lib/hostpin\n',
  );
  // The script that runs here, by this runtime; from a place that no service sees, what that system will have.
  expect(read('etc/systemd/system/hostpin.service')).toMatch(
    /^ExecStart=(\/\S+ \/\S+\/main\.js|\/usr\/bin\/env hostpin) run$/m,
  );
  expect(readlinkSync(join(root, 'etc/systemd/system/multi-user.target.wants/hostpin.service'))).toBe(
    '/etc/systemd/system/hostpin.service',
  );

  const again = await service('install');
  expect(again.code).toBe(0);
  expect(again.stdout).toContain('nothing to do');

  // An edited configuration is the service's own, and not overwritten by the one it was copied from.
  const edited = `${read('etc/hostpin/hostpin.yaml')}lang: es\n`;
  writeFileSync(join(root, 'etc/hostpin/hostpin.yaml'), edited);
  expect((await service('install')).stdout).toContain('nothing to do');

  const removed = await service('uninstall');
  expect(removed.code).toBe(0);
  expect(removed.stdout).toContain('it was changed since then');
  expect(removed.stdout).toMatch(/^Kept, and yours to delete: .*hostpin\.yaml, .*key/m);
  expect(read('etc/hostpin/hostpin.yaml')).toBe(edited);
  expect(read('etc/hostpin/key')).toBe(`${key}\n`);
  expect(existsSync(join(root, 'etc/systemd'))).toBe(false);
  expect((await service('uninstall')).stdout).toContain('Nothing to do');
});

it('does nothing where something is not right, and says what', async () => {
  const { root, home, config, service } = setUp();
  const cases: [string[], number, string][] = [
    [['install', '--config', join(home, 'none.yaml')], 78, 'there is no such file'],
    [['install'], 78, 'there is no configuration file'],
    [['instal'], 64, 'write one of install, uninstall, status, print'],
    [['install', 'upstart'], 64, 'write one of systemd, launchd, openrc, procd'],
    [['status', '--json'], 0, '"installed":false'],
    [['print', 'openrc'], 0, '#!/sbin/openrc-run'],
    [['print', 'windows'], 0, 'schtasks /create'],
  ];
  for (const [args, code, words] of cases) {
    const ran = await service(...args);
    expect({ args, code: ran.code, said: `${ran.stdout}${ran.stderr}` }).toEqual({
      args,
      code,
      said: expect.stringContaining(words),
    });
  }
  // A key that is in the text twice would be published with it.
  writeFileSync(config, `${configuration}# the old one was ${key}\n`);
  const twice = await service('install', '--config', config);
  expect(twice).toMatchObject({ code: 78, stderr: expect.stringContaining('second place') });
  expect(twice.stderr).not.toContain(key);
  expect(existsSync(join(root, 'etc'))).toBe(false);

  const nowhere = await run(['service', 'install', '--root', join(home, 'none')]);
  expect(nowhere).toMatchObject({ code: 64, stderr: expect.stringContaining('--root') });
});

it('installs for an OpenRC that does not run, and says what is left to do in it', async () => {
  const { config, read, service } = setUp();
  const { code, stdout } = await service('install', 'openrc', '--config', config, '--json');
  expect(code).toBe(0);
  expect(oneDocument(stdout).steps[1]).toEqual({
    what: 'make the user hostpin, without home and shell',
    state: 'left',
    note: 'to be made in the running system',
  });
  expect(read('etc/init.d/hostpin')).toMatch(/^#!\/sbin\/openrc-run\n/);
  expect((await service('uninstall')).stderr).toContain("first run 'hostpin service uninstall openrc'");
  expect((await service('uninstall', 'openrc')).code).toBe(0);
});
