import type { Json } from '../json.ts';
import { isInZone, isName, normalName } from '../names.ts';

/** How a parameter's text is read: its value, or undefined where it is not what the words say. */
export type Format = { read(text: string, service: string): Json | undefined; what: string };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The boolean that a parameter's text means; undefined where it is none. */
export const asBoolean = (text: string): boolean | undefined => booleans.get(text.toLowerCase());

/** The whole number from 1 to `max` that a parameter's text means; undefined where it is none. */
export const asCount = (text: string, max: number): number | undefined =>
  /^\d{1,15}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

// Length limits and character rules of fields are not known (specification, Hosting service records): these are mild.
const isLine = (text: string): boolean => text.length <= 255 && !/\p{Cc}/u.test(text);
const isWord = (text: string): boolean => isLine(text) && !/\s/.test(text);

const asMail = (text: string): string | undefined => {
  const [, local = '', domain = ''] = /^([^\s@,;<>"]{1,64})@([^@]{1,255})$/.exec(text.trim()) ?? [];
  const name = normalName(domain);
  return local !== '' && isName(name) && !name.startsWith('*') ? `${local.toLowerCase()}@${name}` : undefined;
};

const asHost = (text: string, service: string): string | undefined => {
  const given = normalName(text);
  const name = given.includes('.') ? given : `${given}.${service}`;
  return isName(name) && isInZone(name, service) ? name : undefined;
};

/** The host in the origin of a redirection, in full. */
export const hostOf = (origin: string, service: string): string | undefined =>
  asHost(origin.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, ''), service);

export const formats = {
  flag: { read: asBoolean, what: 'true or false' },
  line: { read: (text) => (isLine(text) ? text : undefined), what: 'one line of at most 255 characters' },
  word: { read: (text) => (isWord(text) ? text : undefined), what: 'a word of at most 255 characters' },
  text: { read: (text) => text, what: 'a text' },
  path: {
    read: (text) => (isLine(text) && !text.split('/').includes('..') ? text : undefined),
    what: 'a folder, without ..',
  },
  /** Specification, Limits. */
  quota: {
    read: (text) => (Number(text) >= 1_048_576 ? asCount(text, Number.MAX_SAFE_INTEGER) : undefined),
    what: 'a number of bytes, at least 1048576',
  },
  /** A single label is taken as one before the service's name: which form the provider wants is not known. */
  subdomain: { read: asHost, what: 'a name in the service' },
  origin: {
    read: (text, service) => (isWord(text) && hostOf(text, service) ? text : undefined),
    what: 'a name in the service, with or without a path',
  },
  destination: {
    read: (text) =>
      isWord(text) && URL.canParse(/^https?:\/\//i.test(text) ? text : `http://${text}`) ? text : undefined,
    what: 'an address of the web',
  },
  /** Specification, Enumerations. */
  redirectType: { read: (text) => ['301', '302', 'frame'].find((type) => type === text), what: '301, 302 or frame' },
  mailbox: {
    read: (text, service) => {
      const mail = asMail(text);
      return mail?.endsWith(`@${service}`) ? mail : undefined;
    },
    what: 'an e-mail address of the service',
  },
  mails: {
    read: (text) => {
      const mails = text.split(',').map(asMail);
      return mails.every((mail) => mail !== undefined) ? [...new Set(mails)] : undefined;
    },
    what: 'e-mail addresses, separated by commas',
  },
} satisfies Record<string, Format>;
