import type { FullCatalogue } from './catalogue/index.ts';
import type { DnsType } from './dns-schemas.ts';
import type { Failed } from './failure.ts';
import type { CallResult, Interpreter } from './interpreter.ts';
import { type Change, isSame } from './zone-changes.ts';
import { hasPriority, type KnownEntry, normalEntry, type ZoneEntry } from './zone-record.ts';

/** The main API as a person's command has it: with what the agent must not call. */
export type ZoneClient = Interpreter<FullCatalogue>;

/** What came of one change. */
export type Applied =
  | { kind: 'done' }
  /** The provider says that it was done, and names another record than the one that was sent. */
  | { kind: 'unlike'; named: ZoneEntry | undefined }
  /** Nothing was sent: an earlier failure, or the person, ended the work. */
  | { kind: 'not-tried' }
  | Failed;

/** Refusals after which no more is sent: errors are counted, and too many of them block the account. */
const maxRefusals = 5;

/** Makes one change. */
export const applyChange = async (change: Change, service: string, client: ZoneClient): Promise<Applied> => {
  const serviceName = service;
  if (change.do === 'delete') {
    const params = { serviceName, entityID: change.before.entityId };
    const deleted = await client.call('service/dnsdelete', params);
    return deleted.kind === 'failed' ? deleted : { kind: 'done' };
  }
  const { entry } = change;
  const { name, type, value, ttl } = entry;
  // Requests take `-` as lists show it, as far as the specification tells: it is sent only where leaving it out won't do.
  const keeps = ttl === '-' && (change.do === 'create' || change.before.ttl === '-');
  const content = {
    serviceName,
    value,
    ...(!keeps && { ttl }),
    ...(hasPriority(type) && { priority: entry.priority }),
  };
  const answer: CallResult<{ dns: (ZoneEntry & { entityID: string })[] }> =
    change.do === 'update'
      ? await client.call('service/dnsupdate', { ...content, entityID: change.before.entityId })
      : await client.call('service/dnscreate', { ...content, name, type: type as DnsType });
  if (answer.kind === 'failed') return answer;
  const named = answer.data.dns.map((record) => normalEntry(record, service));
  return named.some((record) => isSame(entry, record)) ? { kind: 'done' } : { kind: 'unlike', named: named[0] };
};

/**
 * Makes the changes one after the other. What is refused for the record's own sake does not stop the others; what
 * concerns them all does, and so do refusals that repeat themselves.
 *
 * @param stopped asked before each request
 */
export async function* applyChanges(
  changes: readonly Change[],
  service: string,
  client: ZoneClient,
  stopped: () => boolean,
): AsyncGenerator<{ change: Change; applied: Applied }, void> {
  let refusals = 0;
  let over = false;
  for (const change of changes) {
    over ||= stopped();
    const applied: Applied = over ? { kind: 'not-tried' } : await applyChange(change, service, client);
    yield { change, applied };
    if (applied.kind !== 'failed') continue;
    refusals += 1;
    over = concernsAll(applied) || refusals >= maxRefusals;
  }
}

/** The account, the connection, the service: whatever is sent next meets the same. */
const concernsAll = ({ outcome, error }: Failed): boolean =>
  outcome.kind !== 'rejected' || outcome.refusal !== 'host' || [103, 104, 4001].includes(error.code ?? 0);

/** The whole zone, in normal form. */
export const readZone = async (
  service: string,
  client: ZoneClient,
): Promise<{ kind: 'ok'; records: KnownEntry[] } | Failed> => {
  const records: KnownEntry[] = [];
  for await (const page of client.pages('service/dnslist', { serviceName: service })) {
    if (page.kind === 'failed') return page;
    for (const { entityID, name, type, ttl, priority, value } of page.data.dns)
      records.push(normalEntry({ entityId: entityID, name, type, ttl, priority, value }, service));
  }
  return { kind: 'ok', records };
};
