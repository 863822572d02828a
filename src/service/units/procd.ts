import { isInPath } from './command.ts';

/** The script of OpenWrt's procd, which wants an absolute path. */
export const procdScript = (command: readonly string[]): string => {
  const words = isInPath(command) ? ['/usr/bin/hostpin'] : command;
  return `#!/bin/sh /etc/rc.common
# hostpin as a service of OpenWrt, on devices that have a package of Node 22 or newer (x86-64, arm64). Once, as root:
#   cp hostpin.procd /etc/init.d/hostpin && chmod 755 /etc/init.d/hostpin
#   chmod 600 /etc/hostpin/key
#   /etc/init.d/hostpin enable && /etc/init.d/hostpin start
# shellcheck shell=sh disable=SC2034,SC3043  # the variables are rc.common's to read; ash has \`local\`

START=95
STOP=05
USE_PROCD=1

CONFIG=/etc/hostpin/hostpin.yaml
# /var is memory on OpenWrt: what must outlive a reboot (which address is confirmed, whether the account is held) is not.
STATE=/etc/hostpin/state

start_service() {
  mkdir -p "$STATE" && chmod 700 "$STATE"
  procd_open_instance
  procd_set_param command ${words.join(' ')} run --config "$CONFIG" --state_dir "$STATE"
  # Ended within an hour counts as a failure; wait 15 s before every new start; never give up.
  procd_set_param respawn 3600 15 0
  procd_set_param term_timeout 15
  procd_set_param no_new_privs 1
  procd_set_param stdout 1
  procd_set_param stderr 1
  procd_close_instance
}

reload_service() {
  procd_send_signal hostpin
}
`;
};
