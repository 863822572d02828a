import { dirname } from 'node:path';
import type { Loaded, SourceRules } from '../../src/config/config.ts';
import { load } from '../../src/config/load.ts';
import type { LoadedApi } from '../../src/config/load-api.ts';
import type { Files } from '../../src/platform/files.ts';

/** A folder tree in memory, as the port shows it: path to content, or to a content with a mode. */
export type Tree = Record<string, string | { text: string; mode?: number; uid?: number; denied?: boolean }>;

const refuse = async () => ({ kind: 'failure' as const, code: 'EROFS', reason: 'the file system is read-only' });

export const filesOf = (tree: Tree): Files => {
  const at = (path: string) => {
    const found = tree[path];
    return typeof found === 'string' ? { text: found } : found;
  };
  const absent = { kind: 'failure' as const, code: 'ENOENT', reason: 'there is no such file' };
  return {
    async readText(path) {
      const found = at(path);
      if (found?.denied) return { kind: 'failure', code: 'EACCES', reason: 'permission denied' };
      return found ? { kind: 'text', text: found.text } : absent;
    },
    async stat(path) {
      const found = at(path);
      if (found)
        return {
          kind: 'stat',
          type: 'file',
          mode: found.mode ?? 0o600,
          uid: found.uid ?? 1000,
          size: found.text.length,
        };
      const isFolder = Object.keys(tree).some((one) => dirname(one) === path);
      return isFolder ? { kind: 'stat', type: 'folder', mode: 0o755, uid: 0, size: 0 } : absent;
    },
    exists: async (path) => at(path) !== undefined,
    writeAtomic: refuse,
    makeFolder: refuse,
    chmod: refuse,
    remove: refuse,
    rename: refuse,
  };
};

/** A source is `operator` or `operator/anything`; `nonsense` is none. */
export const sourceRules: SourceRules = {
  check: (spec) =>
    spec.includes('nonsense')
      ? { kind: 'wrong', what: `"${spec}" is no source`, fix: 'write https://…' }
      : { kind: 'source', operator: spec.split('/')[0] ?? spec },
  builtIn: { ipv4: ['one', 'two', 'three', 'four'], ipv6: ['one', 'two', 'three', 'four'] },
};

export type World = {
  yaml?: string;
  flags?: Record<string, unknown>;
  env?: Record<string, string>;
  files?: Tree;
  terminal?: boolean;
};

export const loadIn = ({ yaml, flags = {}, env = {}, files = {}, terminal = false }: World): Promise<Loaded> =>
  load({
    flags,
    env,
    files: filesOf({
      '/etc/hostpin/key': 'file-key\n',
      ...files,
      ...(yaml === undefined ? {} : { '/here/hostpin.yaml': yaml }),
    }),
    cwd: '/here',
    home: '/home/alice',
    uid: 1000,
    terminal,
    sourceRules,
  });

export const smallest = 'user: alice\nkey_file: /etc/hostpin/key\nhosts: [home.example.com]\n';

/** Everything that is told, as one text a line. */
export const lines = (loaded: Loaded | LoadedApi): string[] => {
  const problems = loaded.kind === 'wrong' ? loaded.problems : [];
  return [...problems, ...loaded.warnings].map(({ where, what, fix }) => `${where}: ${what}; ${fix}`);
};
