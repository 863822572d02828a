import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFiles as files } from '../../src/platform/files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostpin-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('reading', () => {
  it('gives the text, without a byte order mark', async () => {
    await writeFile(join(folder, 'a'), '\ufeffkey: ñ\n');
    expect(await files.readText(join(folder, 'a'))).toEqual({ kind: 'text', text: 'key: ñ\n' });
  });

  it.each([
    ['a file that is not there', 'missing', 'ENOENT', 'no such file'],
    ['a folder', '.', 'EISDIR', 'folder'],
    ['a path through a file', 'a/b', 'ENOTDIR', 'not a folder'],
    ['a path with a zero byte', 'a\0b', 'ERR_INVALID_ARG_VALUE', 'ERR_INVALID_ARG_VALUE'],
  ])('%s is a failure with its reason', async (_sentence, name, code, reason) => {
    await writeFile(join(folder, 'a'), 'x');
    const result = await files.readText(join(folder, name));
    expect(result).toMatchObject({ kind: 'failure', code, reason: expect.stringContaining(reason) });
  });

  it('ends at the limit, also where the size is not known', async () => {
    await writeFile(join(folder, 'a'), 'x'.repeat(200_000));
    expect(await files.readText(join(folder, 'a'), 199_999)).toMatchObject({ code: 'EFBIG' });
    expect(await files.readText(join(folder, 'a'), 200_000)).toMatchObject({ kind: 'text' });
    expect(await files.readText('/dev/zero')).toMatchObject({ code: 'EFBIG' });
  });
});

describe('writing', () => {
  it('replaces the file, with the mode and nothing left beside it', async () => {
    const path = join(folder, 'state.json');
    expect(await files.writeAtomic(path, 'one')).toEqual({ kind: 'done' });
    expect(await files.writeAtomic(path, 'two', 0o644)).toEqual({ kind: 'done' });
    expect(await readFile(path, 'utf8')).toBe('two');
    expect(await modeOf(path)).toBe(0o644);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('is private unless a mode is asked for', async () => {
    await files.writeAtomic(join(folder, 'a'), 'x');
    expect(await modeOf(join(folder, 'a'))).toBe(0o600);
  });

  it('leaves nothing behind where it fails', async () => {
    await mkdir(join(folder, 'taken', 'full'), { recursive: true });
    expect(await files.writeAtomic(join(folder, 'taken'), 'x')).toMatchObject({ kind: 'failure' });
    expect(await readdir(folder)).toEqual(['taken']);
    expect(await files.writeAtomic(join(folder, 'no', 'file'), 'x')).toMatchObject({ code: 'ENOENT' });
  });

  it('of many at once leaves one whole', async () => {
    const path = join(folder, 'a');
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
    await Promise.all(texts.map((text) => files.writeAtomic(path, text)));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder)).toEqual(['a']);
  });
});

describe('the rest', () => {
  it('tells what is there', async () => {
    const path = join(folder, 'a');
    await writeFile(path, 'four', { mode: 0o640 });
    await chmod(path, 0o640);
    await symlink('nowhere', join(folder, 'dangling'));
    const uid = process.getuid?.();
    expect(await files.stat(path)).toEqual({ kind: 'stat', type: 'file', mode: 0o640, uid, size: 4 });
    expect(await files.stat(folder)).toMatchObject({ type: 'folder' });
    expect(await files.stat(join(folder, 'b'))).toMatchObject({ kind: 'failure', code: 'ENOENT' });
    expect(await files.exists(path)).toBe(true);
    expect(await files.exists(join(folder, 'dangling'))).toBe(true);
    expect(await files.exists(join(folder, 'b'))).toBe(false);
  });

  it('makes private folders, renames, changes modes and removes', async () => {
    const deep = join(folder, 'x', 'y');
    expect(await files.makeFolder(deep)).toEqual({ kind: 'done' });
    expect(await files.makeFolder(deep)).toEqual({ kind: 'done' });
    expect([await modeOf(join(folder, 'x')), await modeOf(deep)]).toEqual([0o700, 0o700]);
    expect(await files.chmod(deep, 0o750)).toEqual({ kind: 'done' });
    expect(await modeOf(deep)).toBe(0o750);
    expect(await files.rename(deep, join(folder, 'z'))).toEqual({ kind: 'done' });
    expect(await files.remove(join(folder, 'z'))).toMatchObject({ kind: 'failure' });
    expect(await files.remove(join(folder, 'z'), { recursive: true })).toEqual({ kind: 'done' });
    expect(await files.remove(join(folder, 'z'))).toEqual({ kind: 'done' });
  });
});
