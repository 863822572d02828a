import type { World } from './world.ts';

/**
 * The world of domains outside of this sandbox. Nobody can be asked there, so the first label of a name says what is so:
 *
 * | begins with | the domain |
 * |---|---|
 * | `taken` | is registered elsewhere, and may be transferred here |
 * | `locked` | is registered elsewhere, and locked |
 * | `premium` | is free, at the price of a premium domain |
 * | `error-NNNN` | fails with that code, in operations that may answer it: 2004, 2007, 2009, 2012, 2100, 2200 |
 * | `refused` | is free, and its registration is cancelled by the registry |
 */
const begins = (name: string, ...words: readonly string[]): boolean => words.some((word) => name.startsWith(word));

export const isElsewhere = (name: string): boolean => begins(name, 'taken', 'locked', 'error-2012', 'example.');
export const isPremium = (name: string): boolean => begins(name, 'premium');
export const isRefusedByRegistry = (name: string): boolean => begins(name, 'refused');
export const fails = (name: string, code: number): boolean => begins(name, `error-${code}`);

/** A year of a premium domain. */
export const premiumPrice = 250;

export const isTaken = ({ domains }: World, name: string): boolean =>
  isElsewhere(name) || domains.some((domain) => domain.name === name);

/** Why a domain can't be transferred here; empty where it can. */
export const transferObstacles = ({ domains }: World, name: string, offered: boolean): string[] => {
  if (domains.some((domain) => domain.name === name)) return ['The domain is in this account'];
  if (!offered) return ['The TLD has no transfers'];
  if (!isElsewhere(name)) {
    return ['The domain is not registered: in this sandbox, names that begin with "taken" are registered elsewhere'];
  }
  return begins(name, 'locked') ? ['The domain is locked by its registrar'] : [];
};

/** Servers that a domain had elsewhere. */
export const nameserversElsewhere = ['ns1.elsewhere.example', 'ns2.elsewhere.example'] as const;

/** Whether the registry takes the authcode of a domain elsewhere: every one but those that begin with `wrong`. */
export const isAuthcode = (authcode: string): boolean => authcode !== '' && !authcode.startsWith('wrong');
