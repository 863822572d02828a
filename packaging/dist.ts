// A part of `npm run build`, after the types: the program and the library, in dist/ or the folder that is given.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { chunkProgram } from './bundle.ts';

const root = resolve(import.meta.dirname, '..');
const out = resolve(process.argv[2] ?? join(root, 'dist'));

// CommonJS: a module of Node's own that is imported, rather than required, loads all that it could export.
const launcher = `#!/usr/bin/env node
import { createRequire } from 'node:module';
createRequire(import.meta.url)('./program.cjs');
`;

const write = (name: string, text: string): void => {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

for (const { name, code } of (await chunkProgram()).files) write(name, code);
write('main.js', launcher);
chmodSync(join(out, 'main.js'), 0o755);

// The library imports its packages: an application has one zod, and its own undici.
const library = await rolldown({
  input: { index: join(root, 'src/index.ts') },
  cwd: root,
  platform: 'node',
  external: /^[^./]/,
});
await library.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'library/[name]-[hash].js',
});
await library.close();
