import { type Init, placesOf } from './init.ts';
import type { Argv, Step } from './step.ts';
import { renderUnit } from './units.ts';

/** A text that the service needs: where it is already, or to be written, with the file that it comes from. */
export type Content = 'in place' | { text: string; from?: string };

export type Wanted = {
  init: Init;
  command: readonly string[];
  /** The single executable to be copied to the command's place. */
  copyFrom?: string;
  /** A unit that a package of the system brought, in place of ours. */
  packagedUnit?: string;
  config: Content;
  key: Content;
  password?: Content;
  ca?: Content;
  /** Makes the service's user, where the init wants one. */
  makeUser: readonly Argv[];
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** An installation as steps, in an order in which nothing is used before it is there. */
export const planInstall = (wanted: Wanted): Step[] => {
  const { init, command, copyFrom, packagedUnit, makeUser } = wanted;
  const places = placesOf[init];
  const { user } = places;
  const owner = user === undefined ? {} : { owner: user };
  const unit = packagedUnit ?? places.unit;
  const folders: Step[] = [];
  if (wanted.password !== undefined && parentOf(places.password) !== parentOf(places.config))
    folders.push({ kind: 'folder', path: parentOf(places.password), mode: 0o700 });
  // launchd makes no folders; the others' units do.
  if (init === 'launchd') folders.push({ kind: 'folder', path: places.state, mode: 0o700, ...owner });
  return [
    { kind: 'folder', path: parentOf(places.config), mode: 0o755 },
    ...(user === undefined ? [] : [{ kind: 'user', name: user, make: makeUser } as const]),
    ...folders,
    ...secret(wanted.key, places.key, owner),
    ...secret(wanted.password, places.password, owner),
    ...open('certificates', wanted.ca, places.ca),
    ...open('configuration', wanted.config, places.config),
    ...(copyFrom === undefined
      ? []
      : [{ kind: 'program', path: command[0] ?? '', mode: 0o755, from: copyFrom } as const]),
    ...(packagedUnit === undefined
      ? [
          {
            kind: 'file',
            what: 'unit',
            path: unit,
            mode: init === 'systemd' || init === 'launchd' ? 0o644 : 0o755,
            text: renderUnit[init](command),
          } as const,
        ]
      : []),
    ...atBoot(init, unit),
  ];
};

const secret = (content: Content | undefined, path: string, owner: { owner?: string }): Step[] => {
  if (content === undefined) return [];
  if (content === 'in place') return [{ kind: 'access', path, grant: 0o400, deny: 0o007, ...owner }];
  return [{ kind: 'file', what: 'secret', path, mode: 0o600, ...content, ...owner }];
};

/** The service's user is not the owner. */
const open = (what: 'configuration' | 'certificates', content: Content | undefined, path: string): Step[] => {
  if (content === undefined) return [];
  if (content === 'in place') return [{ kind: 'access', path, grant: 0o444, deny: 0 }];
  return [{ kind: 'file', what, path, mode: 0o644, ...content }];
};

/** The links that the init's own tool makes (`systemctl enable`, `rc-update add`, `/etc/init.d/… enable`). */
const atBoot = (init: Init, unit: string): Step[] => {
  const link = (path: string, to: string): Step => ({ kind: 'link', path, to });
  switch (init) {
    case 'systemd':
      return [link('/etc/systemd/system/multi-user.target.wants/hostpin.service', unit)];
    case 'openrc':
      return [link('/etc/runlevels/default/hostpin', unit)];
    case 'procd':
      return [link('/etc/rc.d/S95hostpin', '../init.d/hostpin'), link('/etc/rc.d/K05hostpin', '../init.d/hostpin')];
    case 'launchd':
      return [];
  }
};
