import * as z from 'zod/mini';
import type { State } from '../core/state.ts';

/** Milliseconds that a date can have (ECMAScript, 21.4.1.1), so that each can be printed. */
const moment = z.number().check(z.gte(-8.64e15), z.lte(8.64e15));
const time = z.nullable(moment);
const text = z.nullable(z.string());
const byFamily = <T extends z.core.$ZodType>(value: T) => z.object({ ipv4: value, ipv6: value });

const hold = z.nullable(
  z.object({
    reason: z.enum(['credentials', 'blocked']),
    message: z.string(),
    since: moment,
    until: moment,
    fingerprint: z.string(),
  }),
);

const record = z.object({
  address: text,
  confirmedAt: time,
  outcome: z.nullable(z.enum(['updated', 'created', 'unchanged', 'would-update', 'held', 'failed'])),
  message: z.string(),
  failure: z.nullable(z.enum(['passing', 'refused', 'credentials'])),
  failures: z.number(),
  failedAt: time,
  nextAttemptAt: time,
  reached: z.boolean(),
  unconfirmed: z.boolean(),
  missing: z.boolean(),
  service: text,
  entityId: text,
  changes: z.array(z.object({ at: moment, address: z.string() })),
  strikes: z.number(),
});

const state = z.object({
  version: z.literal(1),
  installation: z.string(),
  order: byFamily(z.array(z.string())),
  detected: byFamily(text),
  unknown: byFamily(z.nullable(z.object({ rounds: z.number(), message: z.string() }))),
  // A file of before there was this key is as good as any.
  nat: z._default(z.nullable(z.object({ where: z.string(), what: z.string(), fix: z.string() })), null),
  holds: z.object({ dyndns: hold, api: hold }),
  records: z.record(z.string(), record),
});

/** Reads a state file's text; undefined where it is not one that this version wrote. */
export const parseState = (json: string): State | undefined => {
  try {
    const result = state.safeParse(JSON.parse(json));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
};
