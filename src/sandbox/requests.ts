import type { Parameters } from './form.ts';
import { timestamp } from './time.ts';

/** One request that was seen at dyndns or api. Never has credentials in it. */
export type SeenRequest = {
  /** ISO 8601 with offset. */
  at: string;
  on: 'dyndns' | 'api';
  method: string;
  /** Without the query. */
  path: string;
  /** `module/action` at api, the format at dyndns; empty where the path is neither. */
  operation: string;
  /** The record's name, where the request has one. */
  host?: string;
  /** The address or value that is asked for, where the request has one. */
  ip?: string;
  userAgent: string;
};

/** Requests that are kept; older ones are forgotten, so that a sandbox that runs for weeks does not grow. */
const kept = 10_000;

/** What is worth keeping of a request; of its parameters only those that are no secret. */
export const seen = (
  request: { on: 'dyndns' | 'api'; method: string; path: string; userAgent: string },
  operation: string | undefined,
  parameters: Parameters,
  now: number,
): SeenRequest => {
  const host = parameters.get(request.on === 'dyndns' ? 'host' : 'name');
  const ip = parameters.get(request.on === 'dyndns' ? 'ip' : 'value');
  return {
    at: timestamp(now),
    on: request.on,
    method: request.method,
    path: request.path,
    operation: operation ?? '',
    ...(host === undefined ? {} : { host }),
    ...(ip === undefined ? {} : { ip }),
    userAgent: request.userAgent,
  };
};

export const remember = (requests: readonly SeenRequest[], request: SeenRequest): SeenRequest[] => [
  ...requests.slice(-(kept - 1)),
  request,
];
