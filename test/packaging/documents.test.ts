import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../packaging/man-page.ts';
import { commands } from '../../src/cli/commands.ts';
import { options } from '../../src/config/options.ts';
import { exit } from '../../src/core/exit.ts';
import { lacks, run } from './tools.ts';

const root = resolve(import.meta.dirname, '../..');
const linter = join(root, 'node_modules/dockerfile-utils/bin/dockerfile-utils');
const noLinter = !existsSync(linter);
if (noLinter) console.log("skipped: the Dockerfile's linter is npm's dockerfile-utils, which is not installed");

const page = manPage('2026-01-31');
const linted = async (text: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-man-'));
  writeFileSync(join(folder, 'hostpin.1'), text);
  const { output } = await run('mandoc', ['-T', 'lint', '-W', 'warning', join(folder, 'hostpin.1')]);
  rmSync(folder, { recursive: true });
  return output
    .replaceAll(`${folder}/`, '')
    .replace(/Command failed.*/, '')
    .trim();
};

describe('the manual page', () => {
  it('has every command with its options, every key and every exit code', () => {
    const plain = page.replaceAll('\\-', '-').replaceAll('\\fB', '').replaceAll('\\fR', '').replaceAll('\\(aq', "'");
    for (const { usage, options: own } of commands) {
      expect(plain).toContain(`\nhostpin ${usage}\n`);
      for (const name of Object.keys(own)) expect(plain).toMatch(new RegExp(`^--${name}( |$)`, 'm'));
    }
    for (const { path } of options) expect(plain).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}( |$)`, 'm'));
    for (const code of Object.values(exit)) expect(plain).toMatch(new RegExp(`^${code}$`, 'm'));
  });

  it.skipIf(lacks('mandoc', 'mandoc'))('is without a warning of mandoc, which finds what is wrong', async () => {
    expect(await linted(page)).toBe('');
    expect(await linted(page.replace('.SH NAME', '.SX NAME'))).toContain('unknown macro');
  });
});

describe("the Debian packages' scripts", () => {
  it.skipIf(lacks('shellcheck', 'shellcheck'))('are without a finding of shellcheck', async () => {
    const scripts = ['postinst', 'prerm', 'postrm'].map((name) => join(root, 'packaging/debian', name));
    expect((await run('shellcheck', scripts)).output).toBe('');
  });
});

describe.skipIf(noLinter)('the Dockerfile', () => {
  it('is without a finding of the linter, which finds what is wrong', async () => {
    expect(await run(process.execPath, [linter, 'lint', join(root, 'packaging/Dockerfile')])).toMatchObject({
      code: 0,
    });
    const folder = mkdtempSync(join(tmpdir(), 'hostpin-docker-'));
    writeFileSync(join(folder, 'Dockerfile'), 'FROM debian:12-slim\nCOPYX a b\n');
    expect((await run(process.execPath, [linter, 'lint', join(folder, 'Dockerfile')])).code).not.toBe(0);
    rmSync(folder, { recursive: true });
  });
});
