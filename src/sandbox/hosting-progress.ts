import { changeService } from './hosting-orders.ts';
import { plans } from './hosting-plans.ts';
import { spend } from './money.ts';
import { addYears } from './time.ts';
import type { Service, World } from './world.ts';

const dayMs = 86_400_000;
/** How long before the expiry a service is renewable. */
const renewableMs = 60 * dayMs;

const moved = (world: World, service: Service, now: number, stepMs: number): World => {
  const { status, since, tsExpir, renewalMode, productkey } = service;
  const expiry = Date.parse(tsExpir) + dayMs;
  if (status === 'renewed') {
    return now < since + stepMs ? world : changeService(world, service, { status: 'active', since: since + stepMs });
  }
  if (status !== 'active' && status !== 'renewable') return world;
  if (now >= expiry) {
    const paid = renewalMode === 'autorenew' ? spend(world, plans[productkey].price) : undefined;
    return paid
      ? changeService(paid, service, {
          status: 'renewed',
          tsExpir: addYears(tsExpir, 1),
          renewable: false,
          since: expiry,
        })
      : changeService(world, service, { status: 'inactive', renewable: false, since: expiry });
  }
  return status === 'active' && now >= expiry - renewableMs
    ? changeService(world, service, { status: 'renewable', renewable: true, since: expiry - renewableMs })
    : world;
};

/**
 * The services as time has made them: renewals are processed, services become renewable and expire. The specification
 * shows which states there are and not how one leads to the next. A renewal takes `stepMs`; `now` is in milliseconds since
 * the epoch. The same world where nothing was due.
 */
export const progressServices = (world: World, now: number, stepMs: number): World => {
  const next = world.services.reduce((before, service) => moved(before, service, now, stepMs), world);
  return next === world ? world : progressServices(next, now, stepMs);
};
