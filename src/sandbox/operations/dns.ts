import { addRecords, recordsOf, type World } from '../world.ts';
import { conflictOf, defaultRecords, fillZone, type RecordData, readRecord, type ZoneRecord } from '../zone.ts';
import { done, type Operation, type Reply, refused, type ServiceCall, serviceOperation } from './operation.ts';
import { readPage } from './paging.ts';
import { parseZoneData } from './zone-data.ts';

/** Specification, DNS record: the fields that the provider shows. */
const shown = ({ entityID, name, type, ttl, priority, value }: ZoneRecord) => ({
  entityID,
  name,
  type,
  ttl,
  priority,
  value,
});

const withEntity = ({ world, parameters, service }: ServiceCall, run: (record: ZoneRecord) => Reply): Reply => {
  const record = recordsOf(world, service.name).find(({ entityID }) => entityID === parameters.get('entityID'));
  return record ? run(record) : refused(4002, 'Service entity not found');
};

const withoutZone = (world: World, service: string): World => ({
  ...world,
  records: world.records.filter((record) => record.service !== service),
});

const list = ({ world, parameters, service }: ServiceCall): Reply => {
  const filter = parameters.get('filter')?.toLowerCase() ?? '';
  const type = parameters.get('filterType')?.toUpperCase() ?? '';
  const value = parameters.get('filterValue')?.toLowerCase() ?? '';
  // How the provider compares is not known; parts of a name and of a value match here, the type is compared whole.
  const fits = (record: ZoneRecord): boolean =>
    record.name.includes(filter) && (type === '' || record.type === type) && record.value.toLowerCase().includes(value);
  const all = recordsOf(world, service.name);
  // A long zone is listed in many pages: none of them is to cost a walk through all records.
  const page = readPage(parameters, filter || type || value ? all.filter(fits) : all);
  return page.ok ? done(world, { queryInfo: page.queryInfo, dns: page.results.map(shown) }) : page;
};

const create = ({ world, parameters, service }: ServiceCall): Reply => {
  const text = (name: string) => parameters.get(name) ?? '';
  const [ttl, priority] = [parameters.get('ttl'), parameters.get('priority')];
  const record = readRecord(
    { name: text('name'), type: text('type'), value: text('value'), ttl, priority },
    service.name,
  );
  if (!record.ok) return refused(105, record.error);
  const conflict = conflictOf(record.value, recordsOf(world, service.name), service.name);
  if (conflict) return refused(4004, conflict);
  const next = addRecords(world, service.name, [record.value]);
  return done(next, { dns: next.records.slice(-1).map(shown) }, 'DNS record created');
};

const update = (call: ServiceCall): Reply =>
  withEntity(call, (old) => {
    const { world, parameters, service } = call;
    const value = parameters.get('value') ?? '';
    // What becomes of a ttl that is not sent is not known: it stays.
    const ttl = parameters.get('ttl') || old.ttl;
    const record = readRecord({ ...old, value, ttl, priority: parameters.get('priority') }, service.name);
    if (!record.ok) return refused(105, record.error);
    const others = recordsOf(world, service.name).filter((other) => other !== old);
    const conflict = conflictOf(record.value, others, service.name);
    if (conflict) return refused(4005, conflict);
    const changed = { ...old, ...record.value };
    const records = world.records.map((other) => (other === old ? changed : other));
    return done({ ...world, records }, { dns: [shown(changed)] }, 'DNS record updated');
  });

const setZone = ({ world, parameters, service }: ServiceCall): Reply => {
  const texts = parseZoneData(parameters.get('dnsZoneData') ?? '');
  if (!texts.ok) return refused(105, texts.error);
  const records: RecordData[] = [];
  const filled = fillZone(service.name);
  for (const [index, text] of texts.value.entries()) {
    const record = readRecord(text, service.name);
    if (!record.ok) return refused(105, `Record ${index + 1}: ${record.error}`);
    const conflict = filled.add(record.value);
    if (conflict) return refused(4005, `Record ${index + 1}: ${conflict}`);
    records.push(record.value);
  }
  const next = addRecords(withoutZone(world, service.name), service.name, records);
  // Specification, Module service: the answer to dnssetzone carries the action of dnsrestore.
  return { ok: true, world: next, data: {}, messages: ['DNS zone replaced'], action: 'service/dnsrestore' };
};

/** Specification, Module service: the DNS records of a service. */
export const dnsOperations: readonly Operation[] = [
  serviceOperation('service/dnslist', [], list),
  serviceOperation('service/dnsgetinfo', ['entityID'], (call) =>
    withEntity(call, (record) => done(call.world, { dns: [shown(record)] })),
  ),
  serviceOperation('service/dnscreate', ['name', 'type', 'value'], create),
  serviceOperation('service/dnsupdate', ['entityID', 'value'], update),
  serviceOperation('service/dnsdelete', ['entityID'], (call) =>
    withEntity(call, (old) => {
      const records = call.world.records.filter((record) => record !== old);
      return done({ ...call.world, records }, {}, 'DNS record deleted');
    }),
  ),
  serviceOperation('service/dnsrestore', [], ({ world, service }) => {
    const next = addRecords(withoutZone(world, service.name), service.name, defaultRecords(service.name));
    return done(next, {}, 'DNS zone restored');
  }),
  serviceOperation('service/dnssetzone', ['dnsZoneData'], setZone),
  serviceOperation('service/dnsdeleteall', [], ({ world, service }) =>
    done(withoutZone(world, service.name), {}, 'DNS zone deleted'),
  ),
];
