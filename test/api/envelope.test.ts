import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OutputFormat, readReply } from '../../src/api/envelope.ts';

const envelope = (parts: object) =>
  JSON.stringify({
    success: true,
    errorCode: 0,
    errorCodeMsg: '',
    action: 'tool/hello',
    version: '1.0.20',
    responseData: {},
    ...parts,
  });
const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<data>${inner}</data>`;
const okXml =
  '<success>1</success><errorCode>0</errorCode><errorCodeMsg/><action>tool/hello</action><version>1.0.20</version>';

describe('an answer is understood', () => {
  it.each<[string, OutputFormat, string, unknown]>([
    ['JSON with a result', 'json', envelope({ responseData: { ip: '192.0.2.1' } }), { ip: '192.0.2.1' }],
    ['an empty object, as delete operations have it', 'json', envelope({}), {}],
    ['a list, as account/promos has it', 'json', envelope({ responseData: [] }), []],
    ['JSON after a byte order mark', 'json', `\ufeff${envelope({})}`, {}],
    ['XML with a result', 'xml', xml(`${okXml}<responseData><ip>192.0.2.1</ip></responseData>`), { ip: '192.0.2.1' }],
    ['XML whose result is empty', 'xml', xml(`${okXml}<responseData/>`), ''],
    ['XML with indentation', 'xml', xml(`\n  ${okXml}\n  <responseData>\n  </responseData>\n`), '\n  '],
    [
      'XML with entities and character references',
      'xml',
      xml(`${okXml}<responseData><a>&lt;&#xE9;&amp;lt;</a></responseData>`),
      { a: '<é&lt;' },
    ],
    ['XML whose texts look like numbers', 'xml', xml(`${okXml}<responseData><a>007</a></responseData>`), { a: '007' }],
  ])('%s', (_, format, body, data) => {
    expect(readReply(body, format)).toMatchObject({
      kind: 'ok',
      envelope: { success: true, version: '1.0.20', responseData: data },
    });
  });
});

describe('a refusal is understood', () => {
  it.each<[string, OutputFormat, string, number, string[]]>([
    [
      'with its text and messages, each once',
      'json',
      envelope({
        success: false,
        errorCode: 4001,
        errorCodeMsg: 'Service not found',
        messages: ['no such service', 'Service not found'],
        responseData: [],
      }),
      4001,
      ['Service not found', 'no such service'],
    ],
    [
      'in XML, with one message',
      'xml',
      xml(
        '<success>0</success><errorCode>201</errorCode><errorCodeMsg>Login invalid</errorCodeMsg><messages><message>bad</message></messages><responseData/>',
      ),
      201,
      ['Login invalid', 'bad'],
    ],
    [
      'in XML, with repeated messages',
      'xml',
      xml('<success>0</success><errorCode>1</errorCode><messages>a</messages><messages>b</messages>'),
      1,
      ['a', 'b'],
    ],
    ['a code that the specification does not have', 'json', envelope({ success: false, errorCode: 9999 }), 9999, []],
  ])('%s', (_, format, body, code, texts) => {
    expect(readReply(body, format)).toMatchObject({ kind: 'refused', code, texts });
  });
});

describe('anything else is garbled, never a success', () => {
  it.each<[string, OutputFormat, string]>([
    ['nothing', 'json', ''],
    ['an HTML page', 'json', '<html><body>Bad gateway</body></html>'],
    ['an HTML page, where XML is wanted', 'xml', '<html><body>Bad gateway</body></html>'],
    ['JSON cut short', 'json', envelope({}).slice(0, -1)],
    ['XML cut short', 'xml', xml(okXml).slice(0, -3)],
    ['XML with two roots', 'xml', `${xml(okXml)}<data/>`],
    ['a list', 'json', '[]'],
    ['null', 'json', 'null'],
    ['no success', 'json', '{"errorCode":0,"responseData":{}}'],
    ['success with an error code', 'json', envelope({ errorCode: 201 })],
    ['a failure with the code of success', 'json', envelope({ success: false })],
    ['success as a word of its own', 'json', envelope({ success: 'yes' })],
    ['no result', 'json', '{"success":true,"errorCode":0}'],
    ['a text for a result', 'json', envelope({ responseData: 'OK' })],
    [
      'a document type',
      'xml',
      `<!DOCTYPE data [<!ENTITY a "aaaa">]>${xml(`${okXml}<responseData><a>&a;</a></responseData>`)}`,
    ],
    ['too deep XML', 'xml', `${'<data>'.repeat(5_000)}${'</data>'.repeat(5_000)}`],
    ['a name that reaches for prototypes', 'xml', xml(`${okXml}<__proto__><responseData/></__proto__>`)],
  ])('%s', (_, format, body) => {
    const reply = readReply(body, format);
    expect(reply.kind).toBe('garbled');
    if (reply.kind === 'garbled') expect(reply.message.length).toBeLessThan(300);
  });
});

const format = fc.constantFrom<OutputFormat>('json', 'xml');

it('nothing makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        fc.string().map((text) => xml(okXml + text)),
      ),
      format,
      (body, as) => {
        expect(['ok', 'refused', 'garbled']).toContain(readReply(body, as).kind);
      },
    ),
  );
});

it('JSON that is printed is read back', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (responseData) => {
      const reply = readReply(envelope({ responseData }), 'json');
      expect(reply.kind === 'ok' && reply.envelope.responseData).toEqual(JSON.parse(JSON.stringify(responseData)));
    }),
  );
});

it('a text that is written into XML is read back, spaces and all', () => {
  // XML 1.0, 2.11: a parser turns carriage returns into line feeds.
  const text = fc.string({ unit: fc.constantFrom(...'<>&"\' aé#;xlt\n😀') }).filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(text, (value) => {
      const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const reply = readReply(xml(`${okXml}<responseData><a>${escaped}</a></responseData>`), 'xml');
      expect(reply.kind === 'ok' && reply.envelope.responseData).toEqual({ a: value });
    }),
  );
});

it('a flood of an answer is quoted by its start', () => {
  const reply = readReply('x'.repeat(5_000_000), 'json');
  expect(reply.kind === 'garbled' && reply.message.length).toBeLessThan(300);
});
