import { isInZone, isName, normalName } from './names.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { asRecordType, asRecordValue, formatOf, hasPriority, type ZoneType } from './record-value.ts';

/** A record without its place in the zone. `ttl` and `priority` are texts, `-` means the default. */
export type RecordData = { name: string; type: ZoneType; ttl: string; priority: string; value: string };

/** Specification, Hosting service records: DNS record. */
export type ZoneRecord = RecordData & { entityID: string; service: string };

/** A record as it arrives: nothing about it is known to be right. */
export type RecordText = {
  name: string;
  type: string;
  value: string;
  ttl?: string | undefined;
  priority?: string | undefined;
};

const asCount = (text: string | undefined, max: number): string | undefined => {
  if (text === undefined || text === '' || text === '-') return '-';
  return /^\d{1,10}$/.test(text) && Number(text) <= max ? String(Number(text)) : undefined;
};

/** Checks a record field by field; the error names the parameter that is wrong. */
export const readRecord = (text: RecordText, zone: string): Parsed<RecordData> => {
  const name = normalName(text.name);
  if (!isName(name) || !isInZone(name, zone)) return bad(`Invalid parameter: name must be a name in ${zone}`);
  const type = asRecordType(text.type);
  if (!type) return bad('Invalid parameter: type');
  const value = asRecordValue(type, text.value);
  if (value === undefined) return bad(`Invalid parameter: value of ${type} must be ${formatOf(type)}`);
  const ttl = asCount(text.ttl, 2147483647); // RFC 2181 section 8
  if (ttl === undefined || ttl === '0') return bad('Invalid parameter: ttl');
  const given = asCount(text.priority, 65535);
  if (given === undefined) return bad('Invalid parameter: priority');
  // Specification, Module service: the default is 10 for MX and SRV.
  const priority = hasPriority(type) ? (given === '-' ? '10' : given) : '-';
  return good({ name, type, ttl, priority, value });
};

/**
 * A zone that records are put into one after the other: `add` says why a record can't be beside those before it, and takes
 * it where it can. A CNAME is alone at its name (RFC 1034 section 3.6.2), so it is never at the apex, which has the zone's
 * own records. Each record takes the same time, however many there are.
 */
export const fillZone = (zone: string): { add(record: RecordData): string | undefined } => {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const records = new Set<string>();
  return {
    add: ({ name, type, value }) => {
      const key = `${name} ${type} ${value}`;
      if (type === 'CNAME' && name === zone) return 'A CNAME is not possible at the name of the zone';
      if (type === 'CNAME' && names.has(name)) return `${name} has other records: a CNAME must be alone`;
      if (aliases.has(name)) return `${name} has a CNAME, which must be alone`;
      if (records.has(key)) return 'The record exists already';
      names.add(name);
      if (type === 'CNAME') aliases.add(name);
      records.add(key);
      return undefined;
    },
  };
};

/** Why the record can't be in the zone beside the others; undefined where it can. */
export const conflictOf = (record: RecordData, others: readonly RecordData[], zone: string): string | undefined => {
  const filled = fillZone(zone);
  for (const other of others) if (other.name === record.name) filled.add(other);
  return filled.add(record);
};

/** The records that a zone is reset to. Which ones the provider uses is not known: these are typical. */
export const defaultRecords = (zone: string): RecordData[] => {
  const record = (name: string, type: ZoneType, value: string, priority = '-'): RecordData => ({
    name,
    type,
    ttl: '-',
    priority,
    value,
  });
  return [
    record(zone, 'A', '192.0.2.1'),
    record(`www.${zone}`, 'CNAME', zone),
    record(`mail.${zone}`, 'A', '192.0.2.1'),
    record(zone, 'MX', `mail.${zone}`, '10'),
  ];
};
