import { type AddressClass, classify } from '../core/address.ts';
import type { Family } from '../core/observation.ts';
import type { InterfaceAddress } from '../platform/ports.ts';
import type { SourceKind } from './source.ts';

/** Kernel flags of addresses that are not to stand in a record: they go away soon, or are not in use yet. */
const passing = ['temporary', 'deprecated', 'tentative', 'dadfailed'];

/** `interface`, `interface:NAME`: the address that one of this machine's own interfaces has. */
export const interfaceKind: SourceKind = {
  name: 'interface',
  parse(spec) {
    const name = spec.includes(':') ? spec.slice(spec.indexOf(':') + 1) : undefined;
    if (name === '') return { kind: 'wrong', what: 'names no interface', fix: 'write interface, or interface:eth0' };
    return {
      kind: 'source',
      source: {
        spec,
        kind: 'interface',
        // All interfaces are this machine's word: one witness.
        operator: 'interface',
        async ask(family, { network }) {
          const address = chooseAddress(await network.addresses(), family, name);
          if (address !== undefined) return { kind: 'address', address };
          const where = name === undefined ? 'no interface' : `the interface ${name}`;
          return {
            kind: 'none',
            reason: `${where} has ${name === undefined ? 'an' : 'no'} ${family} address for a record`,
          };
        },
      },
    };
  },
};

/**
 * The address to publish among those of the interfaces: public ones first, those of the local network late, otherwise in
 * the system's order. Left out are link-local ones, the passing ones of IPv6 (RFC 8981 temporary, RFC 4862 deprecated and
 * tentative), and loopback interfaces where none is named.
 */
export const chooseAddress = (
  addresses: readonly InterfaceAddress[],
  family: Family,
  name: string | undefined,
): string | undefined => {
  const candidates = addresses
    .filter((one) => one.family === family && (name === undefined ? !one.internal : one.interface === name))
    .filter((one) => !one.flags.some((flag) => passing.includes(flag)))
    .map((one) => ({ address: one.address, is: classify(one.address) }))
    .filter(({ is }) => is !== 'link-local');
  return candidates.sort((a, b) => rank(a.is) - rank(b.is))[0]?.address;
};

/** The likelier that others reach an address of the class, the lower; those that are never published come last. */
const rank = (is: AddressClass): number =>
  is === 'public' ? 0 : is === 'documentation' || is === 'benchmarking' ? 1 : local.includes(is) ? 2 : 3;
const local: readonly AddressClass[] = ['private', 'cgnat', 'unique-local'];
