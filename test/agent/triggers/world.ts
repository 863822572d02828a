import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { file, folder, later, program } from '../../e2e/harness.ts';
import { createLab, inside, type Lab, type Speaks, until } from './gateway-lab.ts';

export type Started = { output(): string; write(line: string): void; stop(): Promise<void> };

/** A daemon behind a router, with a provider on its own machine: both have a namespace. */
export type World = {
  lab: Lab;
  daemon: Started;
  /** Its configuration. */
  config: string;
  record(): Promise<string | undefined>;
  ask(script: string): Promise<string>;
};

/** Runs a script or a program's file with this Node in a namespace; stopped after the test at the latest. */
export const startInside = (namespace: string, ...args: string[]): Started => {
  const child = spawn('ip', inside(namespace, process.execPath, ...args), {
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: folder() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
  };
  later(stop);
  return { output: () => output, write: (line) => void child.stdin.write(`${line}\n`), stop };
};

/**
 * The daemon, with an hour between its looks, behind a router that speaks so; its first round is over.
 *
 * @param source `echo` for the provider's
 * @param before what is to run before the daemon does
 */
export const start = async (
  speaks: Speaks,
  source: string,
  before: (lab: Lab) => Promise<void> = async () => {},
): Promise<World> => {
  const lab = await createLab(speaks);
  later(lab.remove);
  await before(lab);
  const sandbox = startInside(lab.machine, program, 'sandbox');
  await until(() => sandbox.output().includes('\n'), 'the sandbox starts', sandbox.output);
  const provider = JSON.parse(sandbox.output().split('\n')[0] ?? '');
  const settings = {
    ...{ user: 'demo', key: 'demo-key', hosts: ['home.example.com'], state_dir: folder() },
    endpoints: { dyndns: provider.dyndns, api: provider.api },
    detect: { ipv4: [source === 'echo' ? provider.echo : source], allow_private: true },
    schedule: { every: '1h' },
    log: { level: 'debug', format: 'pretty' },
  };
  const config = file('hostpin.yaml', stringify(settings));
  const daemon = startInside(lab.machine, program, 'run', '--config', config);
  const ask = async (script: string): Promise<string> =>
    (await promisify(execFile)('ip', inside(lab.machine, process.execPath, '-e', script))).stdout;
  const record = async (): Promise<string | undefined> => {
    const records: { name: string; type: string; value: string }[] = JSON.parse(
      await ask(`fetch('${provider.echo}/records').then((r) => r.text()).then((t) => process.stdout.write(t))`),
    );
    return records.find(({ name, type }) => name === 'home.example.com' && type === 'A')?.value;
  };
  await until(() => daemon.output().includes('Round (start)'), 'the first round', daemon.output);
  return { lab, daemon, config, record, ask };
};
