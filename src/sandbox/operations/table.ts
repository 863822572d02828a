import { dnsOperations } from './dns.ts';
import { generalOperations } from './general.ts';
import type { Operation } from './operation.ts';
import { serviceOperations } from './service.ts';

/** Every operation that is emulated, by its name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [...generalOperations, ...serviceOperations, ...dnsOperations].map((row) => [row.name, row]),
);
