import type { Failed } from '../../api/failure.ts';
import type { CallResult } from '../../api/interpreter.ts';
import type { Catalogue, Operation } from '../../api/operation.ts';
import { plain } from '../../api/shape.ts';
import type { Account } from '../api-account.ts';
import { fieldsOf } from './arguments.ts';

/** What an operation will cost or delete, as names and values; or why that need not be asked any more. */
export type Stakes = { kind: 'stakes'; about: [string, string][] } | Failed;

type Client = Account['client'];
type Params = Readonly<Record<string, string>>;

/** Looks up what is at stake before a person is asked. Only operations that read are called. */
export const lookUpStakes = (
  client: Client,
  rows: Catalogue,
  name: string,
  row: Operation,
  params: Params,
): Promise<Stakes> => (row.effect === 'spends' ? cost(client, name, params) : loss(client, rows, name, row, params));

const cost = async (client: Client, name: string, params: Params): Promise<Stakes> => {
  const account = await client.call('account/info');
  if (account.kind === 'failed') return account;
  const { balance, currency } = account.data;
  const money = (amount: number, of = currency): string => `${amount.toFixed(2)} ${of}`;
  const price = await priceOf(client, name, params, money);
  if (typeof price !== 'string') return price;
  return {
    kind: 'stakes',
    about: [
      ['price', price],
      ['balance', money(balance)],
    ],
  };
};

type Money = (amount: number, currency?: string) => string;

const priceOf = async (client: Client, name: string, params: Params, money: Money): Promise<string | Failed> => {
  const { period } = params;
  const yearly = (amount: number, currency?: string): string => {
    const years = Number(period ?? 1);
    return `${money(amount, currency)} a year${years > 1 ? `, ${money(amount * years, currency)} for ${years} years` : ''}`;
  };
  const unknown = (failed: Failed): string | Failed => (fatal(failed) ? failed : `not told: ${failed.error.message}`);
  let { domain } = params;
  if (domain === undefined && params.domainID !== undefined) {
    const named = await client.call('domain/getinfo', { domainID: Number(params.domainID) });
    if (named.kind === 'failed') return unknown(named);
    domain = named.data.name;
  }
  if (domain === undefined) return "not told by the API; see the provider's price list";
  if (name === 'domain/create') {
    const found = await client.call('domain/check', { domain });
    if (found.kind === 'failed') return unknown(found);
    const [first] = found.data.domains;
    if (first === undefined) return 'not told';
    if (!first.available) return 'none: the provider says that this domain is taken';
    return `${yearly(first.price, first.currency)}${first.premium ? ' (a premium domain)' : ''}`;
  }
  if (name === 'domain/transfer') {
    const found = await client.call('domain/checkfortransfer', { domain });
    if (found.kind === 'failed') return unknown(found);
    const [first] = found.data.domains;
    if (first === undefined) return 'not told';
    return first.transferavail
      ? money(first.price, first.currency)
      : `none: the provider says that it can't be transferred (${first.transfermsg.join(', ')})`;
  }
  const tld = domain.slice(domain.indexOf('.') + 1).toLowerCase();
  const found = await client.call('account/zones', { tld });
  if (found.kind === 'failed') return unknown(found);
  const offer = found.data.zones.find((zone) => zone.tld.replace(/^\./, '').toLowerCase() === tld)?.renew;
  return offer === undefined ? 'not told' : yearly(offer.price);
};

/** Refusals that the operation itself would meet as well, and that must not be provoked twice. */
const fatal = ({ outcome }: Failed): boolean =>
  outcome.kind === 'rejected' && ['credentials', 'blocked', 'caller'].includes(outcome.refusal);

const loss = async (client: Client, rows: Catalogue, name: string, row: Operation, params: Params): Promise<Stakes> => {
  const { serviceName } = params;
  // The names of the operations are the compiler's business; which of them has a sibling is only known here.
  const call = client.call as unknown as (name: string, params: object) => Promise<CallResult<unknown>>;
  const sibling = name.replace(/delete$/, 'getinfo');
  const siblingRow = sibling === name || !Object.hasOwn(rows, sibling) ? undefined : rows[sibling];
  if (siblingRow !== undefined && sameParameters(siblingRow, row)) {
    const found = await call(sibling, params);
    if (found.kind === 'failed') return refusedOr(found);
    return { kind: 'stakes', about: fieldsIn(found.data) };
  }
  if (!name.startsWith('service/dns') || serviceName === undefined) return { kind: 'stakes', about: [] };
  const found = await client.call('service/dnslist', { serviceName, pageLength: 1 });
  if (found.kind === 'failed') return refusedOr(found);
  return { kind: 'stakes', about: [['records', `${found.data.queryInfo.total}, all that the zone has`]] };
};

/** What is not there can't be deleted; where the provider could not be asked, it is the person's decision. */
const refusedOr = (failed: Failed): Stakes =>
  failed.outcome.kind === 'rejected' ? failed : { kind: 'stakes', about: [['not looked up', failed.error.message]] };

const sameParameters = (one: Operation, other: Operation): boolean =>
  Object.keys(fieldsOf(one)).join() === Object.keys(fieldsOf(other)).join();

/** The entity's own fields: `{dns: [{…}]}`, `{ftp: [{…}]}`, or the fields at once. */
const fieldsIn = (data: unknown): [string, string][] => {
  if (Array.isArray(data)) return data.flatMap(fieldsIn);
  if (!plain(data)) return [];
  return Object.entries(data).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' ? fieldsIn(value) : [[key, String(value)]],
  );
};
