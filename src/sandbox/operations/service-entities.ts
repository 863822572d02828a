import { changeHosting, type Entity, type Hosting, hostingOf } from '../hosting.ts';
import { counterOf } from '../hosting-info.ts';
import { plans } from '../hosting-plans.ts';
import type { Json } from '../json.ts';
import {
  done,
  type Operation,
  type Refusal,
  type Reply,
  refused,
  type ServiceCall,
  serviceOperation,
} from './operation.ts';
import { pageOf } from './paging.ts';
import { type Field, type Kind, kinds } from './service-kinds.ts';
import { versionOf } from './version.ts';

type Fields = Readonly<Record<string, Json>>;

/** What the parameters say, or all that is wrong with them. */
const readFields = (call: ServiceCall, fields: readonly Field[]): { ok: true; values: Fields } | Refusal => {
  const { parameters, service } = call;
  const missing: string[] = [];
  const wrong: string[] = [];
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const ignored = field.only !== undefined && field.only !== versionOf(call);
    if (ignored || (field.with && !parameters.get(field.with))) continue;
    const text = parameters.get(field.name);
    const value = text ? field.read(text, service.name) : field.otherwise;
    if (value !== undefined) values[field.name] = value;
    else if (text) wrong.push(`Invalid parameter: ${field.name} must be ${field.what}`);
    else if (!field.optional) missing.push(`Missing parameter: ${field.name}`);
  }
  if (missing.length > 0) return refused(101, ...missing);
  return wrong.length > 0 ? refused(105, ...wrong) : { ok: true, values };
};

/** Parameters that are required whatever the others are. */
const always = (fields: readonly Field[]): string[] =>
  fields
    .filter((field) => !field.optional && field.otherwise === undefined && !field.with && !field.only)
    .map(({ name }) => name);

/** The operations of one kind of entity. */
const operationsOf = (row: Kind): Operation[] => {
  const { kind, title } = row;
  const all = (call: ServiceCall): readonly Entity[] => hostingOf(call.world, call.service.name).entities[kind];

  const show = (call: ServiceCall, entity: Entity, left: readonly string[] = []): Json => ({
    entityID: entity.entityID,
    ...Object.fromEntries(
      row.shows.filter((field) => !left.includes(field)).map((field) => [field, entity[field] ?? '']),
    ),
    ...row.adds?.(entity, versionOf(call)),
  });

  const put = (call: ServiceCall, entities: readonly Entity[]) =>
    changeHosting(call.world, call.service.name, (hosting) => ({
      ...hosting,
      entities: { ...hosting.entities, [kind]: entities },
    }));

  const withEntity = (call: ServiceCall, run: (entity: Entity) => Reply): Reply => {
    const entity = all(call).find(({ entityID }) => entityID === call.parameters.get('entityID'));
    return entity ? run(entity) : refused(4002, 'Service entity not found');
  };

  /** Why there is no room for another one. */
  const full = (call: ServiceCall): string | undefined => {
    const counter = counterOf[kind];
    const plan = plans[call.service.productkey];
    return counter && all(call).length >= plan.max[counter]
      ? `${plan.title} has at most ${plan.max[counter]}: ${title}`
      : undefined;
  };

  const isTaken = (hosting: Hosting, name: Json): boolean =>
    (row.unique ?? [kind]).some((other) =>
      hosting.entities[other].some((entity) => entity[row.named?.name ?? ''] === name),
    );

  const list = (call: ServiceCall): Reply => {
    const filter = call.parameters.get('filter')?.toLowerCase() ?? '';
    // How the provider compares is not known: parts of the name match here.
    const found = all(call).filter((entity) => String(entity[row.shows[0]]).toLowerCase().includes(filter));
    const shown = found.map((entity) => show(call, entity, row.hiddenInLists));
    const page = pageOf(call.world, call.parameters, kind, shown);
    // Also where the list was asked for by another name.
    return page.ok ? { ...page, action: `service/${kind}list` } : page;
  };

  const create = (call: ServiceCall): Reply => {
    const { world, service } = call;
    const read = readFields(call, row.named ? [row.named, ...row.fields] : row.fields);
    if (!read.ok) return read;
    const name = row.named && read.values[row.named.name];
    if (name !== undefined && isTaken(hostingOf(world, service.name), name)) {
      return refused(4004, `${String(name)} exists already`);
    }
    const reason = full(call);
    if (reason) return refused(4003, reason);
    const entityID = String(world.nextEntity);
    const entity = { ...row.start?.(entityID, plans[service.productkey]), ...read.values, entityID };
    const next = { ...put(call, [...all(call), entity]), nextEntity: world.nextEntity + 1 };
    return done(next, { [kind]: [show(call, entity)] }, `${title} created`);
  };

  const update = (call: ServiceCall): Reply =>
    withEntity(call, (old) => {
      const read = readFields(call, row.fields);
      if (!read.ok) return read;
      const entity = { ...old, ...read.values };
      const next = put(
        call,
        all(call).map((other) => (other === old ? entity : other)),
      );
      return done(next, { [kind]: [show(call, entity)] }, `${title} updated`);
    });

  const remove = (call: ServiceCall): Reply =>
    withEntity(call, (old) => {
      const { world, service } = call;
      const held = row.heldBy?.(old, hostingOf(world, service.name), service.name);
      if (held) return refused(4006, held);
      const next = put(
        call,
        all(call).filter((other) => other !== old),
      );
      return done(next, {}, `${title} deleted`);
    });

  const required = always(row.fields);
  return [
    ...[`service/${kind}list`, ...(row.lists ?? [])].map((name) => serviceOperation(name, [], list)),
    serviceOperation(`service/${kind}getinfo`, ['entityID'], (call) =>
      withEntity(call, (entity) => done(call.world, { [kind]: [show(call, entity)] })),
    ),
    serviceOperation(`service/${kind}create`, [...always(row.named ? [row.named] : []), ...required], create),
    serviceOperation(`service/${kind}update`, ['entityID', ...required], update),
    serviceOperation(`service/${kind}delete`, ['entityID'], remove),
  ];
};

/** Specification, Module service: FTP accounts, databases, subdomains, redirections, mailboxes and mail aliases. */
export const entityOperations: readonly Operation[] = kinds.flatMap(operationsOf);
