// `npm run package`: an executable for each platform, Debian packages, licences, bill of materials and checksums, in dist/.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.ts';
import { bundleProgram } from './bundle.ts';
import { makeDebianPackage } from './debian-package.ts';
import { makeExecutable } from './executable.ts';
import { licensesOf } from './licenses.ts';
import { fileNameOf, type Platform, platforms } from './platforms.ts';
import { type Runtime, runtimeOf } from './runtime.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    /** Repeats; every platform where it is left out. */
    platform: { type: 'string', multiple: true },
    out: { type: 'string', default: join(root, 'dist') },
    /** Debian packages that are made sooner, and are larger. */
    quick: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (path: string): string => `${(statSync(path).size / 1e6).toFixed(1)} MB`;
const shown = (path: string): string => `${basename(path).padEnd(28)} ${megabytes(path).padStart(9)}`;

/** Of the release: the commit's, so that the same source gives the same files. */
const releaseDate = (): Date => {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const seconds = Number(given ?? (commit || statSync(join(root, 'package.json')).mtimeMs / 1000));
  return new Date(seconds * 1000);
};

const chosen = (names: readonly string[] | undefined): readonly Platform[] => {
  const unknown = names?.filter((name) => !platforms.some((each) => each.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no platform ${unknown}; there are ${platforms.map(({ name }) => name)}`);
  return platforms.filter(({ name }) => names?.includes(name) ?? true);
};

const wanted = chosen(values.platform);
const work = mkdtempSync(join(tmpdir(), 'hostpin-package-'));
const made: string[] = [];
try {
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const { code, packages } = await bundleProgram();
  const built: { platform: Platform; runtime: Runtime; path: string }[] = [];
  for (const platform of wanted) {
    const runtime = runtimeOf(platform);
    const path = join(out, fileNameOf(platform));
    await makeExecutable(platform, runtime, code, path, work);
    built.push({ platform, runtime, path });
    made.push(path);
    say(`${shown(path)}   Node ${platform.runtime.version} alone: ${megabytes(runtime.executable)}`);
  }
  const put = (name: string, text: string): void => {
    writeFileSync(join(out, name), text);
    made.push(join(out, name));
  };
  // Node's package for Windows has no licence in it; ours that runs here has.
  const folders = [...built.map(({ runtime }) => runtime.folder), resolve(realpathSync(process.execPath), '../..')];
  const licenses = licensesOf(packages, folders);
  put('THIRD-PARTY-LICENSES', licenses);
  put('sbom.cdx.json', billOfMaterials(packages, wanted));
  if (spawnSync('dpkg-deb', ['--version']).status === 0) {
    for (const { platform, path: executable } of built) {
      if (platform.debian === undefined) continue;
      const compression = values.quick ? ['-Zgzip', '-z1'] : ['-Zxz'];
      const contents = { architecture: platform.debian, executable, licenses, date: releaseDate(), compression };
      made.push(makeDebianPackage(contents, out));
      say(shown(made.at(-1) ?? ''));
    }
  } else say('note: no Debian packages: dpkg-deb is not installed (Debian: dpkg)');
  const sums = made.map(
    (path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`,
  );
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  say(`checksums of these ${made.length} files: SHA256SUMS`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
