/**
 * Commands for the task scheduler. A task every five minutes and no daemon: Windows ends a long task after three days,
 * and an address that is the same costs the provider no request.
 */
export const windowsCommands = (command: readonly string[]): string => {
  const words = command.map((word) => `\\"${word}\\"`).join(' ');
  return `REM hostpin as a task of Windows. In a command prompt, as administrator:
REM   the configuration in C:\\ProgramData\\hostpin\\hostpin.yaml, with key_file: C:\\ProgramData\\hostpin\\key
REM   and state_dir: C:\\ProgramData\\hostpin\\state

mkdir C:\\ProgramData\\hostpin\\state
REM The names are security identifiers, which are the same in every language: SYSTEM, administrators, local service.
icacls C:\\ProgramData\\hostpin /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-19:(OI)(CI)RX
icacls C:\\ProgramData\\hostpin\\state /grant:r *S-1-5-19:(OI)(CI)M
schtasks /create /tn hostpin /sc minute /mo 5 /ru "NT AUTHORITY\\LocalService" /tr "${words} update --config C:\\ProgramData\\hostpin\\hostpin.yaml"
schtasks /run /tn hostpin

REM To take it back: schtasks /delete /tn hostpin /f
`;
};
