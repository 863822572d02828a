import type { Failed } from '../../api/failure.ts';
import type { ZoneClient } from '../../api/zone-apply.ts';
import { comparable, findRecords } from '../../api/zone-lookup.ts';
import { type KnownEntry, normalEntry } from '../../api/zone-record.ts';
import { planRecord } from '../../api/zone-want.ts';
import { exit } from '../../core/exit.ts';
import { failCall, failUsage } from '../api/refusal.ts';
import { type Call, isJson, printJson } from '../call.ts';
import { perform } from './perform.ts';
import type { Request } from './request.ts';
import { recordText } from './words.ts';

/** Gives a name a record, and changes nothing where it has it. */
export const setRecord = async (
  call: Call,
  client: ZoneClient,
  service: string,
  request: Request & { action: 'set' },
): Promise<number> => {
  const { host: name, type, value, ttl, priority, manner } = request;
  const there = await recordsOf(name, service, client);
  if (there.kind === 'failed') return failCall(call, there);
  const planned = planRecord({ name, type, value, ttl, priority }, there.records, manner);
  if (planned.kind === 'several') {
    const problem = `${name} has ${planned.records.length} records of type ${type}: ${planned.records.map(({ value: has }) => has).join(', ')}.`;
    return failUsage(
      call,
      [problem],
      'Nothing was changed; --add puts the new one beside them, --replace in their place.',
      'several-records',
    );
  }
  if (planned.kind === 'in-the-way') return inTheWay(call, name, type, planned.by);
  const same = planned.changes.length === 0 ? 1 : 0;
  const settled = `Nothing to do: ${name} ${type} is ${value} already.`;
  const plan = { changes: planned.changes, kept: [], inTheWay: [], same };
  return perform(call, client, { service, plan, leftOut: [], settled, grave: false }, request);
};

/** Deletes the records of exactly this name, of one type or all, with one value or any. */
export const deleteRecords = async (
  call: Call,
  client: ZoneClient,
  service: string,
  request: Request & { action: 'list' | 'delete' },
): Promise<number> => {
  const { host, type, value } = request;
  if (type === undefined && host === comparable(service)) {
    const problem = `${host} is the zone itself: say which type of its records, lest its mail and name servers go too.`;
    return failUsage(call, [problem], 'Nothing was changed.');
  }
  const there = await recordsOf(host, service, client);
  if (there.kind === 'failed') return failCall(call, there);
  const chosen = there.records.filter(
    (record) =>
      (type === undefined || record.type === type) &&
      (value === undefined || record.value === value) &&
      (request.priority === undefined || record.priority === request.priority),
  );
  const changes = chosen.map((before) => ({ do: 'delete', before }) as const);
  const others = there.records.filter((record) => type === undefined || record.type === type);
  const has = others.length === 0 ? '' : ` (it has ${others.map(recordText).join('; ')})`;
  const settled = `Nothing to do: ${[host, type, value].filter((part) => part !== undefined).join(' ')} is not there${has}.`;
  const plan = { changes, kept: [], inTheWay: [], same: 0 };
  return perform(call, client, { service, plan, leftOut: [], settled, grave: true }, request);
};

const recordsOf = async (
  name: string,
  service: string,
  client: ZoneClient,
): Promise<{ kind: 'ok'; records: KnownEntry[] } | Failed> => {
  const found = await findRecords(service, name, client);
  return found.kind === 'failed'
    ? found
    : { kind: 'ok', records: found.found.map((record) => normalEntry(record, service)) };
};

const inTheWay = (call: Call, name: string, type: string, by: KnownEntry): number => {
  const message = `${name} can't have a record of type ${type}: ${recordText(by)} is there, and a CNAME must be alone at its name (RFC 1034, 3.6.2).`;
  call.platform.err(`${message}\n  -> Delete that first: hostpin dns delete ${name} ${by.type}\n`);
  if (isJson(call)) {
    const meaning = 'A CNAME must be alone at its name';
    printJson(call, { error: { code: null, name: 'cname-conflict', meaning, messages: [message], action: 'fix' } });
  }
  return exit.refused;
};
