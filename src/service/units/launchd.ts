/** The property list of launchd. */
export const launchdPlist = (command: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!--
  hostpin as a daemon of macOS. launchd makes no users and keeps no secrets, so, once, as root:

    dscl . -create /Users/_hostpin UniqueID 399
    dscl . -create /Users/_hostpin PrimaryGroupID 20
    dscl . -create /Users/_hostpin UserShell /usr/bin/false
    mkdir -p /usr/local/etc/hostpin /usr/local/var/hostpin
    chown _hostpin /usr/local/var/hostpin /usr/local/etc/hostpin/key
    chmod 600 /usr/local/etc/hostpin/key
    cp io.hostpin.hostpin.plist /Library/LaunchDaemons/
    launchctl bootstrap system /Library/LaunchDaemons/io.hostpin.hostpin.plist

  (399 stands for a number that \`dscl . -list /Users UniqueID\` does not show.)
-->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>io.hostpin.hostpin</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${word}</string>`).join('\n')}
    <string>run</string>
    <string>--config</string>
    <string>/usr/local/etc/hostpin/hostpin.yaml</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin</string>
    <key>HOSTPIN_STATE_DIR</key>
    <string>/usr/local/var/hostpin</string>
  </dict>
  <key>UserName</key>
  <string>_hostpin</string>
  <key>Umask</key>
  <integer>63</integer>
  <key>RunAtLoad</key>
  <true/>
  <!-- launchd can't tell exit codes apart: after a wrong configuration it tries again too, at ThrottleInterval's pace. -->
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>60</integer>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  <string>/usr/local/var/hostpin/hostpin.out</string>
  <key>StandardErrorPath</key>
  <string>/usr/local/var/hostpin/hostpin.out</string>
</dict>
</plist>
`;
