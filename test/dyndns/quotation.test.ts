import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecret } from '../../src/core/secret.ts';
import { maxQuoted, quote } from '../../src/dyndns/quotation.ts';

describe('a quotation', () => {
  it.each([
    ['stays as it is', 'Datos incorrectos: ñ €', '"Datos incorrectos: ñ €"'],
    ['shows line breaks', 'a\r\nb\tc', '"a\\r\\nb\\tc"'],
    ['shows what would steer a terminal', '\x1b[2J\x07\x9b', '"\\u{1b}[2J\\u{7}\\u{9b}"'],
    ['shows what would turn the line around', 'a\u202Eb\u2028', '"a\\u{202e}b\\u{2028}"'],
    ['shows half a character', 'a\uD83D', '"a\\u{d83d}"'],
  ])('%s', (_sentence, text, quoted) => expect(quote(text)).toBe(quoted));

  it('is at most 200 characters and has none that is not seen', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const quoted = quote(text);
        expect(quoted.length - 2).toBeLessThanOrEqual(maxQuoted);
        expect(quoted).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    ));
});

describe('a text without the secret', () => {
  const key = 'pä&s+w %"\'</€😀x';
  it.each([
    ['as it is', key],
    ['in other letters', key.toUpperCase()],
    ['percent-encoded', encodeURIComponent(key)],
    ['percent-encoded in small letters', encodeURIComponent(key).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
    ['as a form field', new URLSearchParams({ key }).toString().slice(4)],
    ['as JSON', JSON.stringify(key).slice(1, -1)],
    [
      'as JSON in ASCII',
      JSON.stringify(key)
        .slice(1, -1)
        .replace(/[^ -~]|\//g, (c) => (c === '/' ? '\\/' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)),
    ],
    ['as XML', key.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&#039;')],
    ['as characters by number', [...key].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join('')],
  ])('when it is echoed %s', (_sentence, echo) => expect(withoutSecret(key)(`<${echo}>`)).toBe('<[secret]>'));

  it('stays as it is without a secret', () => expect(withoutSecret('')('abc')).toBe('abc'));

  it('holds for every secret and encoding', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 3, maxLength: 40 }), fc.string(), (secret, around) => {
        const whole = secret.toWellFormed();
        const echoes = [
          whole,
          encodeURIComponent(whole),
          new URLSearchParams({ a: whole }).toString().slice(2),
          JSON.stringify(whole).slice(1, -1),
        ];
        for (const echo of echoes) expect(withoutSecret(secret)(around + echo)).toContain('[secret]');
      }),
    ));
});

it('ends soon for secrets and texts that repeat themselves', () => {
  const secrets = ['\\', '%', '%25', 'a', '&amp;', '\\a', '+ '].map((piece) => `${piece.repeat(40)}z`);
  const texts = ['\\', '%25', '%', 'a', '&amp;', '\\\\a', '+'].map((piece) => piece.repeat((64 * 1024) / piece.length));
  for (const secret of secrets) for (const text of texts) expect(withoutSecret(secret)(text)).toBe(text);
});
