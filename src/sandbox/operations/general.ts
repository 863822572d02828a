import { apiVersion } from '../envelope.ts';
import { done, type Operation, operation } from './operation.ts';

/** Specification, Module tool and Module account. */
export const generalOperations: readonly Operation[] = [
  operation('tool/hello', [], ({ world }) =>
    done(world, { ip: world.publicAddress.ipv4, lang: 'es', version: apiVersion }),
  ),
  operation('account/info', [], ({ world }) =>
    done(world, {
      clientName: 'Demo Account',
      apiuser: world.account.apiUser,
      balance: 100.5,
      threshold: 10.5,
      currency: 'EUR',
      ip: world.publicAddress.ipv4,
    }),
  ),
];
