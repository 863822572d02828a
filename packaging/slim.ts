import type { Plugin } from 'rolldown';

// What packages load and hostpin never uses, taken out of bundles. Sources, and the tests that run them, have the whole
// packages; a replacement that fits nothing any more fails the build.

type Replacement = { file: RegExp; code: string };

/** Modules in place of others. */
const modules: readonly Replacement[] = [
  // Only HTTP/1.1 is spoken, and only strings are sent: no HTTP/2, no SOCKS, nothing of fetch.
  { file: /\/undici\/lib\/dispatcher\/(client-h2|socks5-proxy-agent)\.js$/, code: 'module.exports = {};' },
  { file: /\/undici\/lib\/web\/(fetch\/(body|formdata)|webidl\/index)\.js$/, code: 'module.exports = {};' },
  // Lines are written by us, in this thread.
  {
    file: /\/pino\/lib\/(transport|multistream)\.js$/,
    code: "module.exports = () => { throw new Error('not in this build'); };",
  },
  { file: /\/on-exit-leak-free\/index\.js$/, code: 'module.exports = {};' },
  // Its Intl.Segmenter takes 50 ms to load. The help that is measured with it has no wide characters.
  {
    file: /\/string-width\/index\.js$/,
    code: 'export default (text) => text.replaceAll(/\\u001b\\[[0-9;]*m/g, "").length;',
  },
];

/** What packages get in place of a module of Node's own. */
const builtIns: readonly { name: string; importers: RegExp; code: string }[] = [
  {
    name: 'assert',
    importers: /\/(undici|yargs|sonic-boom)\//,
    code: `module.exports = (value, message) => { if (!value) throw message instanceof Error ? message : new Error(message ?? 'assertion failed'); };
      module.exports.strictEqual = (a, b, message) => module.exports(Object.is(a, b), message);
      module.exports.notStrictEqual = (a, b, message) => module.exports(!Object.is(a, b), message);`,
  },
  // For the limit of a header's size, and to know a stream of its own from others.
  {
    name: 'http',
    importers: /\/undici\//,
    code: 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };',
  },
  { name: 'worker_threads', importers: /\/pino\//, code: 'module.exports = { isMainThread: true };' },
];

const prefix = '\0slim:';

/** Takes out what is not used. One for each build: it fails the build where a replacement was not needed. */
export const slim = (): Plugin => {
  const unused = new Set([...modules.map(({ file }) => String(file)), ...builtIns.map(({ name }) => name)]);
  return {
    name: 'slim',
    resolveId(source, importer = '') {
      const found = builtIns.find(
        ({ name, importers }) => source.replace(/^node:/, '') === name && importers.test(importer),
      );
      return found && prefix + found.name;
    },
    load(id) {
      const builtIn = id.startsWith(prefix) ? builtIns.find(({ name }) => prefix + name === id) : undefined;
      const found = builtIn ?? modules.find(({ file }) => file.test(id));
      if (found === undefined) return undefined;
      unused.delete('file' in found ? String(found.file) : found.name);
      return { code: found.code, moduleType: 'js' };
    },
    buildEnd(error) {
      if (error === undefined && unused.size > 0) throw new Error(`nothing to replace for ${[...unused].join(', ')}`);
    },
  };
};
