import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { program, sandbox } from './harness.ts';

// The package as npm makes it, in a project of its own. That lies in node_modules, so that the package's dependencies are
// found where `npm ci` put them, and nothing is installed.

const root = resolve(import.meta.dirname, '../..');
let project = '';

beforeAll(() => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  project = mkdtempSync(join(root, 'node_modules/.cache/library-'));
  // Without scripts, since another build would take the program away from the tests that run beside this one.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  const folder = join(project, 'node_modules/hostpin');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, filename), '-C', folder, '--strip-components=1']);
  writeFileSync(join(project, 'package.json'), '{"type": "module"}\n');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it.skipIf(dirname(program) !== join(root, 'dist'))("README's example runs, against the sandbox", async () => {
  const { api } = await sandbox();
  const example =
    /```js\n(import \{ createClient \}[\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  writeFileSync(join(project, 'example.js'), example.replace('alice-api', 'demo-api'));
  const ran = spawnSync(process.execPath, ['example.js'], {
    cwd: project,
    encoding: 'utf8',
    env: { API_PASSWORD: 'demo-password', API_ENDPOINT: api },
  });
  expect(ran).toMatchObject({ status: 0, stdout: 'home.example.com A 127.0.0.1\n', stderr: '' });
});

it('its types know names, parameters and results', () => {
  const lines = [
    "import { createClient } from 'hostpin';",
    "const client = createClient({ user: 'u', password: 'p' });",
    "export const ip: string = (await client.call('tool/hello')).ip;",
    "await client.call('tool/helo');",
    "await client.call('service/dnslist', { serviceNam: 'example.com' });",
    "export const wrong: number = (await client.call('tool/hello')).ip;",
    'await client.close();',
  ];
  writeFileSync(join(project, 'typed.ts'), lines.join('\n'));
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: [] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }));
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  });
  const places = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`);
  expect(places, stdout).toEqual(['typed.ts:4', 'typed.ts:5', 'typed.ts:6']);
});
