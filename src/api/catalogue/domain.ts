import { operations } from '../operation.ts';
import { domainInformation } from './domain-information.ts';
import { domainNames } from './domain-names.ts';
import { domainOrders } from './domain-orders.ts';
import { domainUpdates } from './domain-updates.ts';

/** Specification, "Module domain": 26 operations. */
export const domain = operations({ ...domainInformation, ...domainOrders, ...domainUpdates, ...domainNames });
