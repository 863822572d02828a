import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { version } from '../src/version.ts';
import { manPage } from './man-page.ts';

const root = resolve(import.meta.dirname, '..');
const own = (name: string): string => readFileSync(join(import.meta.dirname, 'debian', name), 'utf8');

/** What goes into a package beside what stands in `packaging/debian`. */
export type Contents = {
  /** Debian's name of the architecture: amd64, arm64. */
  architecture: string;
  /** Path of the executable. */
  executable: string;
  /** Licences of what is in the executable. */
  licenses: string;
  /** Of the release; gives the files' times, so that a package built again is the same. */
  date: Date;
  /** dpkg-deb's options for it. */
  compression: readonly string[];
};

const maintainer = `${process.env.DEBFULLNAME ?? 'hostpin contributors'} <${process.env.DEBEMAIL ?? 'contributors@hostpin.example'}>`;

const control = (architecture: string, kilobytes: number): string =>
  `Package: hostpin
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Pre-Depends: init-system-helpers (>= 1.54~)
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 9)
Recommends: iproute2
Section: net
Priority: optional
Description: dynamic DNS client for DonDominio / MrDomain
 Keeps host records pinned to the address that this machine has now. It hears
 of changes from the kernel and the router, believes a new address when two
 independent sources name it, and leaves the account alone once the provider
 refused the credentials.
 .
 The service is not started before it is configured: see README.Debian.
`;

const changelog = (date: Date): string =>
  `hostpin (${version}) unstable; urgency=medium

  * Release ${version}. What changed is told in CHANGELOG.md.gz beside this.

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`;

/** The unit with the path of this package's program. */
const unit = (name: string): string => {
  const text = readFileSync(join(root, 'service-units', name), 'utf8');
  const changed = text.replaceAll('/usr/bin/env hostpin', '/usr/bin/hostpin');
  if (name.endsWith('.service') && changed === text) throw new Error(`${name} has no ExecStart=/usr/bin/env hostpin`);
  return changed.replace('[Unit]\n', '[Unit]\nDocumentation=man:hostpin(1)\n');
};

const licenseParagraph = (): string => {
  const [, , , ...text] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n');
  return `License: Expat\n${text.map((line) => ` ${line === '' ? '.' : line}`).join('\n')}\n`;
};

/** Writes `hostpin_<version>_<architecture>.deb` into `folder`; gives its path. Wants dpkg-deb. */
export const makeDebianPackage = (contents: Contents, folder: string): string => {
  const { architecture, date } = contents;
  const tree = mkdtempSync(join(tmpdir(), 'hostpin-deb-'));
  try {
    const zip = (text: string): Buffer => gzipSync(text, { level: 9 });
    const doc = 'usr/share/doc/hostpin';
    const files: [path: string, content: string | Buffer, mode?: number][] = [
      ['usr/bin/hostpin', readFileSync(contents.executable), 0o755],
      ...['hostpin.service', 'hostpin-update.service', 'hostpin-update.timer'].map((name): [string, string] => [
        `usr/lib/systemd/system/${name}`,
        unit(name),
      ]),
      ['usr/share/man/man1/hostpin.1.gz', zip(manPage(date.toISOString().slice(0, 10)))],
      [`${doc}/changelog.gz`, zip(changelog(date))],
      [`${doc}/CHANGELOG.md.gz`, zip(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))],
      [`${doc}/copyright`, `${own('copyright')}${licenseParagraph()}`],
      [`${doc}/README.Debian`, own('README.Debian')],
      [`${doc}/THIRD-PARTY-LICENSES.gz`, zip(contents.licenses)],
      [`${doc}/examples/hostpin.yaml`, own('hostpin.yaml')],
      ['usr/share/lintian/overrides/hostpin', own('lintian-overrides')],
    ];
    const put = (path: string, content: string | Buffer, mode = 0o644): void => {
      mkdirSync(dirname(join(tree, path)), { recursive: true, mode: 0o755 });
      writeFileSync(join(tree, path), content);
      chmodSync(join(tree, path), mode);
    };
    for (const file of files) put(...file);
    mkdirSync(join(tree, 'etc/hostpin'), { recursive: true });
    const bytes = files.reduce((sum, [path]) => sum + statSync(join(tree, path)).size, 0);
    put('DEBIAN/control', control(architecture, Math.ceil(bytes / 1024)));
    put('DEBIAN/md5sums', files.map(([path, content]) => `${md5(content)}  ${path}\n`).join(''));
    for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, own(script), 0o755);
    for (const path of folders(tree)) chmodSync(path, 0o755);
    const result = join(folder, `hostpin_${version}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', ...contents.compression, '--build', tree, result], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return result;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
};

const md5 = (content: string | Buffer): string => createHash('md5').update(content).digest('hex');

const folders = (tree: string): string[] => [
  tree,
  ...readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(tree, relative(tree, join(entry.parentPath, entry.name)))),
];
