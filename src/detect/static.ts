import { parseAddress } from '../core/address.ts';
import type { SourceKind } from './source.ts';

/** `static:ADDRESS`: an address that a person wrote down. */
export const staticKind: SourceKind = {
  name: 'static',
  parse(spec, family) {
    const address = parseAddress(spec.slice('static:'.length));
    if (!spec.startsWith('static:') || address?.family !== family) {
      return {
        kind: 'wrong',
        what: `has no ${family} address in it`,
        fix: `write it like static:${family === 'ipv4' ? '203.0.113.7' : '2001:db8::7'}`,
      };
    }
    const source = {
      spec,
      kind: 'static',
      operator: 'static',
      ask: async () => ({ kind: 'address' as const, address: address.text }),
    };
    return { kind: 'source', source };
  },
};
