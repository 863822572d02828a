import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Done, run } from './tools.ts';

/** A Debian of this machine's release in a folder. */
export type DebianRoot = {
  path: string;
  /** Runs a program in it, as its root. */
  inside(...command: string[]): Promise<Done>;
  /** The files in it but for package data, logs and temporary ones. */
  files(): Promise<string[]>;
  remove(): void;
};

const codename = (): string =>
  existsSync('/etc/os-release')
    ? (/^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable')
    : 'stable';

/** A copy of what debootstrap made once and `~/.cache/hostpin` keeps; undefined, after a line that says why, where it can't. */
export const debianRoot = async (): Promise<DebianRoot | undefined> => {
  const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hostpin', `debian-${codename()}`);
  if (!existsSync(kept)) {
    await mkdir(dirname(kept), { recursive: true });
    const partial = mkdtempSync(`${kept}-`);
    const options = ['--variant=minbase', '--include=init-system-helpers'];
    const made = await run('debootstrap', [...options, codename(), partial], 280);
    if (made.code !== 0) {
      console.log(
        `skipped: the package is not installed anywhere, since debootstrap failed: ${made.output.slice(-500)}`,
      );
      rmSync(partial, { recursive: true, force: true });
      return undefined;
    }
    renameSync(partial, kept);
  }
  const path = mkdtempSync(join(tmpdir(), 'hostpin-debian-'));
  await run('cp', ['-a', `${kept}/.`, path]);
  const inside = (...command: string[]): Promise<Done> =>
    run('chroot', [path, '/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', ...command]);
  return {
    path,
    inside,
    async files() {
      const left = ['/proc', '/sys', '/dev', '/tmp', '/var/lib/dpkg', '/var/log'].flatMap((each) => [
        '-path',
        each,
        '-o',
      ]);
      const { stdout } = await inside(
        'find',
        '/',
        '(',
        ...left.slice(0, -1),
        ')',
        '-prune',
        '-o',
        '!',
        '-type',
        'd',
        '-print',
      );
      return stdout.split('\n').sort();
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
