import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../../src/dyndns/xml.ts';
import { damaged, failure, success } from './arbitraries.ts';
import { printXml } from './printers.ts';

const host = '<host type="A"><name>home.example.com</name><value>192.0.2.1</value></host>';
const resData = (changed: string, more = '') =>
  `<resData><user t="x">alice</user><request success="${changed}"/>${more}</resData>`;
const data = (verdict: string, inner: string) =>
  `<data success="${verdict}" version="2.0" oper="dnsupdate">${inner}</data>`;
const good = data('true', resData('true', host));
const ok = { kind: 'success', changed: true, host: 'home.example.com', type: 'A', address: '192.0.2.1', messages: [] };
const error = { kind: 'error', messages: [], userKnown: null, keyKnown: false, hostKnown: null };

describe('the XML answer', () => {
  it.each([
    ['a change', good, ok],
    [
      'a declaration, a comment, white space',
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- -->\r\n${good}\r\n`,
      ok,
    ],
    ['no change', data('true', resData('false', host)), { ...ok, changed: false }],
    ['flags as numbers', data('1', resData('0', host)), { ...ok, changed: false }],
    ['flags in capitals', data('TRUE', resData(' True ', host)), ok],
    ['the host beside resData', data('true', `${resData('true')}${host}`), ok],
    [
      'one inform',
      data('true', `${resData('true')}${host}<informs><inform>Hello</inform></informs>`),
      { ...ok, messages: ['Hello'] },
    ],
    [
      'characters by number and by name',
      data('true', `${resData('true')}${host}<informs><inform>a&#xE9;&#241; &lt;&amp;lt; &nope;</inform></informs>`),
      { ...ok, messages: ['aéñ <&lt; &nope;'] },
    ],
    ['elements that nobody knows', data('true', `<more><a/></more>${resData('true', host)}`), ok],
    [
      'an error without resData: the credentials are wrong',
      data('false', '<errors><error>Datos incorrectos</error></errors>'),
      { ...error, messages: ['Datos incorrectos'] },
    ],
    [
      'an error with resData and no host: the host is unknown',
      data('false', `${resData('false')}<errors><error>a</error><error>b</error></errors>`),
      { ...error, messages: ['a', 'b'], userKnown: true, keyKnown: true, hostKnown: false },
    ],
    [
      'an error with everything',
      data('false', resData('false', host)),
      { ...error, userKnown: true, keyKnown: true, hostKnown: true },
    ],
  ])('%s', (_sentence, body, reply) => expect(parseXml(body)).toEqual(reply));

  it.each([
    ['nothing', ''],
    ['plain text', 'OK'],
    ['JSON', '{"success":true}'],
    ['a web page', '<!DOCTYPE html><html><body><data success="true"/></body></html>'],
    ['a cut answer', good.slice(0, -9)],
    ['something behind the root', `${good}<data success="true"></data>`],
    ['something around the root', `<x>${good}</x>`],
    ['text before the root', `x${good}`],
    ['no verdict', good.replace('success="true" v', 'v')],
    ['a verdict of another kind', data('yes', resData('true', host))],
    ['the verdict twice', good.replace('oper=', 'success="true" oper=')],
    ["the main API's envelope", '<data><success>1</success><errorCode>0</errorCode></data>'],
    ['a success without resData', data('true', host)],
    ['a success without a host', data('true', resData('true'))],
    ['a success with two hosts', data('true', resData('true', host + host))],
    ['a success whose host has no value', data('true', resData('true', '<host type="A"><name>a</name></host>'))],
    ['a success whose host has no type', data('true', resData('true', host.replace(' type="A"', '')))],
    ['a success that does not tell about a change', data('true', resData('', host))],
    ['a success with errors', data('true', `${resData('true', host)}<errors><error>no</error></errors>`)],
    ['a document type', `<!DOCTYPE data [<!ENTITY a "b">]>${good}`],
  ])('is not understood: %s', (_sentence, body) => expect(parseXml(body).kind).toBe('garbled'));

  it('expands no entities', () => {
    const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    expect(
      parseXml(`<?xml version="1.0"?><!DOCTYPE data [<!ENTITY l0 "ha">${laughs}]><data success="true">&l20;</data>`)
        .kind,
    ).toBe('garbled');
  });

  it('takes nothing from names of prototypes', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])
      expect(
        parseXml(`<${name} success="true"><data success="true"><${name} success="1"/></data></${name}>`).kind,
      ).toBe('garbled');
    parseXml(good.replace('oper=', '__proto__='));
    expect(({} as Record<string, unknown>).success).toBeUndefined();
  });

  it('stands deep nesting', () => {
    expect(parseXml(`${'<data>'.repeat(9_000)}${'</data>'.repeat(100)}`).kind).toBe('garbled');
    expect(parseXml(`${'<a>'.repeat(8_000)}${'</a>'.repeat(8_000)}</data>`).kind).toBe('garbled');
  });

  const places = fc.constantFrom('data' as const, 'resData' as const, 'request' as const);

  it('comes back from print and parse, wherever the host is', () =>
    fc.assert(
      fc.property(success, places, (reply, inside) => {
        expect(parseXml(printXml(reply, inside))).toEqual(reply);
      }),
    ));

  it('comes back from print and parse as an error', () =>
    fc.assert(
      fc.property(
        failure(
          fc.constantFrom(
            { userKnown: null, keyKnown: false, hostKnown: null },
            { userKnown: true, keyKnown: true, hostKnown: false },
            { userKnown: true, keyKnown: true, hostKnown: true },
          ),
        ),
        places,
        (reply, inside) => {
          expect(parseXml(printXml(reply, inside))).toEqual(reply);
        },
      ),
    ));

  it('never throws', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), damaged(success.map((reply) => printXml(reply, 'data')))),
        (body) => {
          expect(['success', 'error', 'garbled']).toContain(parseXml(body).kind);
        },
      ),
    ));
});
