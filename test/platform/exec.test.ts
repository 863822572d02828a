import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createExec } from '../../src/platform/exec.ts';

const exec = createExec();
const limits = { timeoutMs: 20_000, maxBytes: 1000 };
const node = process.execPath;

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

describe('createExec', () => {
  it('gives output and exit code', async () => {
    const script = 'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3';
    expect(await exec(node, ['-e', script], limits)).toEqual({ kind: 'exited', code: 3, stdout: 'out', stderr: 'err' });
  });
  it('hands arguments over as they are, without a shell', async () => {
    const args = ['$HOME', '`id`', '; echo no', '*'];
    const result = await exec(node, ['-p', 'JSON.stringify(process.argv.slice(1))', ...args], limits);
    expect(result.kind === 'exited' && JSON.parse(result.stdout)).toEqual(args);
  });
  it('cuts a flood and lets the program end', async () => {
    const result = await exec(node, ['-e', 'process.stdout.write("x".repeat(1e6))'], limits);
    expect(result).toMatchObject({ kind: 'exited', code: 0, stdout: 'x'.repeat(1000) });
  });
  it('kills the program and its children when the time is over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostpin-exec-'));
    const note = join(folder, 'pid');
    const script = `const {pid} = require("child_process").spawn("sleep", ["600"], {stdio: "inherit"});
      require("fs").writeFileSync(${JSON.stringify(note)}, String(pid)); setInterval(() => {}, 1e6)`;
    const result = await exec(node, ['-e', script], { ...limits, timeoutMs: 2000 });
    expect(result).toEqual({ kind: 'failed', reason: `${node} did not end within 2 s` });
    const child = Number(readFileSync(note, 'utf8'));
    rmSync(folder, { recursive: true });
    expect(child).toBeGreaterThan(1);
    // It is gone as soon as init has reaped it: until then it is a zombie, which has no command line any more.
    await expect.poll(() => commandLine(child), { timeout: 5000 }).toBe('');
  });
  it('ends when it is given up', async () => {
    const stop = new AbortController();
    const running = exec('sleep', ['600'], { ...limits, signal: stop.signal });
    stop.abort();
    expect(await running).toEqual({ kind: 'failed', reason: 'given up' });
    expect(await exec('sleep', ['600'], { ...limits, signal: stop.signal })).toEqual({
      kind: 'failed',
      reason: 'given up',
    });
  });
  it.each<[string, string, RegExp]>([
    ['a program that is not there', '/bin/there-is-no-such-program', /there is no program/],
    ['a file that is no program', '/etc/passwd', /may not be run/],
    ['a name that no file can have', 'a\0b', /can't be run/],
  ])('explains %s', async (_, path, reason) => {
    expect(await exec(path, [], limits)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
  });
  it('says which signal ended the program', async () => {
    const result = await exec(node, ['-e', 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1e6)'], limits);
    expect(result).toEqual({ kind: 'failed', reason: `${node} was ended by SIGTERM` });
  });
  it('keeps our settings, which may be secrets, from the program', async () => {
    process.env.HOSTPIN_KEY = 'secret';
    try {
      const result = await exec(node, ['-p', '[process.env.HOSTPIN_KEY, typeof process.env.PATH]'], limits);
      expect(result).toMatchObject({ stdout: "[ undefined, 'string' ]\n" });
    } finally {
      delete process.env.HOSTPIN_KEY;
    }
  });
});
