import type { ApiClient } from '../api/client.ts';
import { type Ensured, ensureRecord } from '../api/zone.ts';
import type { Outcome } from '../core/outcome.ts';
import type { RecordState } from '../core/state.ts';
import type { Target } from '../core/target.ts';
import type { DynDnsClient } from '../dyndns/client.ts';

export type Clients = { dyndns: DynDnsClient; api: ApiClient | undefined };

/** What came of an attempt, and what was learned about where the record is. */
export type Applied = { outcome: Outcome } & Partial<Pick<RecordState, 'missing' | 'service' | 'entityId'>>;

/**
 * Publishes an address. A records go over the dynamic DNS endpoint, and over the main API only to create what the
 * endpoint does not know; AAAA records go over the main API, since the endpoint knows A alone.
 *
 * @param address undefined: the endpoint takes the address that it sees
 * @param apiIsHeld whether the main API must not be asked now
 */
export const apply = async (
  target: Target,
  record: RecordState,
  address: string | undefined,
  clients: Clients,
  apiIsHeld: boolean,
  signal: AbortSignal,
): Promise<Applied> => {
  const api = apiIsHeld ? undefined : clients.api;
  if (target.type === 'AAAA') {
    if (api === undefined || address === undefined) return { outcome: needsApi(target) };
    const { outcome, ...learned } = await ensure(target, record, address, api, signal);
    return outcome.kind === 'exists' ? { outcome: needsApi(target) } : { outcome, ...learned };
  }
  if (record.missing && target.create && api !== undefined) {
    const created = await create(target, record, address, api, signal);
    if (created !== 'exists') return created;
  }
  const outcome = await clients.dyndns.publish(target.host, address, signal);
  if (outcome.kind !== 'rejected' || outcome.refusal !== 'unknown-host') return { outcome, missing: false };
  if (!target.create) return { outcome, missing: false };
  if (api === undefined) return { outcome, missing: true };
  const created = await create(target, record, address, api, signal);
  if (created !== 'exists') return created;
  // With a placeholder in place, the endpoint puts what it sees.
  if (address === undefined)
    return { outcome: await clients.dyndns.publish(target.host, address, signal), missing: false };
  return { outcome: unknownThoughInZone(target), missing: false };
};

const create = async (
  target: Target,
  record: RecordState,
  address: string | undefined,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Applied | 'exists'> => {
  const { outcome, ...learned } = await ensure(target, record, address ?? placeholder, api, signal);
  if (outcome.kind === 'exists') return 'exists';
  if (outcome.kind === 'accepted' && address === undefined) return 'exists';
  return { outcome, ...learned, missing: isStillMissing(outcome) };
};

/**
 * Whether the next attempt starts at the main API. Refused credentials leave it so: with others the record is created,
 * and until then nobody asks the endpoint in vain. After any other refusal a person may create the record in the panel.
 */
const isStillMissing = (outcome: Outcome): boolean =>
  outcome.kind === 'rejected'
    ? outcome.refusal === 'credentials' || outcome.refusal === 'blocked'
    : outcome.kind === 'unreachable' || outcome.kind === 'unconfirmed';

/** The endpoint wants the record to exist, with any address (specification, "Dynamic DNS endpoint"). RFC 5737. */
const placeholder = '192.0.2.1';

/** Remembers where the record is, and forgets it once the provider refuses: it is looked up again next time. */
const ensure = async (
  target: Target,
  record: RecordState,
  address: string,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Pick<Ensured, 'outcome'> & Partial<Pick<RecordState, 'service' | 'entityId'>>> => {
  const service = target.service ?? record.service ?? undefined;
  const ensured = await ensureRecord({ ...target, service, address, entityId: record.entityId }, api, signal);
  return ensured.outcome.kind === 'rejected' ? { ...ensured, service: null, entityId: null } : ensured;
};

const needsApi = (target: Target): Outcome => ({
  kind: 'unreachable',
  via: 'api',
  reached: false,
  message: `${target.host} AAAA needs the main API, which must not be asked now.`,
});

const unknownThoughInZone = (target: Target): Outcome => ({
  kind: 'rejected',
  refusal: 'host',
  via: 'dyndns',
  message: `The dynamic DNS endpoint does not know ${target.host}, though the zone has an A record of that name. A new record may take some minutes to be known; otherwise check that 'user' is the account that has the zone.`,
});
