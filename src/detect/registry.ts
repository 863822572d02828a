import type { Family } from '../core/observation.ts';
import { commandKind } from './command.ts';
import { dnsKind } from './dns.ts';
import { httpKind, httpsKind } from './echo.ts';
import { interfaceKind } from './interface.ts';
import { apiKind, providerKind } from './provider.ts';
import { routerKind } from './router.ts';
import type { ParsedSource, SourceKind } from './source.ts';
import { staticKind } from './static.ts';
import { stunKind } from './stun.ts';

/** Every kind of address source. */
export const sourceKinds: readonly SourceKind[] = [
  httpsKind,
  httpKind,
  dnsKind,
  stunKind,
  interfaceKind,
  routerKind,
  apiKind,
  commandKind,
  staticKind,
  providerKind,
];

/** Reads an address source as the configuration has it. What is wrong is said as the end of a sentence: "<spec> …". */
export const parseSource = (spec: string, family: Family): ParsedSource => {
  const [name] = spec.split(':', 1);
  const kind = sourceKinds.find((row) => row.name === name);
  if (kind) return kind.parse(spec, family);
  const names = sourceKinds.map((row) => row.name).join(', ');
  return { kind: 'wrong', what: 'is of no kind that is known', fix: `write one that begins with ${names}` };
};
