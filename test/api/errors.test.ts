import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, addressIn, errorRow, errorTable, refusalOf } from '../../src/api/errors.ts';

it('the table has every code of the specification, and no other', () => {
  const codes = [
    1, 100, 101, 102, 103, 104, 105, 200, 201, 210, 300, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1009, 1010,
    1011, 1012, 1013, 1014, 1030, 1100, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2100,
    2101, 2102, 2200, 2201, 2202, 2210, 3001, 3002, 3003, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010,
    10001,
  ];
  expect(Object.keys(errorTable).map(Number)).toEqual(codes);
});

describe('what a refusal means for a record', () => {
  it.each<[string, number, string[], ReturnType<typeof refusalOf>]>([
    ['wrong credentials', 201, ['Login invalid'], 'credentials'],
    ['a wrong password', 1004, [], 'credentials'],
    ['a blocked account', 1000, ['Account blocked'], 'blocked'],
    ['a banned account, though the text names an address', 1030, ['the IP 192.0.2.1 is banned'], 'blocked'],
    ['a caller that is not registered, by its text', 300, ['IP not allowed'], 'caller'],
    ['a caller that is not registered, by its address', 201, ['not from 192.0.2.1'], 'caller'],
    ['a caller over IPv6', 300, ['2001:db8::1 is not registered'], 'caller'],
    ['an action that is not allowed', 300, ['Action not allowed'], 'host'],
    ['a word that has "ip" in it', 300, ['Description not allowed'], 'host'],
    ['the provider is in trouble', 1, [], undefined],
    ['a code that the specification does not have', 4242, [], 'host'],
  ])('%s', (_, code, texts, expected) => expect(refusalOf({ code, texts })).toBe(expected));
});

it.each([
  ['call from 203.0.113.7.', '203.0.113.7'],
  ['call from (2001:db8::7)', '2001:db8::7'],
  ['at 12:30:15', undefined],
  ['address:203.0.113.7', '203.0.113.7'],
  ['version 1.0.20', undefined],
])('the address in "%s"', (text, address) => expect(addressIn([text])).toBe(address));

it('an error says what to do', () => {
  const error = new ApiError('service/dnslist', { code: 4001, texts: ['none'] });
  expect(error).toMatchObject({
    name: 'ApiError',
    code: 4001,
    action: 'fix',
    operation: 'service/dnslist',
    messages: ['none'],
  });
  expect(error.message).toBe('service/dnslist: Service not found (code 4001); none');
});

it('every code has a row, and no text makes the search for addresses throw', () => {
  fc.assert(fc.property(fc.integer(), (code) => errorRow(code).meaning !== ''));
  fc.assert(fc.property(fc.array(fc.string()), (texts) => void addressIn(texts)));
});
