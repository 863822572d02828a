import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eventually } from './eventually.ts';
import { folder, later, oneDocument, program } from './harness.ts';

/** Why tests with this init can't run here, after a line that says so; undefined where they can. */
export const lacksMachine = (initProgram: string, debianPackage: string): string | undefined => {
  const why =
    process.getuid?.() !== 0
      ? 'root, who can start a container'
      : !existsSync('/usr/bin/systemd-nspawn')
        ? "systemd-nspawn, from Debian's package systemd-container"
        : !existsSync(initProgram)
          ? `${initProgram}, from Debian's package ${debianPackage}`
          : spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'test', '-w', '/sys/fs/cgroup']).status !== 0
            ? 'the right to make namespaces and control groups, which a container may lack'
            : undefined;
  if (why !== undefined) console.log(`skipped: hostpin as a service in a container wants ${why}`);
  return why;
};

const [inside, runtime] = ['/opt/hostpin', '/opt/runtime'];
const [node, checkout] = [process.execPath, dirname(dirname(program))];
const command = [join(runtime, basename(node)), join(inside, program.slice(checkout.length))];

/** The settings that fit the provider in the machine. */
export const configuration = `user: demo
key: demo-key
hosts: [home.example.com]
endpoints: {dyndns: "http://127.0.0.1:8053", api: "http://127.0.0.1:8054"}
api: {user: demo-api, password: demo-password}
detect: {ipv4: ["http://127.0.0.1:8055"], allow_private: true}
`;

/** The disk of a machine: the programs of this one, and an /etc of its own. A user has written a configuration. */
export const makeDisk = (): string => {
  const disk = folder();
  chmodSync(disk, 0o755);
  for (const name of ['etc', 'usr', 'proc', 'sys', 'dev', 'run', 'tmp', 'var/lib', `.${inside}`, `.${runtime}`])
    mkdirSync(join(disk, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(disk, name));
  symlinkSync('/run', join(disk, 'var/run'));
  writeFileSync(join(disk, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n');
  writeFileSync(join(disk, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n');
  // Without one, systemd takes this for its first boot and asks for a time zone.
  writeFileSync(join(disk, 'etc/machine-id'), `${'5a'.repeat(16)}\n`);
  copyFileSync('/etc/os-release', join(disk, 'etc/os-release'));
  // What programs that make users want.
  cpSync('/etc/pam.d', join(disk, 'etc/pam.d'), { recursive: true });
  mkdirSync(join(disk, 'root/.config/hostpin'), { recursive: true });
  writeFileSync(join(disk, 'root/.config/hostpin/hostpin.yaml'), configuration, { mode: 0o600 });
  return disk;
};

export type Said = { code: number | null; out: string; err: string };

export type Machine = {
  run(...argv: string[]): Said;
  /** The program, and how it is called. */
  command: readonly string[];
  hostpin(...args: string[]): Said;
  service(): { running: boolean; pid: number; says: string | null };
  /** Starts the provider, which forgets at the end of the machine. */
  startProvider(): Promise<void>;
  records(): string;
  stop(): Promise<void>;
};

/** Starts a machine with a network of its own. `init` says what runs in it, `isUp` when it is up. */
export const boot = async (
  disk: string,
  init: readonly string[],
  isUp: (machine: Machine) => boolean,
): Promise<Machine> => {
  const container: ChildProcess = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--register=no', '--keep-unit', '--private-network', `--machine=hostpin-${process.pid}`],
      ...[`--directory=${disk}`, '--bind-ro=/usr', `--bind-ro=${checkout}:${inside}`],
      ...[`--bind-ro=${dirname(node)}:${runtime}`, ...init],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((settle) => container.once('close', () => settle()));
  const stop = async (): Promise<void> => {
    // systemd-nspawn asks the init to power off.
    container.kill('SIGTERM');
    const hard = setTimeout(() => container.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(hard);
  };
  later(stop);
  const first = (): string => {
    try {
      return readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
    } catch {
      return '';
    }
  };
  const run: Machine['run'] = (...argv) => {
    const done = spawnSync('nsenter', ['--target', first(), '--all', ...argv], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
    });
    return { code: done.status, out: done.stdout, err: done.stderr };
  };
  const records = (): string => run('curl', '--silent', 'http://127.0.0.1:8055/records').out;
  const machine: Machine = {
    run,
    command,
    hostpin: (...args) => run(...command, ...args),
    service: () => oneDocument(run(...command, 'service', 'status', '--json').out),
    async startProvider() {
      run('sh', '-c', `setsid ${command.join(' ')} sandbox --listen 127.0.0.1:8053 >/dev/null 2>&1 </dev/null &`);
      await eventually(records, (answer) => answer.startsWith('['));
    },
    records,
    stop,
  };
  await eventually(
    () => first() !== '' && isUp(machine),
    (up) => up,
    60,
  );
  return machine;
};
