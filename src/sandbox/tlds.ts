import { domainToASCII } from 'node:url';
import { normalName } from './names.ts';

/** What an action costs a year, and for how many years it can be had. */
export type Offer = { price: number; years: readonly number[]; inPromo?: true };

/** A top-level domain of the price list (specification, TLD zone). */
export type Tld = {
  tld: string;
  create: Offer;
  renew: Offer;
  /** Absent where domains can't be brought here. */
  transfer?: Offer;
  authcodereq: boolean;
  requirements?: string;
  /** Owners are verified by e-mail; transfers may be locked and owners hidden. In the others these do not exist. */
  generic: boolean;
  /** Answers with code 2003. */
  maintenance?: true;
};

/** The only promotion on domains. What it costs is made up, as are all prices here. */
export const promotion = { tld: 'info', price: 3.95, tsIni: '2020-01-01 00:00:00', tsEnd: '2099-12-31 23:59:59' };

const years = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const generic = (tld: string, price: number, more: Partial<Tld> = {}): Tld => ({
  tld,
  create:
    tld === promotion.tld ? { price: promotion.price, years: [1], inPromo: true } : { price, years: years(1, 10) },
  renew: { price, years: years(1, 9) },
  transfer: { price, years: [1] },
  authcodereq: true,
  generic: true,
  ...more,
});

const country = (tld: string, price: number, more: Partial<Tld> = {}): Tld => ({
  ...generic(tld, price),
  create: { price, years: years(1, 5) },
  renew: { price, years: years(1, 5) },
  generic: false,
  ...more,
});

const each = (tlds: string, make: (tld: string) => Tld): Tld[] => tlds.split(' ').map(make);

/** Every top-level domain that the specification names, and common ones. */
export const tlds: readonly Tld[] = [
  ...each('com net org info biz name app dev io online shop site', (tld) => generic(tld, 11.95)),
  ...each('barcelona madrid cat scot eus gal quebec radio', (tld) =>
    generic(tld, 29.95, { requirements: 'domainIntendedUse' }),
  ),
  generic('aero', 59.95, { requirements: 'aeroId, aeroPass' }),
  generic('jobs', 119.95, { requirements: 'jobsOwnerWebsite, jobsAdminWebsite, jobsTechWebsite, jobsBillingWebsite' }),
  generic('xxx', 89.95, { requirements: 'xxxClass' }),
  generic('moscow', 19.95, { requirements: 'ownerDateOfBirth' }),
  ...each('es com.es eu de me', (tld) => country(tld, 8.95)),
  ...each('tv cc', (tld) => country(tld, 24.95)),
  ...each('fr re yt pm wf tf', (tld) => country(tld, 9.95, { requirements: 'frTradeMark, frSirenNumber' })),
  ...each('ee fi hk my vn', (tld) => country(tld, 39.95, { requirements: 'ownerDateOfBirth' })),
  country('ru', 14.95, { requirements: 'ownerDateOfBirth, ruIssuer, ruIssuerDate' }),
  ...each('uk co.uk', (tld) => country(tld, 9.95, { authcodereq: false })),
  // Of RFC 2606, so that nobody misses it.
  generic('test', 1, { maintenance: true }),
];

const rows: ReadonlyMap<string, Tld> = new Map(tlds.map((row) => [row.tld, row]));

/** The row of the longest top-level domain that ends the name; undefined where it is not in the price list. */
export const tldOf = (name: string): Tld | undefined => {
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const ending = name.slice(dot + 1);
  return rows.get(ending) ?? tldOf(ending);
};

/** What the name ends with, also where the price list does not have it. */
export const endingOf = (name: string): string => tldOf(name)?.tld ?? name.slice(name.lastIndexOf('.') + 1);

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name that is for registration under a top-level domain, or the code of what is wrong with it. */
export const readDomainName = (text: string): { name: string; tld: Tld } | { code: number; why: string } => {
  const name = domainToASCII(normalName(text.trim()));
  const labels = name.split('.');
  if (labels.length < 2 || name.length > 253 || !labels.every((part) => label.test(part))) {
    return { code: 2001, why: 'Invalid domain name' };
  }
  const tld = tldOf(name);
  if (!tld) return { code: 2002, why: `TLD .${endingOf(name)} is not supported` };
  if (name.slice(0, -tld.tld.length - 1).includes('.'))
    return { code: 2001, why: `Write a name right under .${tld.tld}` };
  return tld.maintenance ? { code: 2003, why: `TLD .${tld.tld} is in maintenance` } : { name, tld };
};
