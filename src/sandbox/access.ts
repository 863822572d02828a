import { blockOf, type Limits, type Usage, unused, used } from './limits.ts';

/** What the user of each endpoint did lately: the endpoints have users of their own, so each has its own count. */
export type Usages = Readonly<Record<'dyndns' | 'api', Usage>>;

export const noUsages: Usages = { dyndns: unused, api: unused };

/** How often a user may come, and how often it did. */
export type Access = { limits: Limits; usage: Usage };

export const freeAccess: Access = { limits: { blockMs: 0 }, usage: unused };

/**
 * Serves a request of a user whom the endpoint knows, and counts it. A user who is blocked is refused, and so is the
 * request that is one too many; the failure that is one too many is told as it is, and its user refused from then on.
 * `now` is in milliseconds since the epoch.
 */
export const underLimits = <R>(
  { limits, usage }: Access,
  now: number,
  serve: { run(): R; failed(reply: R): boolean; refuse(why: 'operations' | 'errors'): R },
): { reply: R; usage: Usage } => {
  if (!limits.operations && !limits.errors) return { reply: serve.run(), usage };
  const blocked = blockOf(usage, now);
  if (blocked) return { reply: serve.refuse(blocked), usage };
  const counted = used(usage, limits, false, now);
  const tooMany = blockOf(counted, now);
  if (tooMany) return { reply: serve.refuse(tooMany), usage: counted };
  const reply = serve.run();
  return { reply, usage: serve.failed(reply) ? used(usage, limits, true, now) : counted };
};
