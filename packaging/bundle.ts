import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Plugin, type RolldownBuild, rolldown } from 'rolldown';
import { slim } from './slim.ts';

const root = resolve(import.meta.dirname, '..');

/** The program as CommonJS files, the first of them to be started, and the licences of the packages in it. */
export type Chunks = { files: readonly { name: string; code: string }[]; packages: readonly BundledPackage[] };
/** The same, as one file. */
export type Bundle = { code: string; packages: readonly BundledPackage[] };
export type BundledPackage = { name: string; version: string; license: string; text: string };

/** A single executable's main file is CommonJS, which has no await outside of functions. */
const asFunction = (entry: string): Plugin => ({
  name: 'main-as-function',
  transform: (code, id) => (id === entry ? `(async () => {${code.replace(/^#!.*/, '')}})();` : undefined),
});

/** `src/main.ts` and all that it imports. */
const openProgram = (): Promise<RolldownBuild> => {
  const entry = join(root, 'src/main.ts');
  return rolldown({
    input: { program: entry },
    cwd: root,
    platform: 'node',
    plugins: [asFunction(entry), slim()],
    // Its sources for browsers are modules, of which what is not used can be left out.
    resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } },
    // yargs resolves configurations that extend others with it; none are read through yargs here.
    // undici leaves its experimental parser out where Node's own build has defined this.
    transform: { define: { 'import.meta.resolve': 'undefined', esbuildDetection: 'true' } },
    onLog: (level, log) => {
      // Parts of undici, some of which others need at once.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') return;
      if (level === 'warn') throw new Error(`rolldown: ${log.message}`);
    },
  });
};

const generate = async (codeSplitting: boolean): Promise<Chunks> => {
  const bundle = await openProgram();
  const { output } = await bundle.generate({
    format: 'cjs',
    codeSplitting,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    // An older runtime has no import() in a single executable.
    dynamicImportInCjs: false,
    // Names stay as they are: the report of a fault should say where it was.
    minify: { compress: true, codegen: true, mangle: false },
    comments: false,
  });
  await bundle.close();
  const chunks = output.filter((each) => each.type === 'chunk');
  return {
    files: chunks.map(({ fileName, code }) => ({ name: fileName, code: narrow(code) })),
    packages: packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
  };
};

/** One character beyond ASCII makes a text of V8's take two bytes for each. */
const narrow = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A file for each part of the program that is loaded when it is used: what a run doesn't use is not read. */
export const chunkProgram = (): Promise<Chunks> => generate(true);

/** One file. What is imported when it is used is evaluated when it is used here, too. */
export const bundleProgram = async (): Promise<Bundle> => {
  const { files, packages } = await generate(false);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new Error(`rolldown made ${files.length} files instead of one`);
  return { code: file.code, packages };
};

const packagesOf = (moduleIds: readonly string[]): BundledPackage[] => {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
    return { name, version, license, text: file === undefined ? '' : readFileSync(join(folder, file), 'utf8') };
  });
};
