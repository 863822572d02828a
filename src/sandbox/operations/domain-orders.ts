import { type Domain, defaultNameservers, newDomain, nextDomainID } from '../domains.ts';
import { notedBy } from '../history.ts';
import { addService } from '../hosting-orders.ts';
import { plans } from '../hosting-plans.ts';
import { cents, spend } from '../money.ts';
import { fails, isPremium, isTaken, nameserversElsewhere, transferObstacles } from '../registry.ts';
import type { World } from '../world.ts';
import { type Checked, count, fine, flag, given, invalid, nameservers } from './checks.ts';
import { readNewRoles } from './contact-roles.ts';
import { createPrice, type OrderedName, orderedName } from './domain-checks.ts';
import { summary } from './domain-view.ts';
import { foaContact } from './foa.ts';
import { type Call, done, type Operation, operation, type Reply, refused } from './operation.ts';
import { tldProblem } from './tld-parameters.ts';
import { versionOf } from './version.ts';

type Servers = Pick<Domain, 'defaultNS' | 'nameservers'> & { parking: boolean };

/** Name servers of a new domain: `parking` where nothing else is said. */
const newServers = ({ parameters }: Call, words: readonly ('parking' | 'keepns')[]): Checked<Servers> => {
  const read = nameservers(given(parameters, 'nameservers') ?? 'parking', words);
  if (!read.ok) return read;
  if ('names' in read.value) return fine({ defaultNS: false, nameservers: read.value.names, parking: false });
  return read.value.word === 'keepns'
    ? fine({ defaultNS: false, nameservers: nameserversElsewhere, parking: false })
    : fine({ defaultNS: true, nameservers: defaultNameservers, parking: true });
};

/** Years that are ordered: the least that the offer has, where nothing else is said. */
export const orderedYears = ({ parameters }: Call, offered: readonly number[]): Checked<number> => {
  const read = count(parameters, 'period', 99);
  const years = read.ok ? (read.value ?? offered[0] ?? 1) : 0;
  return offered.includes(years) ? fine(years) : invalid('period', `one of ${offered.join(', ')}`);
};

/** The contacts and name servers of an order, which have the same rules for registrations and transfers. */
const readOrder = (call: Call, order: 'create' | 'transfer', { tld }: OrderedName) => {
  const servers = newServers(call, order === 'create' ? ['parking'] : ['parking', 'keepns']);
  if (!servers.ok) return servers;
  const read = readNewRoles(call);
  if (!read.ok) return read;
  const { world, roles } = read.value;
  return tldProblem({ ...call, world }, { order, tld: tld.tld, roles }) ?? fine({ world, roles, ...servers.value });
};

type Order = Partial<Domain> & Pick<Domain, 'name' | 'status' | 'roles'>;

/** Adds the domain, and the redirection service that comes with `parking` (specification, domain/create). */
const addDomain = (world: World, order: Order, parking: boolean, title: string, now: number): [World, Domain] => {
  const made = newDomain({ domainID: nextDomainID(world), ...order }, now);
  const domain = notedBy({ world, now }, made, title, `${order.name}: ${title}`);
  const next = { ...world, domains: [...world.domains, domain] };
  const hosted = !parking || world.services.some(({ name }) => name === order.name);
  return [hosted ? next : addService(next, order.name, plans.redir, 1, now), domain];
};

const create = (call: Call): Reply => {
  const { parameters, now } = call;
  const ordered = orderedName(call);
  if (!ordered.ok) return ordered;
  const { name, tld } = ordered.value;
  const years = orderedYears(call, tld.create.years);
  if (!years.ok) return years;
  const agreed = flag(parameters, 'premium');
  if (!agreed.ok) return agreed;
  const order = readOrder(call, 'create', ordered.value);
  if (!order.ok) return order;
  if (isTaken(call.world, name)) return refused(2010, `${name} is taken`);
  if (isPremium(name) && !agreed.value) return refused(2011, `${name} is a premium domain: send premium=true`);
  if (fails(name, 2009)) return refused(2009, 'The registry refuses the registration');
  const total = cents(createPrice(ordered.value) * years.value);
  const { world, roles, parking, ...servers } = order.value;
  const paid = spend(world, total);
  if (!paid) return refused(1100, `The registration costs ${total} ${world.money.currency}`);
  const domain = { name, status: 'register-init' as const, period: years.value, roles, ...servers };
  const [next, made] = addDomain(paid, domain, parking, 'Registration ordered', now);
  const inPromo = tld.create.inPromo && !isPremium(name) && versionOf(call) === '1.0.20' ? { inPromo: true } : {};
  return done(next, {
    billing: { total, currency: world.money.currency },
    domains: [{ ...summary(made), period: years.value, ...inPromo }],
  });
};

const transfer = (call: Call): Reply => {
  const { parameters, now } = call;
  const ordered = orderedName(call);
  if (!ordered.ok) return ordered;
  const { name, tld } = ordered.value;
  const foa = foaContact(call);
  if (!foa.ok) return foa;
  const order = readOrder(call, 'transfer', ordered.value);
  if (!order.ok) return order;
  const obstacles = transferObstacles(call.world, name, tld.transfer !== undefined);
  if (obstacles.length > 0) return refused(2005, ...obstacles);
  if (fails(name, 2012)) return refused(2012, 'The registry refuses the transfer');
  const total = tld.transfer?.price ?? 0;
  const { world, roles, parking, ...servers } = order.value;
  const paid = spend(world, total);
  if (!paid) return refused(1100, `The transfer costs ${total} ${world.money.currency}`);
  const authcode = given(parameters, 'authcode') ?? '';
  const status = { status: 'transfer-init', transferStatus: 'init' } as const;
  const [next, made] = addDomain(
    paid,
    { name, ...status, authcode, roles, ...servers },
    parking,
    'Transfer ordered',
    now,
  );
  return done(next, { billing: { total, currency: world.money.currency }, domains: [summary(made)] });
};

/** Specification, Module domain: domains that are new to the account. */
export const domainOrders: readonly Operation[] = [
  operation('domain/create', ['domain'], create),
  operation('domain/transfer', ['domain'], transfer),
];
