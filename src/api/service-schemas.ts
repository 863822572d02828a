import * as z from 'zod/mini';

/** What the rows of the module service share (specification, "Hosting service records"). */

export const serviceStatuses = ['init', 'active', 'inactive', 'renewed', 'renewable'] as const;
export const serviceInfoTypes = ['status', 'resources', 'serverinfo', 'php', 'logerror'] as const;

export const serviceRecord = z.looseObject({
  name: z.string(),
  status: z.string(),
  type: z.string(),
  productkey: z.string(),
  tsExpir: z.string(),
});

const always = { name: z.string(), status: z.string(), type: z.string(), tsExpir: z.string() };

/** `max` may be a word where a plan has no limit: that is not specified. */
const counter = z.looseObject({
  value: z.number(),
  max: z.union([z.number(), z.string()]),
  unit: z.string(),
});
const resources = z.looseObject({
  ftpusage: counter,
  ftpfiles: counter,
  webtraffic: counter,
  ftp: counter,
  ddbb: counter,
  subdomain: counter,
  email: counter,
  emailalias: counter,
  ddbbusage: counter,
});
const serverinfo = z.looseObject({
  ftpServer: z.string(),
  ftpAbsolutePath: z.string(),
  ftpWebServer: z.string(),
  smtpServer: z.string(),
  pop3Server: z.string(),
  imapServer: z.string(),
  webmail: z.string(),
  ddbbServer: z.string(),
  DbAdmin: z.string(),
});
const php = z.looseObject({
  enabled: z.boolean(),
  version: z.string(),
  name: z.string(),
  available: z.array(z.string()),
});
const status = { tsCreate: z.string(), renewable: z.boolean(), renewalMode: z.string() };

/** service/getinfo by infoType. */
export const serviceInfo = {
  status: z.looseObject({ ...always, ...status }),
  resources: z.looseObject({ ...always, resources }),
  serverinfo: z.looseObject({ ...always, serverinfo }),
  php: z.looseObject({ ...always, php }),
  logerror: z.looseObject({ ...always, logError: z.string() }),
};

/** The service with whatever infoType was asked for. */
export const serviceWithInfo = z.looseObject({
  ...always,
  ...z.partial(z.object({ ...status, resources, serverinfo, php, logError: z.string() })).shape,
});
