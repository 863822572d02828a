import type { Contact } from './contacts.ts';
import { authcodeOf, type Domain, type TransferStatus } from './domains.ts';
import { noted, withDomain } from './history.ts';
import { progressServices } from './hosting-progress.ts';
import { spend } from './money.ts';
import { shownName } from './names.ts';
import { ownerVerification } from './owners.ts';
import { isAuthcode, isRefusedByRegistry } from './registry.ts';
import { addYears, day, moment } from './time.ts';
import { endingOf, tldOf } from './tlds.ts';
import type { World } from './world.ts';

/** How long a step of a process takes; minutes or days at the provider, but who builds against this waits for it. */
export const stepMs = 250;

const dayMs = 86_400_000;
/** ICANN, Expired Registration Recovery Policy and the registries' usual grace periods. */
const graceMs = 30 * dayMs;
const redemptionMs = 30 * dayMs;
const deletionMs = 5 * dayMs;
/** How long a transfer waits for its authcode; and a verification for its answer (ICANN, RAA, Whois accuracy). */
const authcodeMs = 5 * dayMs;
const verificationMs = 15 * dayMs;

/** What becomes of a domain by itself, and when. */
type Move = { at: number; title: string; change: Partial<Domain> | 'deleted'; cost?: number };

const move = (at: number, title: string, change: Move['change']): Move => ({ at, title, change });

/** How a transfer goes on: its next state, and how long it stays in the one that it has. */
const transferMove = ({ domainID, name, since, transferStatus, authcode }: Domain): Move | undefined => {
  const to = (next: TransferStatus): Move =>
    move(since + stepMs, `Transfer ${next}`, { transferStatus: next, status: 'transfer-pending' });
  const tld = tldOf(name);
  switch (transferStatus) {
    case 'init':
      return to('queued');
    case 'queued':
      if (tld?.authcodereq && !isAuthcode(authcode)) return to(authcode === '' ? 'set-auth' : 'pending-auth');
      return to('pending-foa');
    case 'set-auth':
    case 'pending-auth':
      return move(since + authcodeMs, 'Transfer cancelled', { transferStatus: 'cancelled', status: 'transfer-cancel' });
    case 'pending-foa':
      return to(tld?.tld.endsWith('uk') ? 'pending-tag' : 'pending-registry');
    case 'pending-tag':
      return to('pending-registry');
    case 'pending-registry':
      return move(since + stepMs, 'Transfer completed', {
        transferStatus: 'completed',
        authcode: authcodeOf(domainID),
        ...started(since + stepMs, 1),
      });
    default:
      return undefined;
  }
};

const started = (at: number, period: number): Partial<Domain> => ({ status: 'active', tsExpir: day(at, period) });

const expiryMove = ({ name, tsExpir, renewalMode }: Domain, withMoney: boolean): Move => {
  const at = Date.parse(tsExpir) + dayMs;
  const offer = tldOf(name)?.renew;
  if (renewalMode === 'autorenew' && offer && withMoney) {
    const change: Partial<Domain> = { status: 'renewed', tsExpir: addYears(tsExpir, 1) };
    return { ...move(at, 'Domain renewed automatically', change), cost: offer.price };
  }
  return move(at, 'Domain expired', { status: 'expired-renewgrace' });
};

const moveOf = (world: World, domain: Domain, now: number, withMoney = true): Move | undefined => {
  const { name, status, since, period } = domain;
  switch (status) {
    case 'register-init':
      return move(since + stepMs, 'Registration in process', { status: 'register-pending' });
    case 'register-pending':
      return isRefusedByRegistry(name)
        ? move(since + stepMs, 'Registration cancelled by the registry', { status: 'register-cancel' })
        : move(since + stepMs, 'Domain registered', started(since + stepMs, period));
    case 'transfer-init':
    case 'transfer-pending':
      return transferMove(domain);
    case 'register-cancel':
    case 'transfer-cancel':
      return move(since + graceMs, 'Order cancelled', 'deleted');
    case 'renewed':
      return move(since + stepMs, 'Renewal completed', { status: 'active' });
    case 'active':
      return ownerVerification(world, domain) === 'failed'
        ? move(now, 'Owner not verified', { status: 'inactive' })
        : expiryMove(domain, withMoney);
    case 'inactive':
      return ownerVerification(world, domain) === 'failed'
        ? move(expiryMove(domain, false).at, 'Domain expired', { status: 'expired-renewgrace' })
        : move(now, 'Owner verified', { status: 'active' });
    case 'expired-renewgrace':
      return move(since + graceMs, 'Redemption period', { status: 'expired-redemption' });
    case 'expired-redemption':
      return move(since + redemptionMs, 'Pending deletion', { status: 'expired-pendingdelete' });
    case 'expired-pendingdelete':
      return move(since + deletionMs, 'Not renewed', 'deleted');
  }
};

const withoutDomain = (world: World, { domainID, name }: Domain, { at, title }: Move): World => ({
  ...world,
  domains: world.domains.filter((other) => other.domainID !== domainID),
  deletedDomains: [
    ...world.deletedDomains,
    { name: shownName(name), tld: endingOf(name), tsDeleted: day(at), info: title },
  ],
});

const movedDomain = (world: World, domain: Domain, now: number): World => {
  const due = moveOf(world, domain, now);
  if (!due || due.at > now) return world;
  const paid = due.cost === undefined ? world : spend(world, due.cost);
  const made = paid ? due : moveOf(world, domain, now, false);
  if (!made) return world;
  const { at, title, change } = made;
  if (change === 'deleted') return withoutDomain(world, domain, made);
  const entry = { ts: moment(at), ip: '', user: 'system', title, message: `${shownName(domain.name)}: ${title}` };
  const next = noted({ ...domain, ...change, since: at }, entry);
  return movedDomain(withDomain(paid ?? world, next), next, now);
};

/** Whoever reads mail at `failed…` refuses, at `unverified…` does not answer, and elsewhere accepts at once. */
const movedContact = (contact: Contact, now: number): Contact => {
  const { verificationstatus, email, since } = contact;
  if (verificationstatus !== 'inprocess') return contact;
  const wait = email.startsWith('unverified') ? verificationMs : stepMs;
  if (now < since + wait) return contact;
  return /^(unverified|failed)/.test(email)
    ? { ...contact, verificationstatus: 'failed' }
    : { ...contact, verificationstatus: 'verified', daaccepted: true };
};

/**
 * The world as time has made it: orders are processed, contacts answer, domains expire. The specification shows which
 * states there are and not how one leads to the next, so these moves are the usual ones of registries. The same world
 * where nothing was due. `now` is in milliseconds since the epoch.
 */
export const progress = (world: World, now: number): World => {
  const contacts = world.contacts.map((contact) => movedContact(contact, now));
  const met = contacts.every((contact, index) => contact === world.contacts[index]) ? world : { ...world, contacts };
  const registered = met.domains.reduce((next, domain) => movedDomain(next, domain, now), met);
  return progressServices(registered, now, stepMs);
};
