import { account } from './catalogue/account.ts';
import { service } from './catalogue/service.ts';
import { serviceDns } from './catalogue/service-dns.ts';
import { tool } from './catalogue/tool.ts';
import { type ApiOptions, createInterpreter, type Interpreter } from './interpreter.ts';
import { operations } from './operation.ts';

/**
 * What the agent may call, and all that it can: nothing here costs or destroys. The whole catalogue is another module,
 * which only a person's command and the library load.
 */
const agentRows = operations({
  'tool/hello': tool['tool/hello'],
  'account/info': account['account/info'],
  'service/list': service['service/list'],
  'service/dnslist': serviceDns['service/dnslist'],
  'service/dnsgetinfo': serviceDns['service/dnsgetinfo'],
  'service/dnscreate': serviceDns['service/dnscreate'],
  'service/dnsupdate': serviceDns['service/dnsupdate'],
});

/** The main API as the agent sees it. */
export type ApiClient = Interpreter<typeof agentRows>;

export type { ApiOptions } from './interpreter.ts';

/** Whatever happens in a call is a value; nothing throws. */
export const createApiClient = (options: ApiOptions): ApiClient => createInterpreter(options, agentRows);
