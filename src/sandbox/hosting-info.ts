import { type EntityKind, type Hosting, hostingOf } from './hosting.ts';
import { type Counter, type Plan, plans } from './hosting-plans.ts';
import type { Json } from './json.ts';
import type { Service, World } from './world.ts';

/** The counters of entities; the other ones are sizes, which nothing here uses up. */
export const counterOf: Readonly<Partial<Record<EntityKind, Counter>>> = {
  ftp: 'ftp',
  ddbb: 'ddbb',
  subdomain: 'subdomain',
  mail: 'email',
  mailalias: 'emailalias',
};

const units: Readonly<Record<Counter, string>> = {
  ftpusage: 'bytes',
  ftpfiles: 'files',
  webtraffic: 'bytes',
  ftp: '',
  ddbb: '',
  subdomain: '',
  email: '',
  emailalias: '',
  ddbbusage: 'bytes',
};

const resources = (plan: Plan, hosting: Hosting): Json => {
  const counts = new Map(
    Object.entries(counterOf).map(([kind, counter]) => [counter, hosting.entities[kind as EntityKind].length]),
  );
  return Object.fromEntries(
    (Object.keys(units) as Counter[]).map((counter) => [
      counter,
      { value: counts.get(counter) ?? 0, max: plan.max[counter], unit: units[counter] },
    ]),
  );
};

const serverInfo = (name: string): Json => ({
  ftpServer: `ftp.${name}`,
  ftpAbsolutePath: `/var/www/${name}/`,
  ftpWebServer: `www.${name}`,
  smtpServer: `smtp.${name}`,
  pop3Server: `pop3.${name}`,
  imapServer: `imap.${name}`,
  webmail: `https://webmail.${name}/`,
  ddbbServer: `mysql.${name}`,
  DbAdmin: `https://mysql.${name}/admin/`,
});

const php = (plan: Plan): Json =>
  plan.web
    ? { enabled: true, version: '7.4', name: 'PHP 7.4', available: ['7.2', '7.3', '7.4', '8.0'] }
    : { enabled: false, version: '', name: '', available: [] };

/** What service/getinfo adds to a service's name, by infoType (specification, Module service). */
export const infoTypes: Readonly<
  Record<string, { only?: '1.0.20'; of(world: World, service: Service): Readonly<Record<string, Json>> }>
> = {
  status: {
    of: (_, { productkey, tsCreate, renewable, renewalMode }) => ({ productkey, tsCreate, renewable, renewalMode }),
  },
  resources: {
    of: (world, service) => ({ resources: resources(plans[service.productkey], hostingOf(world, service.name)) }),
  },
  serverinfo: { of: (_, service) => ({ serverinfo: serverInfo(service.name) }) },
  php: { only: '1.0.20', of: (_, service) => ({ php: php(plans[service.productkey]) }) },
  // Nothing runs here that could fail.
  logerror: { only: '1.0.20', of: () => ({ logError: '' }) },
};
