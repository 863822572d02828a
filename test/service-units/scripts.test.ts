import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lacks, run, unit } from './tools.ts';

const scripts = ['hostpin.openrc', 'hostpin.procd'];
const noShellcheck = lacks('shellcheck', 'shellcheck');
const shellcheck = (text: string) => run('shellcheck', ['--shell=sh', '-'], text);

describe.each(scripts)('%s', (name) => {
  const text = readFileSync(unit(name), 'utf8');

  it('is a shell script', () => {
    expect(run('sh', ['-n'], text)).toEqual({ code: 0, output: '' });
    expect(run('sh', ['-n'], text.replace(/^}$/m, '')).code).not.toBe(0);
  });

  it.skipIf(noShellcheck)('has nothing that shellcheck complains about', () => {
    expect(shellcheck(text)).toEqual({ code: 0, output: '' });
    expect(shellcheck(`${text}\nrm -r $somewhere/*\n`).code).not.toBe(0);
  });

  it('runs the daemon with its state where a reboot leaves it', () => {
    expect(text).toMatch(/\brun --config /);
    expect(text).toMatch(/--state_dir /);
  });
});
