import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { stringify } from 'yaml';

/** The program as it is shipped. */
export const program = resolve(process.env.HOSTPIN_DIST ?? 'dist/main.js');

export type Ran = { code: number | null; stdout: string; stderr: string };
export type Place = { env?: Record<string, string>; cwd?: string; input?: string };

type Undo = () => Promise<unknown> | unknown;
const undone: Undo[] = [];

/** Something to be done when the test is over, the newest first. */
export const later = (undo: Undo): void => {
  undone.push(undo);
};

afterEach(async () => {
  for (let undo = undone.pop(); undo !== undefined; undo = undone.pop()) await undo();
});

/** A folder that is gone after the test. */
export const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'hostpin-e2e-'));
  later(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A file in a folder of its own. */
export const file = (name: string, text: string, mode = 0o600): string => {
  const path = join(folder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
};

const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: extra.HOME ?? folder(),
  ...extra,
});

export type Child = {
  pid: number;
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** All that was written, to stdout and stderr. */
  output(): string;
  /** Resolves when `output()` has the text or fits the pattern; rejects after `seconds`, and where the child ends before. */
  says(what: string | RegExp, seconds?: number): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** The exit code, when the child has ended; null where a signal ended it. */
  ended: Promise<number | null>;
  /** SIGTERM, and SIGKILL 10 s later; the exit code. */
  stop(): Promise<number | null>;
};

/** Starts the program as a child with a clean environment. It is stopped after the test at the latest. */
export const start = (args: readonly string[], { env, cwd, input }: Place = {}): Child => {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(env),
    cwd: cwd ?? folder(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of [...listeners]) listener();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    wake();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  let over = false;
  const ended = new Promise<number | null>((settle) => {
    child.once('close', (code) => {
      over = true;
      settle(code);
      wake();
    });
  });
  const output = (): string => `${out}${err}`;
  const stop = async (): Promise<number | null> => {
    if (over) return ended;
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    const code = await ended;
    clearTimeout(hard);
    return code;
  };
  later(stop);
  return {
    pid: child.pid ?? 0,
    process: child,
    stdout: () => out,
    stderr: () => err,
    output,
    says: (what, seconds = 20) =>
      new Promise((settle, reject) => {
        const done = (error?: Error): void => {
          clearTimeout(timer);
          listeners.delete(look);
          if (error) reject(error);
          else settle();
        };
        const look = (): void => {
          if (typeof what === 'string' ? output().includes(what) : what.test(output())) done();
          else if (over) done(new Error(`ended without saying ${what}:\n${output()}`));
        };
        const timer = setTimeout(
          () => done(new Error(`not said in ${seconds} s: ${what}; but:\n${output()}`)),
          seconds * 1000,
        );
        listeners.add(look);
        look();
      }),
    signal: (name) => child.kill(name),
    ended,
    stop,
  };
};

/** Runs the program to its end. */
export const run = async (args: readonly string[], place: Place = {}): Promise<Ran> => {
  const child = start(args, place);
  const code = await child.ended;
  return { code, stdout: child.stdout(), stderr: child.stderr() };
};

/** Something asked of a server of the test, whose certificate may be any. */
const request = (method: string, url: string, body?: string): Promise<string> =>
  new Promise((settle, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const asked = send(url, { method, rejectUnauthorized: false, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) settle(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
    });
    asked.on('error', reject).end(body);
  });

export type SeenRequest = {
  on: 'dyndns' | 'api';
  method: string;
  path: string;
  operation: string;
  host?: string;
  ip?: string;
};
export type ZoneRecord = { name: string; type: string; value: string; ttl: string };

export type Sandbox = {
  dyndns: string;
  api: string;
  echo: string;
  child: Child;
  /** Moves the public address. */
  move(address: string): Promise<unknown>;
  /** Replaces the scripted faults; none are left where the list is empty. */
  faults(...faults: object[]): Promise<unknown>;
  /** What dyndns and api were asked since `forget`. */
  requests(): Promise<SeenRequest[]>;
  forget(): Promise<unknown>;
  records(): Promise<ZoneRecord[]>;
  /** The value of the record, undefined where there is none. */
  value(name: string, type?: string): Promise<string | undefined>;
};

/** The provider as a child. */
export const sandbox = async (...args: string[]): Promise<Sandbox> => {
  const child = start(['sandbox', ...args]);
  // Its first line on stdout; there may be a word on stderr before.
  await child.says(/"pid":\d+\}\n/);
  const { dyndns, api, echo } = JSON.parse(child.stdout().split('\n')[0] ?? '');
  const records = async (): Promise<ZoneRecord[]> => JSON.parse(await request('GET', `${echo}/records`));
  return {
    dyndns,
    api,
    echo,
    child,
    move: (address) => request('PUT', echo, address),
    faults: (...faults) => request('PUT', `${echo}/faults`, JSON.stringify(faults)),
    requests: async () => JSON.parse(await request('GET', `${echo}/requests`)),
    forget: () => request('DELETE', `${echo}/requests`),
    records,
    value: async (name, type = 'A') =>
      (await records()).find((record) => record.name === name && record.type === type)?.value,
  };
};

/** A server of the test's own on a loopback port; gives its address. `seen` has the requests as `GET /path`. */
export const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; port: number; seen: string[] }> => {
  const seen: string[] = [];
  const server = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`);
    answer(asked, response);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  later(
    () =>
      new Promise((settle) => {
        server.close(settle);
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
};

/** An echo page that says the text. */
export const echoing = (text: string, type = 'text/plain') =>
  serve((_request, response) => response.writeHead(200, { 'content-type': type }).end(text));

export type Settings = Record<string, unknown>;

export type Setup = {
  folder: string;
  config: string;
  stateDir: string;
  /** Writes the configuration again: what is given replaces what was there, key by key. */
  write(changes: Settings): void;
  /** A command with this configuration. */
  run(command: string, ...args: string[]): Promise<Ran>;
  start(command: string, ...args: string[]): Child;
  /** `update --json` and what it printed. */
  update(...args: string[]): Promise<{ code: number | null; document: UpdateDocument; stderr: string }>;
};

export type HostReport = {
  host: string;
  type: string;
  outcome: string;
  address: string | null;
  previous: string | null;
  via: string | null;
  message: string;
};
export type UpdateDocument = { detected: { ipv4: string | null; ipv6: string | null }; hosts: HostReport[] };

/** The settings that fit the sandbox as it is without flags; documentation addresses are let through. */
export const settingsFor = (provider: Pick<Sandbox, 'dyndns' | 'api' | 'echo'>): Settings => ({
  user: 'demo',
  key: 'demo-key',
  hosts: ['home.example.com'],
  endpoints: { dyndns: provider.dyndns, api: provider.api },
  detect: { ipv4: [provider.echo], allow_private: true },
});

/** The part of the settings that gives the main API of the sandbox as it is without flags. */
export const apiSettings = { user: 'demo-api', password: 'demo-password' };

/** A configuration for the sandbox, in a folder of its own with its state. `changes` replace settings key by key. */
export const setUp = (provider: Pick<Sandbox, 'dyndns' | 'api' | 'echo'>, changes: Settings = {}): Setup => {
  const home = folder();
  const config = join(home, 'hostpin.yaml');
  const stateDir = join(home, 'state');
  let settings: Settings = { ...settingsFor(provider), state_dir: stateDir, ...changes };
  const save = (): void => writeFileSync(config, stringify(settings), { mode: 0o600 });
  save();
  const place: Place = { cwd: home, env: { HOME: home } };
  const words = (command: string, args: string[]): string[] => [command, '--config', config, ...args];
  return {
    folder: home,
    config,
    stateDir,
    write(next) {
      settings = { ...settings, ...next };
      save();
    },
    run: (command, ...args) => run(words(command, args), place),
    start: (command, ...args) => start(words(command, args), place),
    async update(...args) {
      const { code, stdout, stderr } = await run(words('update', ['--json', ...args]), place);
      return { code, document: oneDocument(stdout), stderr };
    },
  };
};

/** The one JSON document that stdout must be. */
export const oneDocument = (stdout: string) => {
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`not one JSON document: ${stdout}`, { cause });
  }
};
