import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const source = resolve('src/platform/compiled-code.ts');
let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hostpin-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The folder that compiled code is kept in; empty where none is kept. */
const folderFor = (env: Record<string, string>): string => {
  const code = `import { getCompileCacheDir } from 'node:module';
    import { keepCompiledCode } from ${JSON.stringify(source)};
    keepCompiledCode(${JSON.stringify(env)});
    process.stdout.write(getCompileCacheDir() ?? '');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', env: {} });
};

describe('compiled code is kept', () => {
  it('in the cache folder of the home', () => {
    expect(folderFor({ HOME: home })).toContain(join(home, '.cache/hostpin'));
  });

  it('in the cache folder that the environment names', () => {
    const cache = join(home, 'elsewhere');
    mkdirSync(cache);
    expect(folderFor({ HOME: home, XDG_CACHE_HOME: cache })).toContain(join(cache, 'hostpin'));
  });
});

describe('compiled code is not kept, since it would be executed,', () => {
  it('where others can write', () => {
    mkdirSync(join(home, '.cache'));
    chmodSync(join(home, '.cache'), 0o777);
    expect(folderFor({ HOME: home })).toBe('');
    expect(existsSync(join(home, '.cache/hostpin'))).toBe(false);
  });

  it('in a home that others can write to', () => {
    chmodSync(home, 0o777);
    expect(folderFor({ HOME: home })).toBe('');
  });

  it.runIf(process.getuid?.() === 0)("in somebody else's folder", () => {
    execFileSync('chown', ['65534', home]);
    expect(folderFor({ HOME: home })).toBe('');
  });

  it.each([
    ['there is no home', {}],
    ['the home does not exist', { HOME: '/nonexistent' }],
    ['the paths are relative', { HOME: 'here', XDG_CACHE_HOME: 'there' }],
  ])('where %s', (_what, env) => {
    expect(folderFor(env as Record<string, string>)).toBe('');
  });
});
