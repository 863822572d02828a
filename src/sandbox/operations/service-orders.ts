import { addService, changeService } from '../hosting-orders.ts';
import { isHigher, type Plan, planOf, plans } from '../hosting-plans.ts';
import { cents, spend } from '../money.ts';
import { asciiName, isName } from '../names.ts';
import { day } from '../time.ts';
import type { World } from '../world.ts';
import { invalid } from './checks.ts';
import { type Call, done, type Operation, operation, type Reply, refused, serviceOperation } from './operation.ts';
import { summary } from './service.ts';
import { asCount } from './service-formats.ts';

/** How many years can be paid for together, and how far ahead. The provider's own maximum is not known. */
const maxYears = 10;

const yearsOf = ({ parameters }: Call): number | undefined => asCount(parameters.get('period') || '1', maxYears);

const noPlan = () => invalid('productkey', `one of ${Object.keys(plans).join(', ')}`);
const noYears = () => invalid('period', `a number of years from 1 to ${maxYears}`);

/** What an order of a plan makes of a service. */
const ordered = (plan: Plan, now: number) =>
  ({ status: 'active', type: plan.title, productkey: plan.productkey, since: now }) as const;

/** Pays, and answers with the bill and the service after the order. */
const bill = ({ world }: Call, total: number, name: string, order: (paid: World) => World, message: string): Reply => {
  const paid = spend(world, cents(total));
  if (!paid) return refused(1100, `It costs ${cents(total)} ${world.money.currency}, which the balance does not cover`);
  const next = order(paid);
  const services = next.services.filter((service) => service.name === name).map(summary);
  return done(next, { billing: { total: cents(total), currency: world.money.currency }, services }, message);
};

/** Specification, Module service: what services cost money for; their states are those of Service status. */
export const serviceOrders: readonly Operation[] = [
  operation('service/create', ['serviceName', 'productkey'], (call) => {
    const { world, parameters, now } = call;
    const name = asciiName(parameters.get('serviceName') ?? '');
    const plan = planOf(parameters.get('productkey') ?? '');
    const years = yearsOf(call);
    if (!isName(name) || name.startsWith('*') || !name.includes('.')) return refused(2001, 'Invalid serviceName');
    if (!plan) return noPlan();
    if (!years) return noYears();
    const there = world.services.find((service) => service.name === name);
    // The redirection that a domain is registered with makes way for a plan that is paid for.
    if (there && (there.productkey !== 'redir' || plan.productkey === 'redir'))
      return refused(4007, `${name} is a service already`);
    const order = (paid: World) =>
      there
        ? changeService(paid, there, { ...ordered(plan, now), tsExpir: day(now, years) })
        : addService(paid, name, plan, years, now);
    return bill(call, plan.price * years, name, order, 'Service created');
  }),
  serviceOperation('service/renew', [], (call) => {
    const { service, now } = call;
    const years = yearsOf(call);
    if (!years) return noYears();
    const tsExpir = day(Math.max(Date.parse(service.tsExpir), now), years);
    if (tsExpir > day(now, maxYears)) return refused(4009, `A service can't expire after ${day(now, maxYears)}`);
    const order = (paid: World) =>
      changeService(paid, service, { status: 'renewed', tsExpir, renewable: false, since: now });
    return bill(call, plans[service.productkey].price * years, service.name, order, 'Service renewed');
  }),
  serviceOperation('service/upgrade', ['productkey'], (call) => {
    const { parameters, service, now } = call;
    const [old, plan] = [plans[service.productkey], planOf(parameters.get('productkey') ?? '')];
    if (!plan) return noPlan();
    if (!isHigher(plan, old)) return refused(4008, `${plan.title} is no higher plan than ${old.title}`);
    const order = (paid: World) => changeService(paid, service, ordered(plan, now));
    return bill(call, plan.price - old.price, service.name, order, 'Service upgraded');
  }),
];
