import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { nextFault, parseFaults } from '../../src/sandbox/faults.ts';
import { parseMultipart } from '../../src/sandbox/multipart.ts';
import { parseListen, parseRecord, sandboxDefaults } from '../../src/sandbox/options.ts';
import { problemWith } from '../../src/sandbox/sandbox.ts';
import { escapeXml, printXml } from '../../src/sandbox/xml.ts';

describe('multipart bodies', () => {
  const type = 'multipart/form-data; boundary="a b"';
  const part = (name: string, value: string) =>
    `--a b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const binary = (text: string) => Buffer.from(text).toString('latin1');

  it('are read back as they were printed', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/["\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' }))), (fields) => {
        const body = `${fields.map(([key, value]) => part(key, value)).join('')}--a b--\r\n`;
        expect(parseMultipart(type, binary(body))).toEqual(fields);
      }),
    );
  });

  it.each([
    ['a preamble and an epilogue are left out', `x\r\n${part('n', 'v')}--a b--\r\ny`, [['n', 'v']]],
    ['a part that was cut is left out', `${part('n', 'v')}${part('m', 'w').slice(0, -2)}`, [['n', 'v']]],
    ['a part without a name is left out', `--a b\r\nX: y\r\n\r\nv\r\n--a b--`, []],
    ['a longer boundary is no boundary', `--a bc\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n--a b--`, []],
  ])('%s', (_, body, fields) => expect(parseMultipart(type, body)).toEqual(fields));

  it('are survived, whatever they are', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => Array.isArray(parseMultipart(a, b))));
    expect(parseMultipart('multipart/form-data', 'x')).toEqual([]);
  });
});

describe('XML', () => {
  it('gives back any text that XML can hold', () => {
    const parser = new XMLParser({ parseTagValue: false, trimValues: false });
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]*$/), (text) => {
        expect(String(parser.parse(printXml({ name: 'a', content: text }, false)).a)).toBe(text);
      }),
    );
  });
  it('has no character that XML forbids', () => {
    expect(escapeXml('a\u0000\u001b\ud800\uffff<&>"')).toBe('a\ufffd\ufffd\ufffd\ufffd&lt;&amp;&gt;&quot;');
  });
});

describe('--listen', () => {
  it.each([
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:8053', { host: '::1', port: 8053 }],
    ['localhost:65533', { host: 'localhost', port: 65533 }],
  ])('%s is read', (text, value) => expect(parseListen(text)).toEqual({ ok: true, value }));
  it.each(['', '127.0.0.1', ':80', '::1:80', '127.0.0.1:65534', '127.0.0.1:x', 'http://x:1'])(
    '"%s" is refused',
    (text) => expect(parseListen(text)).toMatchObject({ ok: false, error: expect.stringContaining(`"${text}"`) }),
  );
  it('is survived, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parseListen(text).ok === 'boolean'));
  });
});

describe('--record', () => {
  it.each([
    ['home.example.com A 127.0.0.1', { name: 'home.example.com', type: 'A', value: '127.0.0.1' }],
    ['  *.Example.com.  aaaa 2001:DB8::1 ', { name: '*.example.com', type: 'AAAA', value: '2001:db8::1' }],
    ['example.com TXT a b', { name: 'example.com', type: 'TXT', value: 'a b' }],
  ])('%s is read', (text, value) => expect(parseRecord(text)).toEqual({ ok: true, value }));
  it.each(['', 'x', 'x A', 'x A y', 'x SOA y', '-.com A 127.0.0.1', 'a.*.com A 127.0.0.1'])('"%s" is refused', (text) =>
    expect(parseRecord(text)).toMatchObject({ ok: false, error: expect.stringContaining(`"${text}"`) }),
  );
  it('is survived, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parseRecord(text).ok === 'boolean'));
  });
});

describe('options', () => {
  it.each([
    ['by default', {}],
    ['with a service in Unicode', { services: ['niño.com'], records: ['www.xn--nio-8ma.com A 127.0.0.1'] }],
    ['with callers of both families', { registeredCallers: ['203.0.113.7', '2001:db8::1'] }],
  ])('are right %s', (_, right) => expect(problemWith({ ...sandboxDefaults, ...right })).toBeUndefined());
  it.each([
    ['a record without a service', { records: ['a.org A 127.0.0.1'] }, 'none of the services'],
    ['a record twice', { records: ['a.example.com A 127.0.0.1', 'a.example.com A 127.0.0.1'] }, 'exists already'],
    ['a service that is no name', { services: ['a b'] }, 'no name of a service'],
    [
      'a caller that is no address',
      { registeredCallers: ['203.0.113.7', 'office'] },
      '"office" is no address of a caller',
    ],
    ['faults that are none', { faults: [{ on: 'moon', do: 'hang' }] as never }, 'faults: 0.on'],
  ])('name %s', (_, wrong, words) => expect(problemWith({ ...sandboxDefaults, ...wrong })).toContain(words));
});

describe('faults', () => {
  it.each(['', '{}', '[1]', '[{"on":"api"}]', '[{"on":"api","do":"dance"}]', '[{"on":"api","do":"hang","x":1}]'])(
    '%s is refused',
    (text) => expect(parseFaults(text)).toMatchObject({ ok: false, error: expect.stringMatching(/^faults: /) }),
  );
  it('hit the first that fits, as often as they say', () => {
    const parsed = parseFaults(
      '[{"on":"api","operation":"service/list","do":"hang","times":2},{"on":"dyndns","host":"a.b","do":"reset"}]',
    );
    if (!parsed.ok) throw new Error(parsed.error);
    const listing = { on: 'api', operation: 'service/list' } as const;
    const one = nextFault(parsed.value, listing);
    const two = nextFault(one.left, listing);
    const three = nextFault(two.left, listing);
    expect([one, two, three].map(({ fault }) => fault?.do)).toEqual(['hang', 'hang', undefined]);
    expect(nextFault(three.left, { on: 'dyndns', operation: 'json', host: 'c.d' }).fault).toBeUndefined();
    expect(nextFault(three.left, { on: 'dyndns', operation: 'json', host: 'a.b' }).left).toHaveLength(1);
  });
});
