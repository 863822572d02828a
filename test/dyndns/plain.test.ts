import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlain } from '../../src/dyndns/plain.ts';
import { damaged, failure, success } from './arbitraries.ts';
import { printPlain } from './printers.ts';

const ok = { kind: 'success', changed: false, host: null, type: null, address: null, messages: [] };
const error = { kind: 'error', messages: [], userKnown: null, keyKnown: null, hostKnown: null };

describe('the plain-text answer', () => {
  it.each([
    ['OK alone is a success that changed nothing', 'OK', ok],
    ['a final line break changes nothing', 'OK\n', ok],
    ['a byte order mark, CRLF and white space are no content', '\uFEFF  OK \r\n\r\n', ok],
    ['UPDATE says that the address changed', 'OK\nUPDATE: 192.0.2.1', { ...ok, changed: true, address: '192.0.2.1' }],
    [
      'IP confirms the address and tells of no change',
      'OK\nIP:192.0.2.1\n',
      { ...ok, changed: null, address: '192.0.2.1' },
    ],
    ['IP may have a space', 'OK\nIP: 192.0.2.1\n', { ...ok, changed: null, address: '192.0.2.1' }],
    ['UPDATE and IP agree', 'OK\r\nUPDATE: 192.0.2.1\r\nIP:192.0.2.1', { ...ok, changed: true, address: '192.0.2.1' }],
    [
      'any other line is a message',
      'OK\nUPDATE: 192.0.2.1\nHello',
      { ...ok, changed: true, address: '192.0.2.1', messages: ['Hello'] },
    ],
    [
      'an error has its messages',
      'ERROR\nDatos incorrectos\nand more',
      { ...error, messages: ['Datos incorrectos', 'and more'] },
    ],
    ['an error may say nothing', 'ERROR\n', error],
  ])('%s', (_sentence, body, reply) => expect(parsePlain(body)).toEqual(reply));

  it.each([
    ['nothing', ''],
    ['white space', ' \n \n'],
    ['OK with more behind it', 'OK then'],
    ['OK in small letters', 'ok'],
    ['OK in a later line', 'Notice\nOK'],
    ['ERROR with more behind it', 'ERROR: no'],
    ['two verdicts', 'OK\nERROR\nno'],
    ['an UPDATE without an address', 'OK\nUPDATE:'],
    ['an UPDATE to no address', 'OK\nUPDATE: 192.0.2.256'],
    ['an UPDATE that was cut', 'OK\nUPDATE: 192.0.2.'],
    ['two addresses', 'OK\nUPDATE: 192.0.2.1\nIP:192.0.2.2'],
    ['a web page', '<!DOCTYPE html><html>OK</html>'],
    ['another protocol', 'good 192.0.2.1'],
  ])('is not understood: %s', (_sentence, body) => expect(parsePlain(body).kind).toBe('garbled'));

  it('comes back from print and parse', () =>
    fc.assert(
      fc.property(success, fc.boolean(), (reply, confirm) => {
        const named = confirm || reply.changed;
        const changed = reply.changed || (confirm ? null : false);
        const expected = { ...reply, changed, host: null, type: null, address: named ? reply.address : null };
        expect(parsePlain(printPlain(reply, confirm))).toEqual(expected);
      }),
    ));

  it('comes back from print and parse as an error', () =>
    fc.assert(
      fc.property(failure(fc.constant({ userKnown: null, keyKnown: null, hostKnown: null })), (reply) => {
        expect(parsePlain(printPlain(reply, false))).toEqual(reply);
      }),
    ));

  it('never throws, and is a success only where the first line is OK', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), damaged(success.map((reply) => printPlain(reply, true)))),
        (body) => {
          if (parsePlain(body).kind === 'success')
            expect(
              body
                .replace(/^\uFEFF/, '')
                .trim()
                .split(/[\r\n]/)[0]
                ?.trim(),
            ).toBe('OK');
        },
      ),
    ));
});
