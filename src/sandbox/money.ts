import type { World } from './world.ts';

/** What the account can spend. Amounts are in the currency, to the cent. */
export type Money = { balance: number; threshold: number; currency: 'EUR' };

/** What a new account has. */
export const firstMoney: Money = { balance: 100.5, threshold: 10.5, currency: 'EUR' };

/** An amount without the dust of binary fractions. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** The world after a payment; undefined where the balance does not suffice (code 1100). */
export const spend = (world: World, amount: number): World | undefined => {
  const balance = cents(world.money.balance - amount);
  return balance < 0 ? undefined : { ...world, money: { ...world.money, balance } };
};
