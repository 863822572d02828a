import type { SourceKind } from './source.ts';

/** `provider`: a mark that nobody is asked, since the dynamic DNS endpoint is to take the address that it sees. */
export const providerKind: SourceKind = {
  name: 'provider',
  parse(spec, family) {
    if (spec !== 'provider')
      return { kind: 'wrong', what: 'has something after the name', fix: 'write provider alone' };
    if (family === 'ipv6') {
      return {
        kind: 'wrong',
        what: 'is not possible for ipv6: the dynamic DNS endpoint serves A records alone',
        fix: 'name other sources in detect.ipv6',
      };
    }
    const ask = async () => ({ kind: 'none' as const, reason: 'the provider takes the address that it sees' });
    return { kind: 'source', source: { spec, kind: 'provider', operator: 'provider', ask } };
  },
};

/** `api`: the provider's main API says which address it sees (`tool/hello`). */
export const apiKind: SourceKind = {
  name: 'api',
  parse(spec) {
    if (spec !== 'api') return { kind: 'wrong', what: 'has something after the name', fix: 'write api alone' };
    return {
      kind: 'source',
      source: {
        spec,
        kind: 'api',
        operator: 'provider',
        ask: async (family, { hello }) =>
          hello ? hello(family) : { kind: 'none', reason: 'there are no credentials for the main API: give api.user' },
      },
    };
  },
};
