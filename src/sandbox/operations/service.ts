import { changeHosting, hostingOf } from '../hosting.ts';
import { infoTypes } from '../hosting-info.ts';
import { changeService } from '../hosting-orders.ts';
import { plans } from '../hosting-plans.ts';
import { asciiName } from '../names.ts';
import type { Service } from '../world.ts';
import { choice, flag, invalid } from './checks.ts';
import {
  done,
  type Operation,
  operation,
  type Reply,
  refused,
  type ServiceCall,
  serviceOperation,
} from './operation.ts';
import { pageOf } from './paging.ts';
import { asBoolean, formats } from './service-formats.ts';
import { versionOf } from './version.ts';

/** Specification, Hosting service records: Service. */
export const summary = ({ name, status, type, productkey, tsExpir }: Service) => ({
  name,
  status,
  type,
  productkey,
  tsExpir,
});

const list = operation('service/list', [], ({ world, parameters }) => {
  const given = (name: string) => parameters.get(name)?.toLowerCase() || undefined;
  const name = given('name');
  const word = given('word');
  const tld = given('tld')?.replace(/^\./, '');
  const status = given('status');
  const renewable = flag(parameters, 'renewable');
  if (!renewable.ok) return renewable;
  const found = world.services.filter(
    (service) =>
      (name === undefined || service.name === asciiName(name)) &&
      (word === undefined || service.name.includes(word)) &&
      (tld === undefined || service.name.endsWith(`.${tld}`)) &&
      (status === undefined || service.status === status) &&
      (renewable.value === undefined || service.renewable === renewable.value),
  );
  return pageOf(world, parameters, 'services', found.map(summary));
});

const getInfo = (call: ServiceCall): Reply => {
  const { world, parameters, service } = call;
  const wanted = parameters.get('infoType') || 'status';
  const info = Object.hasOwn(infoTypes, wanted) ? infoTypes[wanted] : undefined;
  if (!info || (info.only && info.only !== versionOf(call))) return invalid('infoType');
  const { name, status, type, tsExpir } = service;
  return done(world, { name, status, type, tsExpir, ...info.of(world, service) });
};

const update = ({ world, parameters, service }: ServiceCall): Reply => {
  if (parameters.get('updateType') !== 'renewalMode') return invalid('updateType', 'renewalMode');
  const mode = choice(parameters, 'renewalMode', ['autorenew', 'manual']);
  if (!mode.ok) return mode;
  const renewalMode = mode.value ?? service.renewalMode;
  const next = changeService(world, service, { renewalMode });
  return done(next, summary({ ...service, renewalMode }), 'Service updated');
};

const parkingUpdate = ({ world, parameters, service }: ServiceCall): Reply => {
  const enabled = asBoolean(parameters.get('enabled') ?? '');
  if (enabled === undefined) return invalid('enabled', 'true or false');
  const plan = plans[service.productkey];
  if (enabled && !plan.parking) return refused(4010, `${plan.title} has no parking page`);
  const next = changeHosting(world, service.name, (hosting) => ({ ...hosting, parking: enabled }));
  return done(next, { parking: { enabled } }, 'Parking updated');
};

const webConstructorLogin = ({ world, parameters, service }: ServiceCall): Reply => {
  const site = formats.subdomain.read(parameters.get('subdomain') ?? '', service.name);
  const language = parameters.get('loginlang') || 'en';
  if (!/^[a-z]{2}$/.test(language)) return invalid('loginlang', 'two letters');
  const plan = plans[service.productkey];
  if (!plan.web) return refused(10001, `${plan.title} has no website builder`);
  const subdomains = hostingOf(world, service.name).entities.subdomain.map(({ name }) => name);
  const sites = [service.name, `www.${service.name}`, ...subdomains];
  if (!site || !sites.includes(site)) return refused(10001, 'No site is published at this subdomain');
  // Nobody answers under .invalid (RFC 2606), so that no one takes this for a site that exists.
  const loginURL = `https://webconstructor.invalid/login?subdomain=${site}&lang=${language}`;
  return done(world, { webconstructor: { loginURL } });
};

/** Specification, Module service: the services themselves. */
export const serviceOperations: readonly Operation[] = [
  list,
  serviceOperation('service/getinfo', [], getInfo),
  serviceOperation('service/update', ['updateType', 'renewalMode'], update),
  serviceOperation('service/parkinggetinfo', [], ({ world, service }) =>
    done(world, { parking: { enabled: hostingOf(world, service.name).parking } }),
  ),
  serviceOperation('service/parkingupdate', ['enabled'], parkingUpdate),
  serviceOperation('service/webconstructorlogin', ['subdomain'], webConstructorLogin),
];
