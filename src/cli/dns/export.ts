import { readZone, type ZoneClient } from '../../api/zone-apply.ts';
import { writeZoneFile } from '../../api/zone-file/write.ts';
import { exit } from '../../core/exit.ts';
import { failCall } from '../api/refusal.ts';
import { type Call, isJson, printJson } from '../call.ts';
import type { Request } from './request.ts';
import { recordDocument, recordText } from './words.ts';

/** The zone as a zone file on stdout. */
export const exportZone = async (
  call: Call,
  client: ZoneClient,
  service: string,
  { ttl }: Request & { action: 'export' },
): Promise<number> => {
  const zone = await readZone(service, client);
  if (zone.kind === 'failed') return failCall(call, zone);
  const { text, leftOut } = writeZoneFile(zone.records, service, ttl === '-' ? undefined : ttl);
  for (const record of leftOut) call.platform.err(`Left out, since no zone file can say it: ${recordText(record)}\n`);
  if (isJson(call)) {
    printJson(call, {
      service,
      records: zone.records.map(recordDocument),
      leftOut: leftOut.map(recordDocument),
      zoneFile: text,
    });
  } else call.platform.out(text);
  return exit.ok;
};
