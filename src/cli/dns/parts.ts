import { dnsTypes, wrongDnsValue } from '../../api/dns-schemas.ts';
import { hasPriority, normalValue } from '../../api/zone-record.ts';
import { readHostName } from '../../config/host-name.ts';
import { textFlag } from '../call.ts';

/** The parts of a command line of `hostpin dns`. What is wrong with one is added to the problems. */

export const readHost = (given: unknown, problems: string[]): string => {
  const text = textFlag(given);
  if (text === undefined) {
    problems.push('Which name? Such as home.example.com, or the zone itself.');
    return '';
  }
  const read = readHostName(text);
  if (read.kind === 'value') return read.value;
  problems.push(`${read.what}: ${read.fix}.`);
  return '';
};

export const readType = (given: string | undefined, problems: string[]): string | undefined => {
  const type = given?.toUpperCase();
  if (type !== undefined && !(dnsTypes as readonly string[]).includes(type))
    problems.push(`${given} is no type of record that the provider has: ${dnsTypes.join(', ')}.`);
  return type;
};

/** The value as the provider wants it. MX and SRV may have the priority in front, as zone files have it. */
export const readContent = (type: string, words: readonly string[], flag: unknown, problems: string[]) => {
  const given = textFlag(flag);
  if (given !== undefined && !hasPriority(type)) problems.push(`--priority is for MX and SRV.`);
  if (given !== undefined && !(/^\d{1,5}$/.test(given) && Number(given) < 65_536))
    problems.push(`--priority ${given}: write a number from 0 to 65535.`);
  if (words.length === 0) return { value: undefined, priority: given };
  const text = words.join(' ');
  const [, first, rest] = (type === 'MX' ? /^(\d{1,5})\s+(\S+)$/ : /^(\d{1,5})\s+(\d+\s+\d+\s+\S+)$/).exec(text) ?? [];
  const inFront = hasPriority(type) ? first : undefined;
  if (inFront !== undefined && given !== undefined && Number(inFront) !== Number(given))
    problems.push(`--priority ${given} and the priority ${inFront} before the value: write one of them.`);
  if (inFront !== undefined && Number(inFront) > 65_535)
    problems.push(`The priority ${inFront} before the value: write a number from 0 to 65535.`);
  const value = normalValue(type, inFront === undefined ? text : (rest ?? text));
  const wrong = wrongDnsValue(type, value);
  if (wrong !== undefined) problems.push(`"${text}" ${wrong}.`);
  const priority = given ?? inFront;
  return { value, priority: priority === undefined ? undefined : String(Number(priority)) };
};

export const readTtl = (given: unknown, problems: string[]): string | undefined => {
  const text = textFlag(given);
  if (text === undefined || text === 'default') return text === undefined ? undefined : '-';
  if (/^\d{1,10}$/.test(text) && Number(text) > 0 && Number(text) < 2 ** 31) return String(Number(text));
  problems.push(`--ttl ${text}: write seconds from 1 to 2147483647, or default.`);
  return undefined;
};
