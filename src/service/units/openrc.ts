import { isInPath } from './command.ts';

/** The script of OpenRC, which wants an absolute path. */
export const openrcScript = (command: readonly string[]): string => {
  const [program = '', ...first] = isInPath(command) ? ['/usr/bin/hostpin'] : command;
  return `#!/sbin/openrc-run
# hostpin as a service of OpenRC (Alpine, Gentoo). Once, as root:
#   adduser -S -D -H -s /sbin/nologin hostpin        (Gentoo: useradd -r -s /sbin/nologin hostpin)
#   cp hostpin.openrc /etc/init.d/hostpin && chmod 755 /etc/init.d/hostpin
#   chown hostpin /etc/hostpin/key && chmod 600 /etc/hostpin/key
#   rc-update add hostpin default && rc-service hostpin start
# shellcheck shell=sh disable=SC2034  # the variables are openrc-run's to read

name="hostpin"
description="Dynamic DNS: keeps host records on the address that this machine has now"
description_reload="Read the configuration and secrets again"

# supervise-daemon, not start-stop-daemon: it starts again what ends by itself, with a pause that spares the provider.
supervisor="supervise-daemon"
respawn_delay=15
respawn_max=0
retry="TERM/15/KILL/5"

state_dir="\${HOSTPIN_STATE_DIR:-/var/lib/hostpin}"
command="\${HOSTPIN_COMMAND:-${program}}"
command_args="${[...first, 'run'].join(' ')} --config \${HOSTPIN_CONFIG:-/etc/hostpin/hostpin.yaml} --state_dir \${state_dir}"
command_user="\${HOSTPIN_SERVICE_USER:-hostpin}"
output_logger="logger -t hostpin -p daemon.info"
error_logger="logger -t hostpin -p daemon.err"
extra_started_commands="reload"

depend() {
  # Not \`need net\`: the daemon waits for the network by itself.
  after net
  use dns logger
}

start_pre() {
  checkpath --directory --mode 0700 --owner "\${command_user}" "\${state_dir}"
}

reload() {
  ebegin "Reloading \${name}"
  supervise-daemon "\${RC_SVCNAME}" --signal HUP
  eend $?
}
`;
};
