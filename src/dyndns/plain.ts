import { parseAddress } from '../core/address.ts';
import { bare, garbled, type Reply } from './reply.ts';

/**
 * Reads the plain-text answer (specification, Dynamic DNS endpoint): `OK`, then `UPDATE: <ip>` where the address
 * changed; or `ERROR`, then one message a line. A line `IP:<ip>` is sent in practice on every success: it confirms the
 * address and says nothing about a change. Any other line is a message.
 */
export const parsePlain = (body: string): Reply => {
  const [first, ...rest] = bare(body)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
  const lines = rest.filter((line) => line !== '');
  if (first === 'ERROR') return { kind: 'error', messages: lines, userKnown: null, keyKnown: null, hostKnown: null };
  if (first !== 'OK') return garbled('its first line is neither OK nor ERROR');
  if (lines.includes('ERROR') || lines.includes('OK')) return garbled('it has more than one verdict');

  const updates = valuesOf('UPDATE', lines);
  const named = [...updates, ...valuesOf('IP', lines)];
  if (named.some((value) => parseAddress(value) === undefined)) return garbled('it names something that is no address');
  if (new Set(named).size > 1) return garbled('it names two addresses');
  return {
    kind: 'success',
    changed: updates.length > 0 ? true : named.length > 0 ? null : false,
    host: null,
    type: null,
    address: named[0] ?? null,
    messages: lines.filter((line) => !label.test(line)),
  };
};

const label = /^(UPDATE|IP):/;

const valuesOf = (name: string, lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
