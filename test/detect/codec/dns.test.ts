import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DnsQuestion,
  decodeFromTcp,
  decodeReply,
  encodeForTcp,
  encodeQuery,
  rcodeMeaning,
  repliesTo,
  valuesFor,
} from '../../../src/detect/codec/dns.ts';
import { readName, sameName, writeName } from '../../../src/detect/codec/dns-name.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));
const a: DnsQuestion = { name: 'example.com', type: 1, class: 1 };
const question = '07 6578616d706c65 03 636f6d 00 0001 0001';

/** As they go over the wire: id 1234, a reply with recursion, the question, and answers that point at its name. */
const replies = {
  address: hex(`1234 8180 0001 0001 0000 0000 ${question} c00c 0001 0001 00000e10 0004 c0000201`),
  cname: hex(`1234 8180 0001 0002 0000 0000 ${question}
    c00c 0005 0001 0000003c 0004 01 61 c00c
    c029 0001 0001 0000003c 0004 c0000202`),
  truncated: hex(`1234 8380 0001 0002 0000 0000 ${question} c00c 0001 0001 0000`),
  nxdomain: hex(`1234 8183 0001 0000 0000 0000 ${question}`),
  formatError: hex('1234 8181 0000 0000 0000 0000'),
  ipv6: hex(`1234 8180 0001 0001 0000 0000 07 6578616d706c65 03 636f6d 00 001c 0001
    c00c 001c 0001 00000e10 0010 20010db8 00000000 00000000 00000007`),
  text: hex(`1234 8180 0001 0001 0000 0000 07 6578616d706c65 03 636f6d 00 0010 0003
    c00c 0010 0003 00000000 000c 03 313932 07 2e302e322e3130`),
};

describe('encodeQuery', () => {
  it('asks one question, recursively', () => {
    expect(encodeQuery(0x1234, a)).toEqual(hex(`1234 0100 0001 0000 0000 0000 ${question}`));
  });
  it.each(['', '.', 'a..b', `${'a'.repeat(64)}.com`, Array(130).fill('a').join('.'), 'sp ace.com', 'ñ.com'])(
    'takes no name that DNS cannot hold: %j',
    (name) => {
      expect(encodeQuery(1, { ...a, name })).toBeUndefined();
    },
  );
});

describe('decodeReply', () => {
  it.each<[string, Uint8Array, DnsQuestion, string[]]>([
    ['an address whose name is a pointer', replies.address, a, ['192.0.2.1']],
    ['an address behind a CNAME', replies.cname, a, ['192.0.2.2']],
    ['an IPv6 address', replies.ipv6, { ...a, type: 28 }, ['2001:db8::7']],
    ['the strings of a text record, joined, of class CH', replies.text, { ...a, type: 16, class: 3 }, ['192.0.2.10']],
    ['nothing for a name that is not there', replies.nxdomain, a, []],
  ])('reads %s', (_, message, asked, values) => {
    const reply = decodeReply(message);
    expect(reply && repliesTo(reply, 0x1234, asked)).toBe(true);
    expect(reply && valuesFor(reply, asked)).toEqual(values);
  });

  it('tells a truncated reply, though its records are cut', () => {
    expect(decodeReply(replies.truncated)).toMatchObject({ truncated: true, answers: [] });
  });

  it('takes a format error that repeats no question', () => {
    const reply = decodeReply(replies.formatError);
    expect(reply && repliesTo(reply, 0x1234, a)).toBe(true);
    expect(rcodeMeaning(reply?.rcode ?? 0)).toContain('FORMERR');
  });

  it.each<[string, number, DnsQuestion]>([
    ['another id', 0x1235, a],
    ['another name', 0x1234, { ...a, name: 'example.org' }],
    ['another type', 0x1234, { ...a, type: 28 }],
    ['another class', 0x1234, { ...a, class: 3 }],
  ])('is no reply to %s', (_, id, asked) => {
    const reply = decodeReply(replies.address);
    expect(reply && repliesTo(reply, id, asked)).toBe(false);
  });

  it('is the reply though the server changed the case of letters', () => {
    const reply = decodeReply(replies.address);
    expect(reply && repliesTo(reply, 0x1234, { ...a, name: 'EXAMPLE.com.' })).toBe(true);
  });

  it.each<[string, Uint8Array]>([
    ['a query', hex(`1234 0100 0001 0000 0000 0000 ${question}`)],
    ['a reply cut anywhere', replies.address.subarray(0, -1)],
    ['a name that points at itself', hex('1234 8180 0001 0000 0000 0000 c00c 0001 0001')],
    ['two names that point at each other', hex('1234 8180 0001 0000 0000 0000 c00e c00c 0001 0001')],
    ['an address of three bytes', hex(`1234 8180 0001 0001 0000 0000 ${question} c00c 0001 0001 00000e10 0003 c00002`)],
    [
      'a text string that is longer than its record',
      hex(`1234 8180 0001 0001 0000 0000 ${question} c00c 0010 0001 00000e10 0002 0561`),
    ],
  ])('is no reply: %s', (_, message) => {
    expect(decodeReply(message)).toBeUndefined();
  });

  it('neither throws nor hangs on garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const reply = decodeReply(bytes);
        if (reply) valuesFor(reply, a);
      }),
    );
  });

  it('neither throws nor hangs on a reply with some bytes changed', () => {
    const samples = Object.values(replies);
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 }),
        (sample, changes) => {
          const bytes = sample.slice();
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const reply = decodeReply(bytes);
          if (reply) valuesFor(reply, a);
        },
      ),
    );
  });
});

describe('names', () => {
  const label = fc.stringMatching(/^[a-z0-9_-]{1,20}$/);
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
        const bytes = Uint8Array.from(writeName(labels.join('.')) ?? []);
        expect(readName(bytes, 0)).toEqual({ name: labels.join('.'), next: bytes.length });
      }),
    );
  });
  it('with a dot or control byte inside a label become no other name', () => {
    expect(readName(hex('03 612e62 00'), 0)?.name).toBe('a\\046b');
    expect(sameName('a\\046b', 'a.b')).toBe(false);
  });
});

describe('TCP framing', () => {
  it('gives a message back when it is whole, and not before', () => {
    const framed = encodeForTcp(replies.address);
    expect(decodeFromTcp(framed)).toEqual(replies.address);
    for (let length = 0; length < framed.length; length++)
      expect(decodeFromTcp(framed.subarray(0, length))).toBeUndefined();
  });
});
