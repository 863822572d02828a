import { domainToASCII } from 'node:url';
import type { ApiClient } from './client.ts';
import type { Failed } from './failure.ts';

/** A record as the zone has it. */
export type ZoneRecord = {
  entityId: string;
  name: string;
  type: string;
  ttl: string;
  priority: string;
  value: string;
};

/** Pages of one list that are walked on the way to a record: 50 000 entries. */
const maxPages = 50;

type Found<T> = { kind: 'ok'; found: T } | Failed;

/** The names of all hosting services of the account, as the provider writes them. */
export const listServices = async (client: ApiClient, signal?: AbortSignal): Promise<Found<string[]>> => {
  const found: string[] = [];
  for await (const page of client.pages('service/list', {}, { signal, maxPages })) {
    if (page.kind === 'failed') return page;
    found.push(...page.data.services.map((service) => service.name));
  }
  return { kind: 'ok', found };
};

/** The longest hosting service whose labels end the host's; undefined where none does. */
export const longestService = (host: string, services: readonly string[]): string | undefined => {
  const wanted = comparable(host);
  return services
    .filter((service) => wanted === comparable(service) || wanted.endsWith(`.${comparable(service)}`))
    .toSorted((a, b) => comparable(b).length - comparable(a).length)[0];
};

/** Looks through the services of the account for the one whose zone has the host. */
export const findService = async (
  host: string,
  client: ApiClient,
  signal?: AbortSignal,
): Promise<{ kind: 'ok'; found: string | undefined; services: string[] } | Failed> => {
  const listed = await listServices(client, signal);
  if (listed.kind === 'failed') return listed;
  return { kind: 'ok', found: longestService(host, listed.found), services: listed.found };
};

/** Every record of the host's name in the service's zone, of any type. */
export const findRecords = async (
  service: string,
  host: string,
  client: ApiClient,
  signal?: AbortSignal,
): Promise<Found<ZoneRecord[]>> => {
  const literal = /^[a-z0-9._-]+$/.test(host) && !host.includes('xn--');
  if (literal) {
    const filtered = await walk(service, host, host, client, signal);
    if (filtered.kind === 'failed' || filtered.found.length > 0) return filtered;
  }
  // What a filter matches is not specified (part of a name? its first label?): "not there" is believed only of the
  // whole list, since on it depends that no record is created twice.
  return walk(service, host, undefined, client, signal);
};

const walk = async (
  service: string,
  host: string,
  filter: string | undefined,
  client: ApiClient,
  signal: AbortSignal | undefined,
): Promise<Found<ZoneRecord[]>> => {
  const found: ZoneRecord[] = [];
  const params = { serviceName: service, ...(filter !== undefined && { filter }) };
  for await (const page of client.pages('service/dnslist', params, { signal, maxPages })) {
    if (page.kind === 'failed') return page;
    for (const { entityID, name, type, ttl, priority, value } of page.data.dns) {
      if (!isNameOf(name, host, service)) continue;
      found.push({ entityId: entityID, name, type: type.toUpperCase(), ttl, priority, value });
    }
  }
  return { kind: 'ok', found };
};

/** Lower case, no final dot, Punycode: equal names have equal texts. */
export const comparable = (name: string): string => {
  const trimmed = name.trim().toLowerCase().replace(/\.$/, '');
  return domainToASCII(trimmed) || trimmed;
};

/** The specification does not show whether a record's name has the zone's name at its end: both are understood. */
const isNameOf = (name: string, host: string, service: string): boolean => {
  const [record, wanted, zone] = [comparable(name), comparable(host), comparable(service)];
  if (record === wanted) return true;
  if (record === '' || record === '@') return wanted === zone;
  return !`.${record}`.endsWith(`.${zone}`) && `${record}.${zone}` === wanted;
};
