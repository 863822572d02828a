import type { Init } from './init.ts';
import { placesOf } from './init.ts';
import type { Argv, Controls } from './step.ts';

const launchdLabel = 'system/io.hostpin.hostpin';

/** How each init is spoken to. */
export const controlsOf: Record<Init, Controls> = {
  systemd: {
    running: ['systemctl', 'is-active', '--quiet', 'hostpin.service'],
    start: [{ argv: ['systemctl', 'daemon-reload'] }, { argv: ['systemctl', 'restart', 'hostpin.service'] }],
    stop: [{ argv: ['systemctl', 'stop', 'hostpin.service'], mayFail: true }],
    forget: [
      { argv: ['systemctl', 'daemon-reload'], mayFail: true },
      { argv: ['systemctl', 'reset-failed', 'hostpin.service'], mayFail: true },
    ],
    logs: 'journalctl -u hostpin',
    lastWords: ['journalctl', '--unit=hostpin.service', '--lines=10', '--output=cat', '--no-pager'],
  },
  launchd: {
    running: ['launchctl', 'print', launchdLabel],
    start: [
      { argv: ['launchctl', 'bootout', launchdLabel], mayFail: true },
      { argv: ['launchctl', 'bootstrap', 'system', placesOf.launchd.unit] },
    ],
    stop: [{ argv: ['launchctl', 'bootout', launchdLabel], mayFail: true }],
    forget: [],
    logs: `${placesOf.launchd.state}/hostpin.out`,
  },
  openrc: {
    running: ['rc-service', 'hostpin', 'status'],
    start: [{ argv: ['rc-service', 'hostpin', 'restart'] }],
    stop: [{ argv: ['rc-service', 'hostpin', 'stop'], mayFail: true }],
    forget: [],
    logs: 'the system log (hostpin)',
  },
  procd: {
    running: ['/etc/init.d/hostpin', 'running'],
    start: [{ argv: ['/etc/init.d/hostpin', 'restart'] }],
    stop: [{ argv: ['/etc/init.d/hostpin', 'stop'], mayFail: true }],
    forget: [],
    logs: 'logread -e hostpin',
  },
};

/** Asks systemd everything that `status` tells. */
export const systemdQuestion: Argv = [
  'systemctl',
  'show',
  '--property=ActiveState,SubState,MainPID,StatusText,UnitFileState,User,FragmentPath,Result,ExecMainStatus',
  'hostpin.service',
];

/** What is on the system to make and remove users with. */
export type UserTools = 'useradd' | 'adduser' | 'dscl';

/** A user without a home and a shell. `id` is for macOS, which wants to be told a free number. */
export const makeUser = (tools: UserTools, name: string, id: number): Argv[] => {
  switch (tools) {
    case 'useradd':
      return [['useradd', '--system', '--no-create-home', '--home-dir', '/', '--shell', '/sbin/nologin', name]];
    case 'adduser':
      return [['adduser', '-S', '-D', '-H', '-h', '/', '-s', '/sbin/nologin', name]];
    case 'dscl':
      return [
        ['dscl', '.', '-create', `/Users/${name}`, 'UniqueID', String(id)],
        ['dscl', '.', '-create', `/Users/${name}`, 'PrimaryGroupID', '20'],
        ['dscl', '.', '-create', `/Users/${name}`, 'UserShell', '/usr/bin/false'],
      ];
  }
};

export const removeUser = (tools: UserTools, name: string): Argv =>
  ({
    useradd: ['userdel', name] as const,
    adduser: ['deluser', name] as const,
    dscl: ['dscl', '.', '-delete', `/Users/${name}`] as const,
  })[tools];

/** A number for a service's user that `dscl . -list /Users UniqueID` does not show. */
export const freeUserId = (listed: string): number => {
  const taken = new Set(listed.split('\n').map((line) => Number(line.trim().split(/\s+/)[1])));
  let id = 399;
  while (taken.has(id)) id--;
  return id;
};
