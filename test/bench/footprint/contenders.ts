import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Provider } from './provider.ts';

/** What all of them are measured with. */
export type Ground = {
  provider: Provider;
  /** PEM file of the sandbox's certificate. */
  certificate: string;
  /** The same, and every certificate that this system trusts: what a client loads for a provider of the internet. */
  authorities: string;
  /** Ours; a folder of its own for each. */
  folder: string;
};

export type Contender = {
  name: string;
  /** The command lines, a word each; a daemon stays in the foreground. */
  once: readonly string[];
  daemon: readonly string[];
  env: Record<string, string>;
  /** Files that are removed before each run. */
  forget: readonly string[];
  /** Whether an address is to be published. */
  publishes: boolean;
  /** Whether SIGUSR1 starts a round. */
  rings: boolean;
  /** Bytes that are its own, without interpreters and libraries; undefined where that means nothing. */
  bytes?: number;
};

/** A contender, or why there is none. */
export type Entry = { name: string; contender: Contender } | { name: string; missing: string };

const program = resolve(process.env.HOSTPIN_DIST ?? 'dist/main.js');
const executable = join(dirname(program), `hostpin-${process.platform}-${process.arch}`);
const host = 'home.example.com';

const home = (ground: Ground, name: string): string => {
  const path = join(ground.folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(path, { recursive: true });
  return path;
};

const write = (path: string, text: string): string => {
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

const sizeOf = (path: string): number => statSync(path).size;

/** The code beside the program; what it imports from node_modules comes on top. */
const sizeOfCode = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?js$/.test(name))
    .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);

const bare = (): Entry => {
  const [name, idle] = ['node alone', 'setInterval(() => {}, 2 ** 30)'];
  const usual = { env: {}, forget: [], publishes: false, rings: false };
  const [once, daemon] = ['0', idle].map((code) => [process.execPath, '-e', code]) as [string[], string[]];
  return { name, contender: { name, once, daemon, ...usual, bytes: sizeOf(process.execPath) } };
};

const hostpin = (ground: Ground, name: string, command: readonly string[], bytes: number): Entry => {
  const folder = home(ground, name);
  const { provider } = ground;
  const config = write(
    join(folder, 'hostpin.yaml'),
    stringify({
      ...{ user: 'demo', key: 'demo-key', hosts: [host], state_dir: join(folder, 'state') },
      endpoints: { dyndns: `https://${provider.dyndns}` },
      detect: { ipv4: [`https://${provider.echo}/`], allow_private: true },
    }),
  );
  const words = (verb: string): string[] => [...command, verb, '--config', config];
  // The echo is asked with the system's certificates.
  const env = { HOME: folder, NODE_EXTRA_CA_CERTS: ground.certificate };
  const [once, daemon] = [words('update'), words('run')];
  return { name, contender: { name, once, daemon, env, forget: [], publishes: true, rings: true, bytes } };
};

const ddclient = (ground: Ground, path: string): Entry => {
  const name = 'ddclient';
  const folder = home(ground, name);
  const { provider } = ground;
  const cache = join(folder, 'cache');
  const config = write(
    join(folder, 'ddclient.conf'),
    [
      `cache=${cache}`,
      `pid=${join(folder, 'pid')}`,
      'syslog=no',
      'ssl=yes',
      `ssl_ca_file=${ground.authorities}`,
      `use=web, web=https://${provider.echo}/`,
      'protocol=dondominio',
      `server=${provider.dyndns}`,
      'login=demo',
      "password='demo-key'",
      host,
      '',
    ].join('\n'),
  );
  const words = (...more: string[]): string[] => [path, '-file', config, '-noquiet', ...more];
  const [once, daemon] = [words('-daemon=0'), words('-foreground', '-daemon=300')];
  // Its cache says that the change failed (it judges the last line of the answer), which would make it wait.
  return {
    name,
    contender: {
      name,
      once,
      daemon,
      env: { HOME: folder },
      forget: [cache],
      publishes: true,
      rings: false,
      bytes: sizeOf(path),
    },
  };
};

const inadyn = (ground: Ground, path: string): Entry => {
  const name = 'inadyn';
  const folder = home(ground, name);
  const { provider } = ground;
  const config = write(
    join(folder, 'inadyn.conf'),
    [
      'period = 300',
      `ca-trust-file = ${ground.authorities}`,
      'custom hostpin {',
      '  ssl = true',
      '  username = demo',
      '  password = demo-key',
      `  hostname = ${host}`,
      `  checkip-server = "${provider.echo}"`,
      '  checkip-path = "/"',
      '  checkip-ssl = true',
      `  ddns-server = "${provider.dyndns}"`,
      '  ddns-path = "/plain/?user=%u&password=%p&host=%h&ip=%i"',
      '  ddns-response = { "OK" }',
      '}',
      '',
    ].join('\n'),
  );
  const words = (...more: string[]): string[] => [
    path,
    '-f',
    config,
    '--cache-dir',
    folder,
    '-P',
    join(folder, 'pid'),
    ...more,
  ];
  const [once, daemon] = [words('-1', '-n'), words('-n', '-s')];
  return {
    name,
    contender: {
      name,
      once,
      daemon,
      env: { HOME: folder },
      forget: [],
      publishes: true,
      rings: false,
      bytes: sizeOf(path),
    },
  };
};

/** The program that is not ours, or that it is not installed. */
const installed = (name: string, make: (path: string) => Entry): Entry => {
  const path = ['/usr/bin', '/usr/sbin'].map((folder) => join(folder, name)).find((each) => existsSync(each));
  return path === undefined ? { name, missing: `${name} is not installed (apt-get install ${name})` } : make(path);
};

export const contenders = (ground: Ground): Entry[] => [
  bare(),
  hostpin(ground, 'hostpin', [process.execPath, program], sizeOfCode(dirname(program))),
  existsSync(executable)
    ? hostpin(ground, 'hostpin, executable', [executable], sizeOf(executable))
    : { name: 'hostpin, executable', missing: `${executable} is not there (npm run package)` },
  installed('ddclient', (path) => ddclient(ground, path)),
  installed('inadyn', (path) => inadyn(ground, path)),
];
