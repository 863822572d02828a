import type { Running } from '../platform/program.ts';

export type Program =
  | { kind: 'command'; command: readonly string[]; copyFrom?: string }
  | { kind: 'wrong'; what: string; fix: string };

/** Where a single executable goes that lies where a service can't see it. */
const installed = '/usr/local/bin/hostpin';

/** The unit hides these folders, they are closed to other users, or they are emptied at boot. */
const hidden = /^\/(home|root|Users|tmp|private\/tmp|var\/tmp|var\/folders|run\/user|var\/home|boot|media|mnt|srv)\//;
const temporary = /\/_npx\//;

/** Whether a service can't have a file there. */
export const isHidden = (path: string): boolean => hidden.test(path) || temporary.test(path);

/** For another system, which is to have hostpin installed where its services find it. */
const anywhere = ['/usr/bin/env', 'hostpin'];

/**
 * A service's command line: what runs now, by absolute paths, since the PATH of a service is not that of a shell.
 * `elsewhere`: the service is another system's (`--root`), whose programs are not the ones here.
 */
export const programOf = ({ execPath, script, realPaths }: Running, elsewhere = false): Program => {
  const unseen = [execPath, ...(script === undefined ? [] : [script]), ...realPaths].find(isHidden);
  if (unseen !== undefined && script === undefined)
    return { kind: 'command', command: [installed], copyFrom: execPath };
  if (unseen !== undefined && elsewhere) return { kind: 'command', command: anywhere };
  if (unseen !== undefined) {
    return {
      kind: 'wrong',
      what: `hostpin runs from ${unseen}, where a service can't see it or where it will be gone one day`,
      fix: "install Node and hostpin for every user (Node from your system's packages or in /opt; then: sudo npm install --global FILE, with the .tgz of 'npm pack'), or take the single executable",
    };
  }
  const command = [stable(execPath), ...(script === undefined ? [] : [script])];
  const odd = command.find((word) => !/^[\w@+=:,./~-]+$/.test(word));
  if (odd !== undefined) {
    return {
      kind: 'wrong',
      what: `hostpin runs from ${odd}, a path that unit files would need quoting for`,
      fix: 'move it to a path of plain letters and digits, such as /opt/hostpin',
    };
  }
  return { kind: 'command', command };
};

/** Homebrew's folders have the version in them, and are gone after an upgrade; this link stays. */
const stable = (path: string): string => path.replace(/\/Cellar\/([^/]+)\/[^/]+\//, '/opt/$1/');
