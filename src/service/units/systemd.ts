import { isInPath } from './command.ts';

/** The daemon: `hostpin.service`. */
export const daemonUnit = (command: readonly string[]): string =>
  `# hostpin as a service of systemd 247 or newer (252 for the optional password, see LoadCredential below).
#
#   /etc/hostpin/hostpin.yaml   the configuration, without secrets in it, mode 0644
#   /etc/hostpin/key            the key of the dynamic DNS endpoint, root's, mode 0600
#
# The service runs as a user that exists only while it runs, and reads copies of the secrets that systemd gives it:
# after a change of a secret, \`systemctl restart hostpin\`; after a change of the configuration, \`systemctl reload hostpin\`.

[Unit]
Description=Dynamic DNS: keeps host records on the address that this machine has now
# Not network-online.target: the daemon waits for the network by itself, and boots should not wait for it.
After=network.target
# A start that failed because the key was not there yet is tried again for ever, at RestartSec's pace.
StartLimitIntervalSec=0

[Service]
Type=notify
# Messages to systemd come from a child, systemd-notify: the runtime has no unix datagram sockets.
NotifyAccess=all
${execStart(command, 'run')}
ExecReload=/bin/kill -HUP $MAINPID
SyslogIdentifier=hostpin
WatchdogSec=3min
Restart=on-failure
RestartSec=15s
# 77: credentials refused or account blocked, 78: configuration wrong. Trying again before a person acted does harm.
RestartPreventExitStatus=77 78
# The daemon ends within 5 s of SIGTERM.
TimeoutStopSec=15s

Environment=HOSTPIN_CONFIG=/etc/hostpin/hostpin.yaml
# One thread does nearly all: one arena holds a megabyte less than several.
Environment=MALLOC_ARENA_MAX=1
# key_file in the configuration may name this very file: only root can read it, and the credential stands in for it.
LoadCredential=key:/etc/hostpin/key
# The main API's password: needed for AAAA and for creating records, so it may be missing. A path that starts with a
# slash must exist; this name is looked for in /etc/credstore and left out where it is not there (systemd 252).
LoadCredential=api-password:hostpin.api-password

${confinement}
[Install]
WantedBy=multi-user.target
`;

/** One update, for the timer: `hostpin-update.service`. */
export const updateUnit = (command: readonly string[]): string =>
  `# One update, for those who prefer a timer to a daemon: enable hostpin-update.timer, and leave hostpin.service disabled
# (both at once do no harm: they take turns).
# Files and secrets are those of hostpin.service, and so are the reasons for the options.

[Unit]
Description=Dynamic DNS: put host records on the address that this machine has now, once
# An update that runs once, unlike the daemon, does not wait for the network by itself.
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
${execStart(command, 'update')}
SyslogIdentifier=hostpin
# Every request has its own limit; this one is for a machine that hangs.
TimeoutStartSec=5min

Environment=HOSTPIN_CONFIG=/etc/hostpin/hostpin.yaml
LoadCredential=key:/etc/hostpin/key
LoadCredential=api-password:hostpin.api-password

${confinement}`;

/** `hostpin-update.timer`. */
export const timerUnit = `# Starts hostpin-update.service every five minutes: systemctl enable --now hostpin-update.timer

[Unit]
Description=Dynamic DNS: update host records every five minutes

[Timer]
OnBootSec=30s
# Counted from the start of the last run. An address that is still the same costs the provider
# no request.
OnUnitActiveSec=5min
AccuracySec=30s
# Machines that boot together, after a power cut, should not ask together.
RandomizedDelaySec=30s

[Install]
WantedBy=timers.target
`;

const execStart = (command: readonly string[], word: string): string =>
  `${isInPath(command) ? '# Found in PATH: npm installs to /usr/local/bin or /usr/bin.\n' : ''}ExecStart=${[...command, word].join(' ')}`;

/** What both services may see and use. */
const confinement = `DynamicUser=yes
User=hostpin
StateDirectory=hostpin
StateDirectoryMode=0700
UMask=0077

# The daemon needs about 70 MB and a dozen threads; more is a fault, and better ended than shared with the machine.
MemoryHigh=160M
MemoryMax=256M
TasksMax=64
LimitNOFILE=1024
LimitCORE=0
CPUWeight=20
IOWeight=20
OOMPolicy=stop

# MemoryDenyWriteExecute= is left out: the runtime compiles JavaScript to machine code and crashes with it.
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateMounts=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
# Not ProcSubset=pid: the default route is read from /proc/net and memory sizes from /proc/meminfo.
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
# Unix sockets carry notifications and the journal, netlink the interfaces and their changes.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# A call that is not allowed fails as it would without the right to it; the runtime copes, and a kill would say nothing.
SystemCallErrorNumber=EPERM
DevicePolicy=closed
InaccessiblePaths=-/boot -/root -/media -/mnt -/srv
`;
