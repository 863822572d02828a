import { describe, expect, it } from 'vitest';
import { addService, changeService } from '../../src/sandbox/hosting-orders.ts';
import { isHigher, type PlanKey, planOf, plans } from '../../src/sandbox/hosting-plans.ts';
import { progressServices } from '../../src/sandbox/hosting-progress.ts';
import type { Service, World } from '../../src/sandbox/world.ts';
import { now, stateOf } from './world.ts';

describe('plans', () => {
  const rows: [one: PlanKey, other: PlanKey, higher: boolean][] = [
    ['corporate', 'basic', true],
    ['professional', 'mailpro', true],
    ['basic', 'mini', true],
    ['mini', 'redir', true],
    ['basic', 'basic', false],
    ['basic', 'professional', false],
    ['mailpro', 'basic', false],
    ['basic', 'mailpro', false],
  ];
  it.each(rows)('%s is higher than %s: %s', (one, other, higher) => {
    expect(isHigher(plans[one], plans[other])).toBe(higher);
  });

  it('are found by their key', () => {
    for (const [key, plan] of Object.entries(plans)) expect(planOf(key)).toBe(plan);
    expect(planOf('toString')).toBeUndefined();
  });
});

describe('time', () => {
  const stepMs = 1000;
  const dayMs = 86_400_000;
  const expiry = Date.UTC(2027, 0, 3);
  const world = (change: Partial<Service> = {}, balance = 100): World => {
    const start = stateOf().world;
    const [service] = start.services;
    if (!service) throw new Error('no service');
    return changeService({ ...start, money: { ...start.money, balance } }, service, change);
  };
  const rows: [what: string, world: World, at: number, is: Partial<Service>, balance: number][] = [
    ['leaves a service alone', world(), now + dayMs, { status: 'active', since: now }, 100],
    ['processes a renewal', world({ status: 'renewed' }), now + stepMs, { status: 'active', since: now + stepMs }, 100],
    ['does not do so before its time', world({ status: 'renewed' }), now + stepMs - 1, { status: 'renewed' }, 100],
    ['makes a service renewable', world(), expiry - 60 * dayMs, { status: 'renewable', renewable: true }, 100],
    ['keeps it on the last day', world(), expiry - 1, { status: 'renewable', tsExpir: '2027-01-02' }, 100],
    ['ends it then', world(), expiry, { status: 'inactive', renewable: false, tsExpir: '2027-01-02' }, 100],
    [
      'renews it where it is to be',
      world({ renewalMode: 'autorenew' }),
      expiry,
      { status: 'renewed', renewable: false, tsExpir: '2028-01-02' },
      80.05,
    ],
    ['does not where that can not be paid', world({ renewalMode: 'autorenew' }, 5), expiry, { status: 'inactive' }, 5],
    [
      'makes up for years in which nobody asked',
      world({ renewalMode: 'autorenew' }, 45),
      Date.UTC(2031, 0, 1),
      { status: 'inactive', tsExpir: '2029-01-02', since: Date.UTC(2029, 0, 3) },
      5.1,
    ],
  ];
  it.each(rows)('%s', (_, before, at, is, balance) => {
    const after = progressServices(before, at, stepMs);
    expect(after.services[0]).toMatchObject(is);
    expect(after.money.balance).toBe(balance);
    expect(progressServices(after, at, stepMs)).toBe(after);
  });
});

it('a redirection plan starts with its parking page on, others with nothing', () => {
  const world = addService(stateOf().world, 'a.org', plans.redir, 1, now);
  expect(world.hosting['a.org']?.parking).toBe(true);
  expect(addService(world, 'b.org', plans.basic, 1, now).hosting['b.org']?.parking).toBe(false);
  expect(world.records.filter(({ service }) => service === 'a.org')).toHaveLength(4);
});

it('the world is plain data, which a file can keep', () => {
  const world = addService(stateOf().world, 'a.org', plans.redir, 1, now);
  expect(JSON.parse(JSON.stringify(world))).toEqual(world);
});
