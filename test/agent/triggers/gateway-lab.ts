import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What miniupnpd, Debian's router daemon, is to speak; nothing runs on the gateway where it speaks nothing. */
export type Speaks = {
  natpmp?: boolean;
  upnp?: boolean;
  /** Whether announcements reach the local network (yes, unless it says no). */
  announces?: boolean;
  /** Whether a search for UPnP gets through (yes, unless it says no): miniupnpd without UPnP does not announce either. */
  searchable?: boolean;
};

/**
 * A machine and its router, as two network namespaces of their own. The router's outer interface leads nowhere, so it may
 * have ordinary addresses: miniupnpd refuses documentation's.
 */
export type Lab = {
  /** Names of the namespaces. */
  machine: string;
  router: string;
  gateway: string;
  local: string;
  /** What miniupnpd wrote. */
  said(): string;
  remove(): Promise<void>;
};

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Runs lines of `ip` in a namespace. */
export const ip = (namespace: string, ...lines: string[]): void => {
  execFileSync('ip', ['-n', namespace, '-batch', '-'], { env, input: `${lines.join('\n')}\n`, stdio: 'pipe' });
};

/** Outer addresses that were never there before: going back to one is damped as flapping. */
export const outerAddress = (nth: number): string => `20.0.${1 + Math.floor(nth / 250)}.${1 + (nth % 250)}`;

/** Gives an interface another address in place of the one that it has. */
export const readdress = (namespace: string, name: string, from: string, to: string): void =>
  ip(namespace, `addr del ${from}/32 dev ${name}`, `addr add ${to}/32 dev ${name}`);

/** Arguments that start a program in a namespace: `spawn('ip', inside(lab.machine, 'node', …))`. */
export const inside = (namespace: string, ...command: string[]): string[] => ['netns', 'exec', namespace, ...command];

let made = 0;

/** The router has `outerAddress(0)` on `outer0`, and the machine nothing on `wan0`, which leads nowhere either. */
export const createLab = async (speaks: Speaks): Promise<Lab> => {
  const name = `hostpin-${process.pid}-${made++}`;
  const [machine, router] = [`${name}m`, `${name}r`];
  const [gateway, local] = ['192.168.77.1', '192.168.77.2'];
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-lab-'));
  let daemon: ChildProcess | undefined;
  let output = '';
  const remove = async (): Promise<void> => {
    if (daemon !== undefined && daemon.exitCode === null && daemon.signalCode === null) {
      const gone = once(daemon, 'exit');
      daemon.kill('SIGTERM');
      await gone;
    }
    for (const each of [machine, router]) execFileSync('ip', ['netns', 'del', each], { env, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  for (const each of [machine, router]) execFileSync('ip', ['netns', 'add', each], { env, stdio: 'pipe' });
  try {
    ip(
      router,
      ...['link set lo up', `link add lan0 type veth peer name eth0 netns ${machine}`, 'link set lan0 up'],
      ...['link add outer0 type veth peer name outer1', 'link set outer0 up', 'link set outer1 up'],
      ...[`addr add ${gateway}/24 dev lan0`, `addr add ${outerAddress(0)}/32 dev outer0`],
      ...(speaks.announces === false ? ['route add prohibit 224.0.0.1'] : []),
    );
    // Without IPv6, whose addresses come up by and by, each a kernel's event of its own.
    const quiet = (name: string): string[] => [`link set ${name} addrgenmode none`, `link set ${name} up`];
    ip(
      machine,
      ...['link set lo up', ...quiet('eth0'), `addr add ${local}/24 dev eth0`, `route add default via ${gateway}`],
      ...['link add wan0 type veth peer name wan1', ...quiet('wan0'), ...quiet('wan1')],
      ...(speaks.searchable === false ? ['rule add ipproto udp dport 1900 prohibit'] : []),
    );
    if (speaks.natpmp === true || speaks.upnp === true) {
      daemon = spawn(
        'ip',
        inside(router, 'miniupnpd', '-d', '-f', settings(folder, speaks), '-P', join(folder, 'pid')),
        {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      for (const stream of [daemon.stdout, daemon.stderr]) stream?.on('data', (chunk) => (output += chunk));
      await until(
        () => /HTTP listening|Listening for NAT-PMP/.test(output),
        'miniupnpd starts',
        () => output,
      );
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { machine, router, gateway, local, said: () => output, remove };
};

const settings = (folder: string, { natpmp, upnp }: Speaks): string => {
  const file = join(folder, 'miniupnpd.conf');
  const yes = (it: boolean | undefined): string => (it === true ? 'yes' : 'no');
  const lines = [
    ...['ext_ifname=outer0', 'listening_ip=lan0', 'ipv6_disable=yes', 'secure_mode=yes', 'notify_interval=900'],
    ...[`enable_natpmp=${yes(natpmp)}`, `enable_upnp=${yes(upnp)}`],
    'uuid=0ac735a4-c2c2-4bd2-bbb7-aa3fb0803108',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

/** Waits for something, 20 s at most. */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  what: string,
  instead: () => string = () => '',
): Promise<void> => {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited 20 s in vain: ${what}\n${instead()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
