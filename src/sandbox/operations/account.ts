import { type Offer, promotion, type Tld, tlds } from '../tlds.ts';
import { given } from './checks.ts';
import { done, type Operation, operation } from './operation.ts';
import { pageOf } from './paging.ts';
import { versionOf } from './version.ts';

/** Specification, account/zones: its pages are shorter than those of other lists. */
const zonesLength = 100;

/** Specification, TLD zone. Whether an action is in promotion is told since 1.0.20. */
const shown = ({ tld, authcodereq, requirements, create, renew, transfer }: Tld, withPromo: boolean) => {
  const offer = ({ price, years, inPromo }: Offer) => ({
    price,
    years: years.join(','),
    ...(inPromo && withPromo ? { inPromo } : {}),
  });
  return {
    tld,
    tldtop: tld.slice(tld.lastIndexOf('.') + 1),
    authcodereq,
    ...(requirements === undefined ? {} : { requirements }),
    create: offer(create),
    renew: offer(renew),
    ...(transfer ? { transfer: offer(transfer) } : {}),
  };
};

/** Specification, Promotion. */
const { tld, price, tsIni, tsEnd } = promotion;
const promotions = [
  { promo: '1', type: 'domain', action: 'create', price, tsIni, tsEnd, tld },
  { promo: '2', type: 'ssl', action: 'create', price: 9.95, tsIni, tsEnd, productID: '1' },
];

/** Specification, Module account. */
export const accountOperations: readonly Operation[] = [
  operation('account/info', [], ({ world }) =>
    done(world, {
      clientName: 'Demo Account',
      apiuser: world.account.apiUser,
      balance: world.money.balance,
      threshold: world.money.threshold,
      currency: world.money.currency,
      ip: world.publicAddress.ipv4,
    }),
  ),
  operation('account/promos', [], ({ world }) => done(world, promotions), '1.0.20'),
  operation('account/zones', [], (call) => {
    const { world, parameters } = call;
    const text = (name: string) => given(parameters, name)?.toLowerCase().replace(/^\./, '');
    const [only, top] = [text('tld'), text('tldtop')];
    const zones = tlds
      .map((row) => shown(row, versionOf(call) === '1.0.20'))
      .filter((zone) => (only === undefined || zone.tld === only) && (top === undefined || zone.tldtop === top));
    return pageOf(world, parameters, 'zones', zones, zonesLength);
  }),
];
