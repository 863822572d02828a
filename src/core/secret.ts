/**
 * The log's last sieve lets shorter secrets pass: they would take half of every text with them. Where an answer may echo
 * one it is taken out whatever its length, by `withoutSecret`; `check` warns of it. Characters.
 */
export const shortestSieved = 4;

/**
 * Takes every echo of the secret out of a text: as it is, percent-encoded (also twice, also as a form field), as HTML or
 * XML escape it, and as JSON does (also twice), in any case of letters.
 */
export const withoutSecret = (secret: string): ((text: string) => string) => {
  if (secret === '') return (text) => text;
  const characters = [...secret.toWellFormed()];
  const levels = [0, 1, 2].map((level) => characters.map((character) => formsOf(character, level)).join(''));
  const echo = new RegExp(levels.join('|'), 'giu');
  return (text) => text.toWellFormed().replace(echo, '[secret]');
};

const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const controls: Record<string, string> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/**
 * The ways in which one character is written after so many rounds of JSON. How many backslashes there are is fixed by the
 * level: forms that could share a run of them would make the search exponential.
 */
const formsOf = (character: string, level: number): string => {
  const code = character.codePointAt(0) ?? 0;
  const backslashes = (count: number) => '\\\\'.repeat(count);
  const forms = [
    // encodeURIComponent leaves some characters alone that others encode, so the bytes are spelled out here.
    bytesOf(code)
      .map((byte) => `%(?:25){0,3}${hex(byte, 2)}`)
      .join(''),
    `&#0{0,6}${code};`,
    `&#x0{0,6}${hex(code)};`,
  ];
  if (names[character] !== undefined) forms.push(`&(?:amp;)?${names[character]};`);
  if (character === ' ') forms.push('\\+', '&nbsp;');
  if (level > 0) {
    const lead = backslashes(2 ** (level - 1));
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    forms.push(units.map((unit) => `${lead}u${hex(unit, 4)}`).join(''));
    if (controls[character] !== undefined) forms.push(`${lead}${controls[character]}`);
  }
  if (character === '\\') forms.push(backslashes(2 ** level));
  else if (character === '"') forms.push(`${backslashes(2 ** level - 1)}"`);
  else if (character === '/') forms.push(`\\\\{0,${2 ** level - 1}}/`);
  else forms.push(`\\u{${hex(code)}}`);
  return `(?:${forms.join('|')})`;
};

const hex = (value: number, width = 1): string => value.toString(16).padStart(width, '0');

/** UTF-8 (RFC 3629, 3). */
const bytesOf = (code: number): number[] => {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
};
