/** The program as a packager's unit names it: whichever is found in PATH. */
export const inPath: readonly string[] = ['/usr/bin/env', 'hostpin'];

export const isInPath = (command: readonly string[]): boolean => command.join(' ') === inPath.join(' ');
