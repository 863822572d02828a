import { isAbsolute, join, resolve } from 'node:path';

/** What the surroundings say: the process's, or a test's. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  cwd: string;
  /** The user's home. */
  home: string;
};

/** A path as configured: `~/` is the home, and a relative one starts at the folder of the file that has it. */
export const resolvePath = (path: string, home: string, base: string): string =>
  path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(base, path);

/** The XDG base directory specification has relative values ignored. */
const xdg = (value: string | undefined, fallback: string): string => (value && isAbsolute(value) ? value : fallback);

/** Where a configuration is looked for when none is named, best first. */
export const candidates = ({ env, cwd, home }: Surroundings): string[] => [
  join(cwd, 'hostpin.yaml'),
  join(xdg(env.XDG_CONFIG_HOME, join(home, '.config')), 'hostpin', 'hostpin.yaml'),
  '/etc/hostpin/hostpin.yaml',
];

/** Where a new configuration goes: root's is the system's. */
export const newFile = ({ env, home, uid }: Surroundings & { uid: number | undefined }): string =>
  uid === 0
    ? '/etc/hostpin/hostpin.yaml'
    : join(xdg(env.XDG_CONFIG_HOME, join(home, '.config')), 'hostpin', 'hostpin.yaml');

/** The state folder when none is configured. systemd's $STATE_DIRECTORY may be a list with colons. */
export const defaultStateFolder = ({ env, home }: Surroundings): string =>
  env.STATE_DIRECTORY?.split(':')[0] || join(xdg(env.XDG_STATE_HOME, join(home, '.local', 'state')), 'hostpin');
