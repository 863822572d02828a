import { newHosting } from './hosting.ts';
import type { Plan } from './hosting-plans.ts';
import { day } from './time.ts';
import { addRecords, type Service, type World } from './world.ts';
import { defaultRecords } from './zone.ts';

/** A new service, active at once, with a zone of default records; the redirection plan starts with its parking page on. */
export const addService = (world: World, name: string, plan: Plan, years: number, now: number): World => {
  const service: Service = {
    name,
    status: 'active',
    type: plan.title,
    productkey: plan.productkey,
    tsExpir: day(now, years),
    tsCreate: day(now),
    renewable: false,
    renewalMode: 'manual',
    since: now,
  };
  return addRecords(
    {
      ...world,
      services: [...world.services, service],
      hosting: { ...world.hosting, [name]: newHosting(plan.productkey === 'redir') },
    },
    name,
    defaultRecords(name),
  );
};

/** The world with a change to the service's own record. */
export const changeService = (world: World, service: Service, change: Partial<Service>): World => ({
  ...world,
  services: world.services.map((other) => (other.name === service.name ? { ...other, ...change } : other)),
});
