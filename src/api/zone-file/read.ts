import { dnsTypes, wrongDnsValue } from '../dns-schemas.ts';
import { comparable } from '../zone-lookup.ts';
import { hasPriority, isDnsType, normalEntry, type ZoneEntry } from '../zone-record.ts';
import { type Field, type FileEntry, type FileProblem, readEntries } from './entries.ts';
import { isTypeName } from './types.ts';
import { readName, readValue } from './values.ts';

export type { FileProblem } from './entries.ts';

/** A record of the file that has no place in the provider's zone. */
export type LeftOut = { line: number; what: string; why: string };

export type ZoneFile = {
  records: (ZoneEntry & { line: number })[];
  leftOut: LeftOut[];
  /** Where there is one, the file must not be used: a record that was misread could replace one that is right. */
  problems: FileProblem[];
};

const maxTtl = 2 ** 31 - 1; // RFC 2181 section 8
const units: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/**
 * Reads a zone file (RFC 1035 section 5, `$TTL` of RFC 2308 section 4) into records of the provider's form.
 *
 * @param zone the origin to start with; every record must be in it
 * @param ttl for records to which the file gives none; `-`, the provider's default, where absent
 */
export const readZoneFile = (text: string, zone: string, ttl = '-'): ZoneFile => {
  const { entries, problems } = readEntries(text);
  const leftOut: LeftOut[] = [];
  const records = new Map<string, ZoneEntry & { line: number }>();
  const state: State = { origin: comparable(zone), owner: undefined, defaultTtl: undefined, lastTtl: undefined };
  for (const entry of entries) {
    const read = readEntry(entry, state);
    const { line } = entry;
    // What was no UTF-8 came here as this character, and what it stood for is lost.
    if (entry.fields.some(({ raw }) => raw.includes('\ufffd'))) {
      problems.push({ line, what: 'it is no UTF-8: save the file as UTF-8, or write such octets as \\DDD' });
      continue;
    }
    if (read === undefined) continue;
    if ('what' in read && 'why' in read) leftOut.push({ line, ...read });
    else if ('what' in read) problems.push({ line, what: read.what });
    else {
      const { raw, ...rest } = read;
      const record = normalEntry({ ...rest, ttl: rest.ttl ?? ttl, line }, zone);
      const wrong = wrongDnsValue(record.type, record.value);
      // Looked at as it was read: the normal form takes a name without the zone's at its end for a relative one.
      if (!`.${rest.name}`.endsWith(`.${comparable(zone)}`))
        problems.push({ line, what: `${rest.name} is not in the zone ${zone}` });
      else if (wrong !== undefined) problems.push({ line, what: `${raw} ${wrong}` });
      else if (!records.has(keyOf(record))) records.set(keyOf(record), record);
    }
  }
  problems.push(...aliasesNotAlone([...records.values()]));
  return { records: [...records.values()], leftOut, problems: problems.toSorted((a, b) => a.line - b.line) };
};

type State = {
  origin: string;
  owner: string | undefined;
  defaultTtl: string | undefined;
  lastTtl: string | undefined;
};

type Read =
  | (Omit<ZoneEntry, 'ttl'> & { ttl: string | undefined; raw: string })
  | { what: string; why: string }
  | { what: string };

const readEntry = (entry: FileEntry, state: State): Read | undefined => {
  const [first, ...rest] = entry.fields;
  if (!entry.indented && first?.raw.startsWith('$') && !first.quoted)
    return readDirective(first.raw.toUpperCase(), rest, state);
  const fields = entry.indented ? [...entry.fields] : rest;
  if (!entry.indented) state.owner = first && readName(first, state.origin);
  const name = state.owner;
  if (name === undefined) {
    const what = entry.indented ? 'a line without a name, and no record before it' : `${first?.raw} is no name`;
    return { what: `${what}: write names like www or www.example.com.` };
  }
  let own: string | undefined;
  let className = 'IN';
  for (; fields[0] !== undefined && !fields[0].quoted; fields.shift()) {
    const { raw } = fields[0];
    if (/^(IN|CH|CS|HS)$/i.test(raw)) className = raw.toUpperCase();
    else if (/^\d/.test(raw) && own === undefined) {
      own = readTtl(raw);
      if (own === undefined) return { what: `${raw} is no time to live: write seconds, up to ${maxTtl}, or 1h30m` };
    } else break;
  }
  if (own !== undefined) state.lastTtl = own;
  const type = fields.shift();
  if (type === undefined || type.quoted || !/^[a-z][a-z0-9-]*$/i.test(type.raw))
    return { what: `a record type is expected${type === undefined ? '' : ` where ${type.raw} stands`}` };
  return readRecord({ name, type: type.raw.toUpperCase(), className, fields }, state, own);
};

const readRecord = (
  { name, type, className, fields }: { name: string; type: string; className: string; fields: Field[] },
  state: State,
  own: string | undefined,
): Read => {
  const what = `${name} ${type}`;
  if (className !== 'IN') return { what, why: `the provider has records of class IN only, not ${className}` };
  if (type === 'SOA') return { what, why: 'the provider keeps it itself' };
  if (!isTypeName(type)) return { what: `${what}: ${type} is no type of record` };
  if (!isDnsType(type)) return { what, why: `the provider has records of these types only: ${dnsTypes.join(', ')}` };
  if (fields[0]?.raw === '\\#') return { what: `${what}: values in hexadecimal (RFC 3597) are not read; write it out` };
  const raw = fields.map((field) => (field.quoted ? `"${field.raw}"` : field.raw)).join(' ');
  const priority = hasPriority(type) ? fields.shift()?.raw : '-';
  const value = readValue(type, fields, state.origin);
  if (priority === undefined || !/^(-|\d{1,5})$/.test(priority) || Number(priority) > 65_535 || value === undefined)
    return { what: `${what}: ${raw === '' ? 'no value' : raw} is no value of this type` };
  // RFC 1035, 5.1: what is left out is as stated last; RFC 2308, 4: or as $TTL has it.
  return { name, type, priority, value, ttl: own ?? state.defaultTtl ?? state.lastTtl, raw: `${what} ${raw}` };
};

const readDirective = (directive: string, [argument]: Field[], state: State): Read | undefined => {
  if (directive === '$ORIGIN') {
    const origin = argument && readName(argument, state.origin);
    if (origin === undefined) return { what: '$ORIGIN wants a name' };
    state.origin = origin;
    return undefined;
  }
  if (directive === '$TTL') {
    state.defaultTtl = argument && readTtl(argument.raw);
    return state.defaultTtl === undefined ? { what: '$TTL wants seconds' } : undefined;
  }
  return { what: `${directive} is not understood: put the records themselves in its place` };
};

const readTtl = (text: string): string | undefined => {
  if (!/^(\d{1,10}[smhdw]?)+$/i.test(text)) return undefined;
  const parts = text.toLowerCase().matchAll(/(\d+)([smhdw]?)/g);
  const seconds = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 1), 0);
  return seconds <= maxTtl ? String(seconds) : undefined;
};

const keyOf = ({ name, type, priority, value }: ZoneEntry): string => [name, type, priority, value].join(' ');

const aliasesNotAlone = (records: readonly (ZoneEntry & { line: number })[]): FileProblem[] => {
  const [others, aliases] = [new Set<string>(), new Set<string>()];
  return records.flatMap(({ name, type, line }) => {
    const clash = aliases.has(name) || (type === 'CNAME' && others.has(name));
    (type === 'CNAME' ? aliases : others).add(name);
    return clash ? [{ line, what: `${name} has a CNAME, which must be alone at its name (RFC 1034, 3.6.2)` }] : [];
  });
};
