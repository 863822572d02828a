import { wrongDnsValue } from '../dns-schemas.ts';
import { comparable } from '../zone-lookup.ts';
import { isDnsType, normalEntry, type ZoneEntry } from '../zone-record.ts';
import { readName } from './values.ts';

/** A zone file (RFC 1035 section 5), and what could not be said in one. */
export type Written = { text: string; leftOut: ZoneEntry[] };

/**
 * Writes the records of a zone. Those that have the provider's default for their TTL, which it does not tell, come first
 * and without one: nothing is stated before them that they could take.
 *
 * @param ttl seconds, written as `$TTL`: for readers that want one
 */
export const writeZoneFile = (records: readonly ZoneEntry[], zone: string, ttl?: string): Written => {
  const normal = records.map((record) => normalEntry(record, zone));
  const leftOut = normal.filter((record) => !canBeWritten(record));
  const lines = normal
    .filter(canBeWritten)
    .map((record) => ({ record, place: placeOf(record, zone) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : Number(a.place > b.place)))
    .map(({ record }) => lineOf(record, zone));
  const noted = leftOut.map(({ name, type, value }) => `; left out: ${printable(`${name} ${type} ${value}`)}`);
  const head = [`$ORIGIN ${comparable(zone)}.`, ...(ttl === undefined ? [] : [`$TTL ${ttl}`])];
  return { text: `${[...head, ...lines, ...noted].join('\n')}\n`, leftOut };
};

const canBeWritten = ({ name, type, value }: ZoneEntry): boolean => {
  const host = hostOf(type, value);
  const sayable = isDnsType(type) && wrongDnsValue(type, value) === undefined && isName(name);
  return sayable && (host === undefined || host === '.' || isName(host));
};

const isName = (name: string): boolean => readName({ raw: `${name}.`, quoted: false }, '.') !== undefined;

/** The host that a value ends in, for the types that have one. */
const hostOf = (type: string, value: string): string | undefined =>
  ['CNAME', 'MX', 'NS', 'SRV'].includes(type) ? value.split(' ').at(-1) : undefined;

const placeOf = ({ name, type, ttl, priority, value }: ZoneEntry, zone: string): string =>
  [ttl === '-' ? 0 : 1, name === comparable(zone) ? '' : name, type, priority.padStart(5), value].join('\t');

const lineOf = ({ name, type, ttl, priority, value }: ZoneEntry, zone: string): string => {
  const end = `.${comparable(zone)}`;
  const owner = name === comparable(zone) ? '@' : name.endsWith(end) ? name.slice(0, -end.length) : `${name}.`;
  const rest = [...(priority === '-' ? [] : [priority]), fileValue(type, value)].join(' ');
  return [owner, ...(ttl === '-' ? [] : [ttl]), 'IN', type, rest].join('\t');
};

const fileValue = (type: string, value: string): string => {
  if (type === 'TXT') return quotedPieces(value);
  if (type === 'CAA') return value.replace(/"(.*)"$/s, (_, text: string) => quoted(new TextEncoder().encode(text)));
  return hostOf(type, value) === undefined || value.endsWith('.') ? value : `${value}.`;
};

/** A piece has at most 255 octets (RFC 1035, 3.3). */
const quotedPieces = (text: string): string => {
  const octets = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(octets.length / 255)) }, (_, index) =>
    quoted(octets.subarray(index * 255, (index + 1) * 255)),
  );
  return pieces.join(' ');
};

const quoted = (octets: Uint8Array): string => {
  const characters = Array.from(octets, (octet) => {
    const character = String.fromCharCode(octet);
    if (character === '"' || character === '\\') return `\\${character}`;
    return octet < 0x20 || octet > 0x7e ? `\\${String(octet).padStart(3, '0')}` : character;
  });
  return `"${characters.join('')}"`;
};

/** On one line, whatever it has in it. */
const printable = (text: string): string => JSON.stringify(text).slice(1, -1);
