import { accountOperations } from './account.ts';
import { contactOperations } from './contact.ts';
import { dnsOperations } from './dns.ts';
import { domainChecks } from './domain-checks.ts';
import { domainInformation } from './domain-information.ts';
import { domainNames } from './domain-names.ts';
import { domainOrders } from './domain-orders.ts';
import { domainProcesses } from './domain-processes.ts';
import { domainUpdates } from './domain-updates.ts';
import type { Operation } from './operation.ts';
import { serviceOperations } from './service.ts';
import { entityOperations } from './service-entities.ts';
import { serviceOrders } from './service-orders.ts';
import { toolOperations } from './tool.ts';

/** Every operation that is emulated, by its name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    ...toolOperations,
    ...accountOperations,
    ...domainInformation,
    ...domainChecks,
    ...domainOrders,
    ...domainProcesses,
    ...domainUpdates,
    ...domainNames,
    ...contactOperations,
    ...serviceOperations,
    ...serviceOrders,
    ...entityOperations,
    ...dnsOperations,
  ].map((row) => [row.name, row]),
);
