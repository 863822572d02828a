import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/dyndns/json.ts';
import { damaged, failure, success } from './arbitraries.ts';
import { printJson } from './printers.ts';

const host = { name: 'home.example.com', value: '192.0.2.1', type: 'A', updated: true };
const good = { success: true, version: '2.0', ts: '2026-01-02T03:04:05+01:00', user: 'alice', messages: [], host };
const ok = { kind: 'success', changed: true, host: 'home.example.com', type: 'A', address: '192.0.2.1', messages: [] };
const error = { kind: 'error', messages: [], userKnown: true, keyKnown: null, hostKnown: null };

describe('the JSON answer', () => {
  it.each([
    ['a change', good, ok],
    ['no change', { ...good, host: { ...host, updated: false } }, { ...ok, changed: false }],
    ['a message', { ...good, messages: ['Hello'] }, { ...ok, messages: ['Hello'] }],
    ['no list of messages', { ...good, messages: undefined }, ok],
    ['fields that nobody knows', { ...good, more: 1, host: { ...host, ttl: 5 } }, ok],
    ['an error', { success: false, user: 'alice', messages: ['no'] }, { ...error, messages: ['no'] }],
    [
      'an error without user: the user name is wrong',
      { success: false, messages: ['no'] },
      { ...error, userKnown: false, messages: ['no'] },
    ],
    [
      'an error that names the host',
      { success: false, user: 'alice', host: { name: 'a' } },
      { ...error, hostKnown: true },
    ],
    ['an error with an empty list for the host', { success: false, user: 'alice', host: [] }, error],
  ])('%s', (_sentence, body, reply) => expect(parseJson(JSON.stringify(body))).toEqual(reply));

  it('may start with a byte order mark and have white space around it', () =>
    expect(parseJson(`\uFEFF\r\n ${JSON.stringify(good, null, 2)}\r\n`)).toEqual(ok));

  it.each<[string, string]>([
    ['nothing', ''],
    ['a web page', '<html></html>'],
    ['a cut answer', JSON.stringify(good).slice(0, -2)],
    ['two answers', JSON.stringify(good).repeat(2)],
    ...(
      [
        ['null', null],
        ['a list', [good]],
        ['a word', 'OK'],
        ['no verdict', { ...good, success: undefined }],
        ['success as a word', { ...good, success: 'true' }],
        ['success as a number', { ...good, success: 1 }],
        ['failure as a number', { success: 0, messages: [] }],
        ['a success without a host', { ...good, host: undefined }],
        ['a success with an empty host', { ...good, host: {} }],
        ['a success with null for the host', { ...good, host: null }],
        ['a success that does not tell about a change', { ...good, host: { ...host, updated: undefined } }],
        ['a change as a word', { ...good, host: { ...host, updated: 'true' } }],
        ['a value that is a number', { ...good, host: { ...host, value: 5 } }],
        ['messages that are no list', { ...good, messages: 'Hello' }],
        ["the main API's envelope", { success: true, errorCode: 0, responseData: {} }],
      ] as const
    ).map(([sentence, body]): [string, string] => [sentence, JSON.stringify(body)]),
  ])('is not understood: %s', (_sentence, body) => expect(parseJson(body).kind).toBe('garbled'));

  it('takes nothing from keys that name prototypes', () => {
    const forged = '{"__proto__":{"success":true,"host":{"name":"a","value":"192.0.2.1","type":"A","updated":true}}}';
    expect(parseJson(forged).kind).toBe('garbled');
    expect(parseJson(forged.replace('{', '{"success":false,"constructor":{"prototype":{"polluted":1}},')).kind).toBe(
      'error',
    );
    expect(({} as Record<string, unknown>).polluted ?? ({} as Record<string, unknown>).success).toBeUndefined();
  });

  it('stands deep nesting', () => {
    for (const open of ['[', '{"host":', '{"success":']) expect(parseJson(open.repeat(60_000)).kind).toBe('garbled');
    const deep = `{"success":false,"host":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(['error', 'garbled']).toContain(parseJson(deep).kind);
  });

  it('comes back from print and parse', () =>
    fc.assert(
      fc.property(success, (reply) => {
        expect(parseJson(printJson(reply))).toEqual(reply);
      }),
    ));

  it('comes back from print and parse as an error', () =>
    fc.assert(
      fc.property(
        failure(
          fc.record({ userKnown: fc.boolean(), keyKnown: fc.constant(null), hostKnown: fc.constantFrom(true, null) }),
        ),
        (reply) => {
          expect(parseJson(printJson(reply))).toEqual(reply);
        },
      ),
    ));

  it('never throws', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), damaged(success.map(printJson))), (body) => {
        expect(['success', 'error', 'garbled']).toContain(parseJson(body).kind);
      }),
    ));
});
