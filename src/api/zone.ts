import { sameAddress } from '../core/address.ts';
import type { Outcome } from '../core/outcome.ts';
import type { RecordType } from '../core/target.ts';
import type { ApiClient } from './client.ts';
import { findRecords, findService, listServices, type ZoneRecord } from './zone-lookup.ts';

export { findRecords, findService, longestService } from './zone-lookup.ts';

export type EnsureRequest = {
  /** Punycode, lower case, no final dot. */
  host: string;
  type: RecordType;
  address: string;
  /** Seconds, for a record that is created. */
  ttl?: number | undefined;
  /** Looked up where absent. */
  service?: string | undefined;
  /** Whether a missing record is created. */
  create: boolean;
  /** The record that was found or created last time. */
  entityId?: string | null | undefined;
};

export type Ensured = {
  outcome:
    | Outcome
    /** There is an A record with another address: that is changed over the dynamic DNS endpoint, not here. */
    | { kind: 'exists'; address: string };
  /** What was learned on the way, to be remembered. */
  service?: string;
  entityId?: string;
};

/**
 * Sees to it that the zone has the record with this address. Looks first, so that nothing is created twice after an
 * attempt that could not be confirmed. An AAAA record with another address is changed; an A record is not, as the
 * dynamic DNS endpoint does that. Where several records have the name and type, the remembered one is changed, else
 * the first, and the others are left alone. Nothing that costs or deletes is ever called.
 */
export const ensureRecord = async (
  request: EnsureRequest,
  client: ApiClient,
  signal?: AbortSignal,
): Promise<Ensured> => {
  let { service } = request;
  if (service === undefined) {
    const looked = await findService(request.host, client, signal);
    if (looked.kind === 'failed') return { outcome: looked.outcome };
    if (looked.found === undefined) return { outcome: noService(request.host, looked.services) };
    service = looked.found;
  }
  const records = await findRecords(service, request.host, client, signal);
  if (records.kind === 'failed') {
    // 4001: the service of the configuration is not one of the account's.
    if (records.error.code !== 4001) return { outcome: records.outcome };
    const listed = await listServices(client, signal);
    return { outcome: listed.kind === 'failed' ? records.outcome : noService(request.host, listed.found, service) };
  }
  const settled = await settleRecord(request, service, records.found, client, signal);
  return { service, ...settled };
};

const settleRecord = async (
  request: EnsureRequest,
  service: string,
  records: readonly ZoneRecord[],
  client: ApiClient,
  signal: AbortSignal | undefined,
): Promise<Omit<Ensured, 'service'>> => {
  const { host, type, address } = request;
  const alias = records.find((record) => record.type === 'CNAME');
  if (alias !== undefined) return { outcome: aliasInTheWay(request, alias) };
  const same = records.filter((record) => record.type === type);
  const mine = same.find((record) => record.entityId === request.entityId) ?? same[0];
  if (mine === undefined) {
    return request.create ? createRecord(request, service, client, signal) : { outcome: missing(request, service) };
  }
  const others = same.length > 1 ? ` The zone has ${same.length - 1} more ${type} of that name, left as they are.` : '';
  const { entityId } = mine;
  if (sameAddress(mine.value, address)) {
    const message = `${host} ${type} has ${address} in the zone of ${service}.${others}`;
    return { outcome: { kind: 'unchanged', address, via: 'api', message }, entityId };
  }
  if (type === 'A') return { outcome: { kind: 'exists', address: mine.value }, entityId };
  const params = { serviceName: service, entityID: entityId, value: address };
  const updated = await client.call('service/dnsupdate', params, { signal });
  if (updated.kind === 'failed') return { outcome: updated.outcome, entityId };
  return { outcome: confirm(request, updated.data.dns, false, others), entityId };
};

const createRecord = async (
  { host, type, address, ttl, ...request }: EnsureRequest,
  service: string,
  client: ApiClient,
  signal: AbortSignal | undefined,
): Promise<Omit<Ensured, 'service'>> => {
  const params = { serviceName: service, name: host, type, value: address, ...(ttl !== undefined && { ttl }) };
  const created = await client.call('service/dnscreate', params, { signal });
  if (created.kind === 'failed') return { outcome: created.outcome };
  const outcome = confirm({ host, type, address, ...request }, created.data.dns, true, '');
  const entityId = created.data.dns[0]?.entityID;
  return entityId === undefined ? { outcome } : { outcome, entityId };
};

/** Only the address that the provider names back counts as published. */
const confirm = (
  { host, type, address }: EnsureRequest,
  dns: readonly { value: string }[],
  created: boolean,
  others: string,
): Outcome => {
  const done = created ? 'was created' : 'was changed';
  if (dns.some(({ value }) => sameAddress(value, address))) {
    return { kind: 'accepted', address, created, via: 'api', message: `${host} ${type} ${done}: ${address}.${others}` };
  }
  const seen = dns[0]?.value.slice(0, 60) ?? 'no value';
  const message = `The provider says that ${host} ${type} ${done}, but names ${seen} and not ${address}. The next attempt looks first.`;
  return { kind: 'unconfirmed', via: 'api', message };
};

const rejected = (message: string): Outcome => ({ kind: 'rejected', refusal: 'host', via: 'api', message });

const noService = (host: string, services: readonly string[], named?: string): Outcome => {
  const shown = services.slice(0, 10).join(', ') + (services.length > 10 ? ` and ${services.length - 10} more` : '');
  const seen = services.length === 0 ? 'has no hosting services' : `has these hosting services: ${shown}`;
  const what =
    named === undefined
      ? `No hosting service of this account has ${host}`
      : `The account has no hosting service ${named}`;
  return rejected(`${what}; it ${seen}. Correct the host's name or its 'service', or use the account that has it.`);
};

const aliasInTheWay = ({ host, type }: EnsureRequest, alias: ZoneRecord): Outcome =>
  rejected(
    `${host} is a CNAME to ${alias.value} in the zone, and a name with a CNAME can't have ${type} records (RFC 1034, 3.6.2). Delete the CNAME in the panel, or choose another name.`,
  );

const missing = ({ host, type }: EnsureRequest, service: string): Outcome =>
  rejected(
    `${host} ${type} is not in the zone of ${service}, and 'create' is false for it. Create it in the panel, or set create: true.`,
  );
