import type { Init } from './init.ts';
import { inPath } from './units/command.ts';
import { launchdPlist } from './units/launchd.ts';
import { openrcScript } from './units/openrc.ts';
import { procdScript } from './units/procd.ts';
import { daemonUnit, timerUnit, updateUnit } from './units/systemd.ts';
import { windowsCommands } from './units/windows.ts';

/** What `print` can write. */
export const printable = ['systemd', 'launchd', 'openrc', 'procd', 'windows'] as const;

/** The text that makes the command a service of that init: a daemon, but for Windows, which gets a task every 5 minutes. */
export const renderUnit: Record<Init | 'windows', (command: readonly string[]) => string> = {
  systemd: daemonUnit,
  launchd: launchdPlist,
  openrc: openrcScript,
  procd: procdScript,
  windows: windowsCommands,
};

/** The folder service-units/, for packagers: the program is whichever is found in PATH. */
export const unitFiles: Readonly<Record<string, string>> = {
  'hostpin.service': daemonUnit(inPath),
  'hostpin-update.service': updateUnit(inPath),
  'hostpin-update.timer': timerUnit,
  'hostpin.openrc': openrcScript(inPath),
  'hostpin.procd': procdScript(inPath),
  'io.hostpin.hostpin.plist': launchdPlist(inPath),
};
