import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A file of service-units/, as a path. */
export const unit = (name: string): string => fileURLToPath(new URL(`../../service-units/${name}`, import.meta.url));

/** True, after a line that names the package, where the program is not installed: for `it.skipIf`. */
export const lacks = (program: string, debianPackage: string): boolean => {
  const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (!found)
    console.log(`skipped: tests of service-units want \`${program}\`, from Debian's package ${debianPackage}`);
  return !found;
};

/** Runs a program to its end: exit code (-1 where it did not run) and everything that it printed. */
export const run = (program: string, args: string[], input = ''): { code: number; output: string } => {
  const done = spawnSync(program, args, { input, encoding: 'utf8', timeout: 60_000 });
  return { code: done.status ?? -1, output: `${done.stdout}${done.stderr}${done.error?.message ?? ''}` };
};
