import { z } from 'zod';
import { bad, good, type Parsed } from '../parsed.ts';
import type { RecordText } from '../zone.ts';

// The specification leaves open whether numbers come as numbers or as texts.
const count = z.union([z.string(), z.number().transform(String)]).optional();
const zoneData = z.array(
  z.object({ name: z.string(), type: z.string(), value: z.string(), ttl: count, priority: count }),
);

/** Reads `dnsZoneData`: a JSON array of records in Base64 (specification, Module service, service/dnssetzone). */
export const parseZoneData = (base64: string): Parsed<RecordText[]> => {
  // A `+` that was not escaped arrives as a space.
  const text = base64.replaceAll(' ', '+').replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return bad('Invalid parameter: dnsZoneData is no Base64');
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return bad('Invalid parameter: dnsZoneData is no JSON');
  }
  const records = zoneData.safeParse(json);
  return records.success
    ? good(records.data)
    : bad('Invalid parameter: dnsZoneData is no list of records with name, type, ttl, priority and value');
};
