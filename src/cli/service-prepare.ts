import { isAbsolute } from 'node:path';
import { loadConfig } from '../app.ts';
import type { Config } from '../config/config.ts';
import { resolvePath } from '../config/paths.ts';
import { type Origin, type Relocated, relocate } from '../config/relocate.ts';
import { exit } from '../core/exit.ts';
import type { Files } from '../platform/files.ts';
import { runningProgram } from '../platform/program.ts';
import { problemLine } from '../report/wording.ts';
import { freeUserId, makeUser } from '../service/controls.ts';
import { type Content, planInstall } from '../service/plan.ts';
import { isHidden, programOf } from '../service/program.ts';
import type { Argv, Step } from '../service/step.ts';
import { type Call, textFlag } from './call.ts';
import { fail, failConfig } from './failure.ts';
import type { System } from './service-system.ts';

export type Prepared = {
  steps: Step[];
  command: readonly string[];
  /** The configuration that a copy was made of, where it lies elsewhere. */
  copied?: string;
};

/** The steps of an installation with the configuration that is there now; an exit code where that one is not right. */
export const prepare = async (call: Call, system: System): Promise<Prepared | number> => {
  const { platform } = call;
  const { init, places } = system;
  const old = await tooOld(system);
  if (old !== undefined) return fail(call, exit.usage, old);
  const program = programOf(runningProgram(), system.root !== undefined);
  if (program.kind === 'wrong') return fail(call, exit.usage, `${program.what}: ${program.fix}. Nothing was done.`);

  const files = system.root === undefined ? platform.files : within(system.root, platform.files);
  const env = await serviceEnvironment(call);
  const flags = { config: await chooseConfig(call, system) };
  const unused = Object.keys(call.env).filter((name) => name.startsWith('HOSTPIN_') && !(name in env));
  if (unused.length > 0)
    platform.err(`A service does not get this shell's variables, so these count for nothing: ${unused.join(', ')}\n`);
  const loaded = await loadConfig({ ...platform, files }, { flags, env });
  if (loaded.kind === 'wrong') return failConfig(call, loaded.problems);
  for (const warning of loaded.warnings) platform.err(`${problemLine(warning)}\n`);
  const { config } = loaded;
  const file = config.file ?? places.config;
  const read = await files.readText(file);
  if (read.kind === 'failure') return fail(call, exit.configuration, `can't read ${file}: ${read.reason}.`);
  const moved = await relocate(read.text, {
    keyFile: places.key,
    passwordFile: places.password,
    caFile: places.ca,
    stateDir: places.state,
    inPlace: file === places.config,
    isHidden,
    resolve: (path) => resolvePath(path, env.HOME ?? '/', file.slice(0, file.lastIndexOf('/') + 1)),
  });
  if (moved.kind === 'wrong') return failConfig(call, [moved.problem]);
  const told = leftSecret(moved, config);
  if (told !== undefined) {
    const what = `the ${told} stands in ${file} in a second place (a comment?), and everybody may read a service's configuration`;
    return failConfig(call, [{ where: file, what, fix: 'remove it there' }]);
  }
  if (/\bproxy:\s*\S*\/\/[^/\s]*@/.test(moved.text))
    platform.err(
      `${places.config}: a password in a proxy's address can be read by every user of this machine there.\n`,
    );
  const packaged = await packagedUnit(system, program.command);
  const { password } = moved;
  const steps = planInstall({
    init,
    command: program.command,
    ...(program.copyFrom === undefined ? {} : { copyFrom: program.copyFrom }),
    ...(packaged === undefined ? {} : { packagedUnit: packaged }),
    config: file === places.config && moved.text === read.text ? 'in place' : { text: moved.text, from: file },
    key: contentOf(moved.key, config.key, file, places.key),
    ...(password === undefined || config.api === undefined
      ? {}
      : { password: contentOf(password, config.api.password, file, places.password) }),
    ...(moved.ca === undefined ? {} : { ca: { text: config.endpoints.ca ?? '', from: moved.ca } }),
    makeUser: places.user === undefined ? [] : await userCommands(system, places.user),
  });
  return { steps, command: program.command, ...(file === places.config ? {} : { copied: file }) };
};

/** Credentials, by which the service gets its secrets, came with systemd 247. */
const tooOld = async ({ init, ports }: System): Promise<string | undefined> => {
  const ran =
    init === 'systemd'
      ? await ports.exec?.('systemctl', ['--version'], { timeoutMs: 10_000, maxBytes: 4_096 })
      : undefined;
  const found = ran?.kind === 'exited' ? Number(/^systemd (\d+)/.exec(ran.stdout)?.[1]) : Number.NaN;
  return found < 247
    ? `The service wants systemd 247 or newer, and this is ${found}: use a line for cron ('hostpin update').`
    : undefined;
};

/** A service has no variables of ours, and the home is that of the person who called `sudo`. */
const serviceEnvironment = async ({ env, platform }: Call): Promise<Call['env']> => {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('HOSTPIN_') || name === 'HOSTPIN_CONFIG'),
  );
  if (platform.uid !== 0 || !env.SUDO_USER) return kept;
  const users = await platform.files.readText('/etc/passwd');
  const home = users.kind === 'text' ? homeOf(env.SUDO_USER, users.text) : undefined;
  return home === undefined ? kept : { ...kept, HOME: home };
};

const homeOf = (user: string, passwd: string): string | undefined => {
  const home = passwd
    .split('\n')
    .find((line) => line.startsWith(`${user}:`))
    ?.split(':')[5];
  return home !== undefined && isAbsolute(home) ? home : undefined;
};

/** The one that is named, or the service's own, which a person may have edited since it was copied there. */
const chooseConfig = async ({ flags, env }: Call, { places, ports }: System): Promise<string | undefined> => {
  const named = textFlag(flags.config) ?? env.HOSTPIN_CONFIG;
  if (named) return named;
  return (await ports.tree.look(places.config)).kind === 'none' ? undefined : places.config;
};

/** The folder's file where it has one of this path: what a configuration names may be in there already. */
const within = (root: string, files: Files): Files => {
  const inside = (path: string): string => `${root.replace(/\/$/, '')}${path}`;
  const choose = async (path: string): Promise<string> => ((await files.exists(inside(path))) ? inside(path) : path);
  return {
    ...files,
    readText: async (path, maxBytes) => files.readText(await choose(path), maxBytes),
    stat: async (path) => files.stat(await choose(path)),
    exists: async (path) => files.exists(await choose(path)),
  };
};

const contentOf = (origin: Origin, text: string, config: string, place: string): Content => {
  if (typeof origin === 'object' && origin.file === place) return 'in place';
  const from = origin === 'inline' ? config : origin === 'elsewhere' ? undefined : origin.file;
  return { text: `${text}\n`, ...(from === undefined ? {} : { from }) };
};

/** A secret that was taken out and is still in the text. Short ones may be there by chance. */
const leftSecret = (moved: Relocated & { kind: 'relocated' }, config: Config): string | undefined => {
  const has = (secret: string | undefined): boolean =>
    secret !== undefined && secret.length >= 8 && moved.text.includes(secret);
  if (moved.key === 'inline' && has(config.key)) return 'key';
  return moved.password === 'inline' && has(config.api?.password) ? "main API's password" : undefined;
};

/** The unit that the system's package of hostpin brought, where this is that package's program. */
const packagedUnit = async ({ init, ports }: System, command: readonly string[]): Promise<string | undefined> => {
  if (init !== 'systemd' || command.join(' ') !== '/usr/bin/hostpin') return undefined;
  for (const path of ['/usr/lib/systemd/system/hostpin.service', '/lib/systemd/system/hostpin.service'])
    if ((await ports.tree.look(path)).kind === 'file') return path;
  return undefined;
};

const userCommands = async ({ userTools, ports }: System, name: string): Promise<Argv[]> => {
  const tools = await userTools();
  if (tools !== 'dscl' || ports.exec === undefined) return makeUser(tools, name, 399);
  const listed = await ports.exec('dscl', ['.', '-list', '/Users', 'UniqueID'], { timeoutMs: 10_000, maxBytes: 1e6 });
  return makeUser(tools, name, freeUserId(listed.kind === 'exited' ? listed.stdout : ''));
};
