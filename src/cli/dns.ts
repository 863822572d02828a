import type { ZoneClient } from '../api/zone-apply.ts';
import { comparable, findService } from '../api/zone-lookup.ts';
import { exit } from '../core/exit.ts';
import { person } from '../platform/person.ts';
import { failCall, failUsage } from './api/refusal.ts';
import { openAccount } from './api-account.ts';
import { type Call, isJson, printJson } from './call.ts';
import { exportZone } from './dns/export.ts';
import { importZone, readFileFor } from './dns/import.ts';
import { list } from './dns/list.ts';
import { needsYes } from './dns/perform.ts';
import { deleteRecords, setRecord } from './dns/records.ts';
import { type Request, readRequest } from './dns/request.ts';

/** `hostpin dns list|set|delete|export|import`: the records of the account's zones. */
export const run = async (call: Call): Promise<number> => {
  const request = readRequest(call.flags);
  if (Array.isArray(request)) return failUsage(call, request, "Nothing was sent; 'hostpin dns --help' shows examples.");
  const { action, yes } = request;
  // An import looks first: where there is nothing to do there is nothing to ask, and else the difference is shown.
  if (action === 'delete' && !yes && !request.dryRun && !person.present)
    return failUsage(
      call,
      ['dns delete asks first, and there is no terminal to ask at.'],
      needsYes,
      'confirmation-required',
    );
  const file = action === 'import' ? await readFileFor(call, request) : undefined;
  if (typeof file === 'number') return file;
  const account = await openAccount(call);
  if (typeof account === 'number') return account;
  const { client } = account;
  const looked = await findService(request.host, client);
  if (looked.kind === 'failed') return failCall(call, looked);
  const service = looked.found;
  if (service === undefined) return noService(call, request, looked.services);
  if ((action === 'export' || action === 'import') && comparable(service) !== request.host)
    return failUsage(
      call,
      [`${request.host} is a name in the zone of ${service}: dns ${action} takes the zone.`],
      'Nothing was changed.',
    );
  return act(call, client, service, request, file);
};

const act = (
  call: Call,
  client: ZoneClient,
  service: string,
  request: Request,
  file: Exclude<Awaited<ReturnType<typeof readFileFor>>, number> | undefined,
): Promise<number> => {
  switch (request.action) {
    case 'list':
      return list(call, client, service, request);
    case 'set':
      return setRecord(call, client, service, request);
    case 'delete':
      return deleteRecords(call, client, service, request);
    case 'export':
      return exportZone(call, client, service, request);
    case 'import':
      return importZone(call, client, service, request, file ?? { records: [], leftOut: [], problems: [] });
  }
};

const noService = (call: Call, { host }: Request, services: readonly string[]): number => {
  const shown = services.slice(0, 10).join(', ') + (services.length > 10 ? ` and ${services.length - 10} more` : '');
  const has = services.length === 0 ? 'It has none' : `It has these: ${shown}`;
  const message = `No hosting service of this account has ${host}. ${has}.`;
  call.platform.err(`${message}\n  -> Correct the name, or use the account that has it.\n`);
  if (isJson(call)) {
    const meaning = 'No hosting service of this account has the name';
    printJson(call, { error: { code: null, name: 'no-service', meaning, messages: [message], action: 'fix' } });
  }
  return exit.refused;
};
