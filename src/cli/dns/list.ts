import { readZone, type ZoneClient } from '../../api/zone-apply.ts';
import { exit } from '../../core/exit.ts';
import { onOneLine, table } from '../api/layout.ts';
import { failCall } from '../api/refusal.ts';
import { type Call, isJson, printJson } from '../call.ts';
import type { Request } from './request.ts';
import { recordDocument } from './words.ts';

/** The records of a name and of all names below it, so that a zone's name lists the zone. */
export const list = async (
  call: Call,
  client: ZoneClient,
  service: string,
  { host, type, value }: Request & { action: 'list' | 'delete' },
): Promise<number> => {
  const zone = await readZone(service, client);
  if (zone.kind === 'failed') return failCall(call, zone);
  const found = zone.records.filter(
    (record) =>
      `.${record.name}`.endsWith(`.${host}`) &&
      (type === undefined || record.type === type) &&
      (value === undefined || record.value === value),
  );
  if (isJson(call)) {
    const records = found.map((record) => ({ entityID: record.entityId, ...recordDocument(record) }));
    printJson(call, { service, records });
  } else if (found.length === 0) call.platform.err(`The zone of ${service} has no such record.\n`);
  else {
    const rows = found.map(({ name, type: of, ttl, priority, value: has }) =>
      [name, of, ttl, priority, has].map(onOneLine),
    );
    call.platform.out(`${table(['NAME', 'TYPE', 'TTL', 'PRIORITY', 'VALUE'], rows).join('\n')}\n`);
  }
  return exit.ok;
};
