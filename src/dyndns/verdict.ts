import { parseAddress } from '../core/address.ts';
import type { Outcome } from '../core/outcome.ts';
import { quote } from './quotation.ts';
import { adviceOn, meaningOf } from './refusal.ts';
import type { Reply } from './reply.ts';

export type Asked = {
  host: string;
  /** The address that was sent, canonical; undefined where the provider took the one it saw. */
  address: string | undefined;
  keyParameter: 'password' | 'apikey';
  /** Takes the key out of a text. */
  scrub: (text: string) => string;
};

type Success = Extract<Reply, { kind: 'success' }>;
type Failure = Extract<Reply, { kind: 'error' }>;

/** After a plea to wait without a Retry-After: the longest step of the backoff, for such a plea comes before a block. */
const patience = 60 * 60 * 1000;

/** What a success says about the record that was asked for. Nothing but this record with this address is published. */
export const successOf = (reply: Success, asked: Asked): Outcome => {
  const { host, scrub } = asked;
  const elsewhere = (what: string): Outcome => ({
    kind: 'unconfirmed',
    via: 'dyndns',
    message: `the provider says OK to the update of ${host}, but ${what}: it is not known what the record has now. It is asked again; if this stays, look at the record in the panel`,
  });
  if (reply.host !== null && canonicalName(reply.host) !== canonicalName(host))
    return elsewhere(`names another host, ${quote(scrub(reply.host))}`);
  if (reply.type !== null && reply.type.toUpperCase() !== 'A')
    return elsewhere(`names a record of type ${quote(scrub(reply.type))} instead of A`);
  const address = reply.address === null ? null : parseAddress(reply.address.trim());
  if (address === undefined || (address !== null && address.family !== 'ipv4'))
    return elsewhere(`names ${quote(scrub(reply.address ?? ''))}, which is no IPv4 address`);
  if (asked.address !== undefined && address !== null && address.text !== parseAddress(asked.address)?.text)
    return elsewhere(`names the address ${address.text} instead of ${asked.address}`);

  const value = address?.text ?? asked.address ?? 'the address that the provider sees';
  const named = { address: address?.text ?? null, via: 'dyndns' } as const;
  if (reply.changed === null)
    return { kind: 'unchanged', ...named, unsaid: true, message: `${host} has ${value}${said(reply, scrub)}` };
  return reply.changed
    ? { kind: 'accepted', ...named, created: false, message: `${host} has ${value} now${said(reply, scrub)}` }
    : { kind: 'unchanged', ...named, message: `${host} had ${value} already${said(reply, scrub)}` };
};

/** What an error says, and what to do about it. */
export const failureOf = (reply: Failure, asked: Asked, retryAfterMs: number | undefined): Outcome => {
  const means = meaningOf(reply, asked.host);
  if (means === 'throttled')
    return {
      kind: 'unreachable',
      via: 'dyndns',
      reached: true,
      retryAfterMs: retryAfterMs ?? patience,
      message: `the provider wants to be asked later about ${asked.host}${said(reply, asked.scrub)}`,
    };
  const advice = adviceOn(means, { keyParameter: asked.keyParameter, reply });
  return {
    kind: 'rejected',
    refusal: means,
    via: 'dyndns',
    message: `${refused[means]} (${asked.host})${said(reply, asked.scrub)}. ${advice}`,
  };
};

const refused = {
  credentials: 'the provider refused the user or the key',
  blocked: 'the provider blocks the account',
  caller: 'the provider refused the address of this machine',
  'unknown-host': 'the provider knows no such A record in this account',
  host: 'the provider refused the host',
} as const;

const said = (reply: Success | Failure, scrub: (text: string) => string): string =>
  reply.messages.length === 0 ? '' : `, saying ${quote(scrub(reply.messages.join('; ')))}`;

/** Lower case, Punycode, no final dot; a text that is no host name stays as it is. */
const canonicalName = (name: string): string => {
  const lower = name.trim().toLowerCase().replace(/\.$/, '');
  if (/[\s/\\?#@:[\]%]/.test(lower)) return lower;
  return URL.parse(`http://${lower}/`)?.hostname ?? lower;
};
