import { firstAddress } from './codec/echo.ts';
import type { SourceKind } from './source.ts';

const maxBytes = 64 * 1024;

/** `command:PATH [ARG…]`: a program that prints the address. No shell; words are parted by blanks. */
export const commandKind: SourceKind = {
  name: 'command',
  parse(spec) {
    const [path, ...args] = spec.slice('command:'.length).split(/\s+/).filter(Boolean);
    if (!spec.startsWith('command:') || path === undefined) {
      return { kind: 'wrong', what: 'names no program', fix: 'write it like command:/usr/local/bin/my-address' };
    }
    return {
      kind: 'source',
      source: {
        spec,
        kind: 'command',
        operator: `command:${path}`,
        async ask(family, { exec, timeoutMs, signal }) {
          const result = await exec(path, args, { timeoutMs, maxBytes, ...(signal && { signal }) });
          if (result.kind === 'failed') return { kind: 'none', reason: result.reason };
          if (result.code !== 0) return { kind: 'none', reason: `${path} ended with exit code ${result.code}` };
          const address = firstAddress(result.stdout, family);
          return address === undefined
            ? { kind: 'none', reason: `${path} printed no ${family} address` }
            : { kind: 'address', address };
        },
      },
    };
  },
};
