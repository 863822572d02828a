import type { Domain } from '../domains.ts';
import { notedBy, withDomain } from '../history.ts';
import { cents, spend } from '../money.ts';
import { askAgain, contactOf, ownerVerification } from '../owners.ts';
import { fails } from '../registry.ts';
import { addYears } from '../time.ts';
import { tldOf } from '../tlds.ts';
import { given, invalid } from './checks.ts';
import { changed } from './domain-change.ts';
import { orderedYears } from './domain-orders.ts';
import { summary } from './domain-view.ts';
import { foaContact } from './foa.ts';
import { type DomainCall, domainOperation, done, type Operation, type Reply, refused } from './operation.ts';

/** Registries keep no domain for longer than this from now (ICANN, registry agreements). */
const longestYears = 10;

const renewable: readonly Domain['status'][] = ['active', 'inactive', 'expired-renewgrace'];

const renew = (call: DomainCall): Reply => {
  const { world, parameters, domain, now } = call;
  const { name, status, tsExpir } = domain;
  const date = /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(given(parameters, 'curExpDate') ?? '');
  if (!date) return invalid('curExpDate', 'YYYY-MM-DD or YYYYMMDD');
  const offer = tldOf(name)?.renew;
  if (!offer) return refused(2101, 'The TLD is not in the price list');
  const years = orderedYears(call, offer.years);
  if (!years.ok) return years;
  // "Renew blocked" is not explained; here a renewal that is in process keeps another one, and another payment, away.
  if (status === 'renewed') return refused(2102, 'A renewal is in process');
  if (!renewable.includes(status)) return refused(2101, `No renewal is possible in status ${status}`);
  if (`${date[1]}-${date[3]}-${date[4]}` !== tsExpir)
    return refused(2100, `curExpDate is not the expiry date ${tsExpir}`);
  const next = addYears(tsExpir, years.value);
  if (Date.parse(next) > Date.parse(addYears(new Date(now).toISOString().slice(0, 10), longestYears))) {
    return refused(2101, `A domain can't be kept for more than ${longestYears} years`);
  }
  if (fails(name, 2100)) return refused(2100, 'The registry refuses the renewal');
  const total = cents(offer.price * years.value);
  const paid = spend(world, total);
  if (!paid) return refused(1100, `The renewal costs ${total} ${world.money.currency}`);
  const renewed: Domain = { ...domain, status: 'renewed', tsExpir: next, since: now };
  const made = notedBy({ world, now }, renewed, 'Domain renewed', `${name}: ${years.value} years, until ${next}`);
  return done(withDomain(paid, made), {
    billing: { total, currency: world.money.currency },
    domains: [{ ...summary(made), renewPeriod: years.value }],
  });
};

const inTransfer = ({ status }: Domain): boolean => status === 'transfer-init' || status === 'transfer-pending';

const restart = (call: DomainCall): Reply => {
  const { parameters, domain, now } = call;
  const foa = foaContact(call);
  if (!foa.ok) return foa;
  if (!inTransfer(domain) && domain.status !== 'transfer-cancel') {
    return refused(2012, 'There is no transfer to start again');
  }
  if (ownerVerification(call.world, domain) === 'failed') {
    return refused(2210, 'The verification of the owner contact has failed');
  }
  const authcode = given(parameters, 'authcode') ?? domain.authcode;
  const change: Partial<Domain> = { status: 'transfer-init', transferStatus: 'init', authcode, since: now };
  return changed(call, { title: 'Transfer restarted', change });
};

const resendVerification = (call: DomainCall): Reply => {
  const { world, domain, now } = call;
  const verification = ownerVerification(world, domain);
  const owner = contactOf(world, domain.roles.owner);
  if (!owner || verification === 'verified' || verification === 'notapplicable') {
    return refused(2210, `The owner needs no verification: it is ${verification}`);
  }
  return changed({ ...call, world: askAgain(world, owner, now) }, { title: 'Verification e-mail sent' });
};

const authorization =
  (title: string, change: (now: number) => Partial<Domain>) =>
  (call: DomainCall): Reply =>
    inTransfer(call.domain)
      ? changed(call, { title, change: change(call.now) })
      : refused(2012, 'The domain has no transfer in process');

/** Specification, Module domain: what goes on with a domain. */
export const domainProcesses: readonly Operation[] = [
  domainOperation('domain/renew', ['curExpDate'], renew),
  domainOperation('domain/transferrestart', [], restart),
  domainOperation('domain/resendverificationmail', [], resendVerification),
  domainOperation(
    'domain/resendfoamail',
    [],
    authorization('FOA e-mail sent', () => ({})),
    '1.0.14',
  ),
  // Specification, Domain status: the authorization starts again, and with it the transfer.
  domainOperation(
    'domain/resetfoa',
    [],
    authorization('FOA restarted', (since) => ({ status: 'transfer-init', transferStatus: 'init', since })),
    '1.0.14',
  ),
];
