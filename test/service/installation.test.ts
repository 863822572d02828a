import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTree, digestOfFile, type Tree } from '../../src/platform/tree.ts';
import { controlsOf, removeUser } from '../../src/service/controls.ts';
import { placesOf } from '../../src/service/init.ts';
import { install, survey } from '../../src/service/install.ts';
import { type Ledger, readLedger } from '../../src/service/ledger.ts';
import { planInstall, type Wanted } from '../../src/service/plan.ts';
import type { Line, Ports } from '../../src/service/ports.ts';
import { uninstall } from '../../src/service/uninstall.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const temporary = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'hostpin-service-'));
  folders.push(path);
  return path;
};

const places = placesOf.systemd;

/** A system that a folder stands for, with a person's files outside of it. */
const world = () => {
  const root = temporary();
  const home = temporary();
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
  };
  put('/etc/passwd', 'root:x:0:0::/root:/bin/sh\n');
  for (const name of ['hostpin.yaml', 'key', 'program']) writeFileSync(join(home, name), `the ${name}\n`);
  const wanted: Wanted = {
    init: 'systemd',
    command: ['/usr/local/bin/hostpin'],
    copyFrom: join(home, 'program'),
    config: { text: 'user: alice\n', from: join(home, 'hostpin.yaml') },
    key: { text: 'secret\n', from: join(home, 'key') },
    password: { text: 'secret too\n', from: join(home, 'hostpin.yaml') },
    makeUser: [],
  };
  const ledger = (): Ledger => {
    const path = join(root, places.ledger);
    const read = existsSync(path) ? readLedger(readFileSync(path, 'utf8')) : undefined;
    return read ?? { version: 1, init: 'systemd', finished: true, entries: [] };
  };
  const ports = (tree: Tree = createTree(root)): Ports => ({ tree, digestOfFile, ids: async () => undefined });
  const installation = (changes: Partial<Wanted> = {}) => ({
    steps: planInstall({ ...wanted, ...changes }),
    controls: controlsOf.systemd,
    ledger: ledger(),
    ledgerPath: places.ledger,
    release: '1.0.0',
  });
  return {
    root,
    home,
    put,
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    install: (changes?: Partial<Wanted>, tree?: Tree) => install(installation(changes), ports(tree)),
    survey: (changes?: Partial<Wanted>) => survey(installation(changes), ports()),
    uninstall: (tree?: Tree, dryRun = false) =>
      uninstall(
        {
          ledger: ledger(),
          ledgerPath: places.ledger,
          controls: controlsOf.systemd,
          removeUser: (name) => removeUser('useradd', name),
          dryRun,
        },
        ports(tree),
      ),
    snapshot: () => snapshot(root),
  };
};

/** Every path below a folder with its kind, permissions and content. */
const snapshot = (folder: string, path = ''): string[] =>
  readdirSync(join(folder, path))
    .toSorted()
    .flatMap((name) => {
      const here = `${path}/${name}`;
      const found = lstatSync(join(folder, here));
      if (found.isSymbolicLink()) return [`${here} -> ${readlinkSync(join(folder, here))}`];
      const mode = (found.mode & 0o7777).toString(8);
      if (found.isDirectory()) return [`${here}/ ${mode}`, ...snapshot(folder, here)];
      return [
        `${here} ${mode} ${createHash('sha256')
          .update(readFileSync(join(folder, here)))
          .digest('hex')}`,
      ];
    });

const states = (lines: readonly Line[]): string[] => [...new Set(lines.map(({ state }) => state))];

describe('an installation', () => {
  it('is done once: a second one finds everything there and changes nothing', async () => {
    const { install, survey, snapshot } = world();
    expect(states(await survey())).toEqual(['to do']);
    expect(states(await install())).toEqual(['done']);
    const after = snapshot();
    expect(states(await survey())).toEqual(['there']);
    expect(states(await install())).toEqual(['there']);
    expect(snapshot()).toEqual(after);
  });

  it('is taken back to the last byte', async () => {
    const { install, uninstall, snapshot } = world();
    const before = snapshot();
    await install();
    const installed = snapshot();
    expect(states(await uninstall(undefined, true))).toEqual(['to do']);
    expect(snapshot()).toEqual(installed);
    expect(states(await uninstall())).toEqual(['done']);
    expect(snapshot()).toEqual(before);
    expect(await uninstall()).toEqual([]);
  });

  it('puts back what was there: another unit, another link, a program, a configuration with a key in it', async () => {
    const { root, put, install, uninstall, snapshot, read } = world();
    put(places.unit, '[Service]\nExecStart=/opt/mine\n', 0o600);
    put('/usr/local/bin/hostpin', 'an old one\n', 0o755);
    put(places.config, 'user: bob\nkey: abc\n', 0o600);
    mkdirSync(join(root, '/etc/systemd/system/multi-user.target.wants'));
    symlinkSync('/opt/mine', join(root, '/etc/systemd/system/multi-user.target.wants/hostpin.service'));
    const before = snapshot();
    const changes: Partial<Wanted> = { config: { text: 'user: bob\n', from: places.config } };
    expect(states(await install(changes))).toEqual(['there', 'done']);
    expect(read(places.config)).toBe('user: bob\n');
    // An upgrade in between is not what was there before.
    await install({ ...changes, command: ['/usr/bin/hostpin'] });
    expect(states(await uninstall())).toEqual(['done']);
    expect(snapshot()).toEqual(before);
  });

  it('leaves what somebody changed since then, and says so', async () => {
    const { put, install, uninstall, read } = world();
    await install();
    put(places.unit, '# mine\n');
    put(places.config, 'user: alice\nhosts: [other.example.com]\n');
    const lines = await uninstall();
    const left = lines.filter(({ state }) => state === 'left').map(({ what, note }) => `${what}: ${note}`);
    expect(left).toEqual([
      `remove ${places.unit}: it was changed since then`,
      'remove the folder /etc/systemd/system: it is not empty',
      'remove the folder /etc/systemd: it is not empty',
      `remove ${places.config}: it was changed since then`,
      `remove ${places.password}: the configuration that stays needs it`,
      `remove ${places.key}: the configuration that stays needs it`,
      'remove the folder /etc/credstore: it is not empty',
      'remove the folder /etc/hostpin: it is not empty',
    ]);
    expect(read(places.key)).toBe('secret\n');
  });

  it('leaves the only copy of a configuration or a secret', async () => {
    const { home, install, uninstall, read } = world();
    await install();
    rmSync(join(home, 'hostpin.yaml'));
    rmSync(join(home, 'key'));
    await uninstall();
    expect(read(places.config)).toBe('user: alice\n');
    expect(read(places.key)).toBe('secret\n');
  });

  it('closes a key that others can read, opens a configuration that the service can not, and takes both back', async () => {
    const { put, install, uninstall, snapshot, root } = world();
    put(places.key, 'secret\n', 0o644);
    put(places.config, 'user: alice\n', 0o600);
    const before = snapshot();
    await install({ key: 'in place', config: 'in place' });
    expect(lstatSync(join(root, places.key)).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(root, places.config)).mode & 0o777).toBe(0o644);
    await uninstall();
    expect(snapshot()).toEqual(before);
  });

  it.each<[string, (made: ReturnType<typeof world>) => void, string]>([
    [
      'a folder stands where a file goes',
      ({ root }) => mkdirSync(join(root, places.unit), { recursive: true }),
      'no file',
    ],
    [
      'a link stands where a file goes',
      ({ root }) => {
        mkdirSync(join(root, '/etc/hostpin'));
        symlinkSync('/elsewhere', join(root, places.config));
      },
      'it is a link to /elsewhere',
    ],
    ['a file stands where a folder goes', ({ put }) => put('/etc/hostpin', ''), 'no folder'],
    [
      'the old configuration is not text',
      ({ root }) => {
        mkdirSync(join(root, '/etc/hostpin'));
        writeFileSync(join(root, places.config), Buffer.from([0xff, 0xfe, 0x00]));
      },
      'not UTF-8',
    ],
  ])('says what is in its way and goes no further: %s', async (_, prepare, why) => {
    const made = world();
    prepare(made);
    const lines = await made.install();
    expect(lines.at(-1)).toMatchObject({ state: 'failed', note: expect.stringContaining(why) });
    expect(lines.filter(({ state }) => state === 'failed')).toHaveLength(1);
  });
});

/** A tree that is cut off at the nth change, as by a kill or a full disk. */
const cutOff = (root: string, changes: number, how: 'kill' | 'full'): Tree => {
  const tree = createTree(root);
  let left = changes;
  const counted =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (left-- > 0) return work(...args);
      if (how === 'kill') throw new Error('killed');
      return { kind: 'failure', code: 'ENOSPC', reason: 'the disk is full' } as R;
    };
  const { look, readText, digest, digestOf, ...changing } = tree;
  const cut = Object.fromEntries(
    Object.entries(changing).map(([name, work]) => [name, counted(work as () => Promise<unknown>)]),
  );
  return { ...tree, ...cut };
};

describe.each(['kill', 'full'] as const)('an installation that is cut off (%s)', (how) => {
  const attempt = async (work: Promise<Line[]>): Promise<Line[]> => work.catch(() => []);

  it('at whatever point is finished by running it again, or taken back', async () => {
    const whole = world();
    await whole.install();
    const complete = whole.snapshot().filter((line) => !line.startsWith(places.ledger));
    let isWhole = false;
    let cut = 0;
    for (; !isWhole; cut++) {
      const { root, put, install, uninstall, snapshot } = world();
      // The unit is there in another form: putting it back must work from any point, too.
      if (cut % 2 === 0) put(places.unit, 'old\n');
      const before = snapshot();
      const lines = await attempt(install({}, cutOff(root, cut, how)));
      isWhole = lines.length > 0 && !states(lines).includes('failed');
      if (cut % 3 !== 0) {
        expect(states(await install()), `after ${cut}`).not.toContain('failed');
        const finished = snapshot().filter((line) => !line.startsWith(places.ledger));
        expect(finished, `after ${cut}`).toEqual(complete);
      }
      // Taking it back may be cut off as well.
      await attempt(uninstall(cutOff(root, cut % 5, how)));
      await uninstall();
      const after = snapshot();
      // A folder that was made before anything could be written down is all that may stay.
      expect(
        after.filter((line) => line !== '/etc/hostpin/ 755'),
        `back from ${cut}`,
      ).toEqual(before);
    }
    expect(cut).toBeGreaterThan(20);
  });
});
