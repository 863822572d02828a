export const inits = ['systemd', 'launchd', 'openrc', 'procd'] as const;
/** Who starts services on a system. */
export type Init = (typeof inits)[number];

/** Paths that tell the init of a running system, the surest first. launchd has its program where nobody else does. */
export const marks: readonly (readonly [path: string, init: Init])[] = [
  ['/run/systemd/system', 'systemd'],
  ['/sbin/launchd', 'launchd'],
  ['/sbin/procd', 'procd'],
  ['/etc/openwrt_release', 'procd'],
  // Not its programs, which may be there without being at work.
  ['/run/openrc/softlevel', 'openrc'],
];

/** The same for a system that does not run, as a folder. */
export const rootMarks: typeof marks = [
  ['/usr/lib/systemd/systemd', 'systemd'],
  ['/lib/systemd/systemd', 'systemd'],
  ['/sbin/launchd', 'launchd'],
  ['/sbin/procd', 'procd'],
  ['/sbin/openrc-run', 'openrc'],
];

/** Where an init's service has its files. */
export type Places = {
  config: string;
  key: string;
  /** The main API's password. */
  password: string;
  /** Certificates that the configuration trusts, where its own file can't be seen by the service. */
  ca: string;
  /** What an installation did, for taking it back. */
  ledger: string;
  unit: string;
  state: string;
  /** The user that the service runs as, where that one has to be made. */
  user?: string;
};

const usual = {
  config: '/etc/hostpin/hostpin.yaml',
  key: '/etc/hostpin/key',
  password: '/etc/hostpin/api-password',
  ca: '/etc/hostpin/ca.pem',
  ledger: '/etc/hostpin/.installed.json',
  state: '/var/lib/hostpin',
};

export const placesOf: Record<Init, Places> = {
  systemd: {
    ...usual,
    // Where LoadCredential looks for a credential without a path.
    password: '/etc/credstore/hostpin.api-password',
    unit: '/etc/systemd/system/hostpin.service',
  },
  openrc: { ...usual, unit: '/etc/init.d/hostpin', user: 'hostpin' },
  // /var is memory on OpenWrt.
  procd: { ...usual, unit: '/etc/init.d/hostpin', state: '/etc/hostpin/state' },
  launchd: {
    config: '/usr/local/etc/hostpin/hostpin.yaml',
    key: '/usr/local/etc/hostpin/key',
    password: '/usr/local/etc/hostpin/api-password',
    ca: '/usr/local/etc/hostpin/ca.pem',
    ledger: '/usr/local/etc/hostpin/.installed.json',
    unit: '/Library/LaunchDaemons/io.hostpin.hostpin.plist',
    state: '/usr/local/var/hostpin',
    user: '_hostpin',
  },
};

/** What may stay after an uninstallation, for a person to delete. */
export const keptPlaces = ({ config, key, password, ca, state }: Places): string[] => [
  config,
  key,
  password,
  ca,
  state,
];

/** What to do where none of them is: the same for everybody, from cron. */
export const withoutInit = (command: readonly string[]): string =>
  `No init that hostpin knows (systemd, launchd, OpenRC, procd) runs here. A line for 'crontab -e' does it as well:\n  */5 * * * * ${command.join(' ')} update --log-level warn\nOn Windows, 'hostpin service print windows' shows the commands for the task scheduler.`;
