import { domainToASCII } from 'node:url';
import { type Reading, shown, wrong } from './reading.ts';

const example = 'write a full name such as home.example.com';

/**
 * A host name in the form that is kept: Punycode, lower case, without a final dot. Labels and lengths by RFC 1035,
 * section 2.3.4; the underscore is allowed, since DNS allows it and names like `_gw.example.com` are in use.
 */
export const readHostName = (text: string): Reading<string> => {
  const bad = (why: string, fix = example): Reading<string> => wrong(`${shown(text)} is not a host name: ${why}`, fix);
  const wildcard = text.startsWith('*.');
  const plain = wildcard ? text.slice(2) : text;
  if (plain.includes('*')) return bad('* stands only as the whole first label', 'write it as *.example.com');
  const stray = /[^\w.\-\u0080-\u{10ffff}]/u.exec(plain)?.[0];
  if (stray !== undefined) return bad(`${shown(stray)} can't stand in it`);
  const name = domainToASCII(plain.replace(/[.。]$/, '').toLowerCase());
  const labels = name.split('.');
  if (name === '') return bad(plain === '' ? 'it is empty' : 'it has characters that DNS does not allow');
  if (labels.includes('')) return bad('a label is empty');
  if (labels.some((label) => label.length > 63)) return bad('a label has more than 63 characters');
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return bad('a label starts or ends with -');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return bad('it ends in a number, as an address does');
  if (labels.length < 2) return bad('it has one label, and no domain');
  const whole = wildcard ? `*.${name}` : name;
  return whole.length > 253 ? bad('it has more than 253 characters') : { kind: 'value', value: whole };
};
