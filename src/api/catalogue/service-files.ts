import * as z from 'zod/mini';
import { operations } from '../operation.ts';
import { optional, secret, text, whole, withDefault, yesNo } from '../parameter.ts';
import { requiredIf } from '../rules.ts';
import { entity, listOf, nothing, queryInfo, serviceName } from '../schemas.ts';

const ftp = z.array(
  z.looseObject({
    entityID: z.string(),
    name: z.string(),
    ftpPath: z.string(),
    password: z.string(),
    quota: z.number(),
  }),
);
const quota = optional(whole('bytes, at least 1048576; required in 1.0.14, unknown to 1.0.20', 1_048_576));

const ddbb = z.array(
  z.looseObject({
    entityID: z.string(),
    name: z.string(),
    user: z.string(),
    password: z.string(),
    /** Not in lists. */
    externalAccess: z.optional(z.boolean()),
  }),
);
const externalAccess = withDefault(yesNo('whether it can be reached from elsewhere'), false);

const subdomain = z.array(
  z.looseObject({
    entityID: z.string(),
    name: z.string(),
    ftpPath: z.string(),
    /** Only where a certificate is installed (1.0.20). */
    ssl: z.optional(
      z.looseObject({ sslPath: z.string(), sslCert: z.string(), sslKey: z.string(), sslCertChain: z.string() }),
    ),
  }),
);
const certificate = {
  sslCert: optional(text('certificate as PEM (1.0.20)')),
  sslKey: optional(secret('its private key; required with sslCert')),
  sslCertChain: optional(text('its chain; required with sslCert')),
  sslPath: optional(text('path of the secure site; required with sslCert')),
};
const certificateRule = requiredIf(
  ['sslKey', 'sslCertChain', 'sslPath'],
  (given) => given.sslCert !== undefined,
  'with sslCert',
);
const ftpPath = text('the folder');

/** Specification, "Module service": FTP accounts, databases, subdomains. */
export const serviceFiles = operations({
  'service/ftplist': {
    summary: 'List the FTP accounts of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, ftp }),
  },
  'service/ftpgetinfo': {
    summary: 'Show an FTP account',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ ftp }),
  },
  'service/ftpcreate': {
    summary: 'Create an FTP account',
    effect: 'changes',
    params: z.strictObject({
      ...serviceName,
      name: text('its name'),
      ftpPath,
      password: secret('its password'),
      quota,
    }),
    result: z.looseObject({ ftp }),
  },
  'service/ftpupdate': {
    summary: 'Change an FTP account',
    effect: 'changes',
    params: z.strictObject({ ...entity, ftpPath, password: secret('its password'), quota }),
    result: z.looseObject({ ftp }),
  },
  'service/ftpdelete': {
    summary: 'Delete an FTP account',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
  'service/ddbblist': {
    summary: 'List the databases of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, ddbb }),
    // The specification's request line says bbddlist, its table and the answer say ddbblist.
    otherPath: 'service/bbddlist',
  },
  'service/ddbbgetinfo': {
    summary: 'Show a database',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ ddbb }),
  },
  'service/ddbbcreate': {
    summary: 'Create a database',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, password: secret('its password'), externalAccess }),
    result: z.looseObject({ ddbb }),
  },
  'service/ddbbupdate': {
    summary: 'Change a database',
    effect: 'changes',
    params: z.strictObject({ ...entity, password: secret('its password'), externalAccess }),
    result: z.looseObject({ ddbb }),
  },
  'service/ddbbdelete': {
    summary: 'Delete a database',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
  'service/subdomainlist': {
    summary: 'List the subdomains of a service',
    effect: 'reads',
    params: z.strictObject(listOf),
    result: z.looseObject({ queryInfo, subdomain }),
  },
  'service/subdomaingetinfo': {
    summary: 'Show a subdomain',
    effect: 'reads',
    params: z.strictObject(entity),
    result: z.looseObject({ subdomain }),
  },
  'service/subdomaincreate': {
    summary: 'Create a subdomain, with a certificate where one is given',
    effect: 'changes',
    params: z.strictObject({ ...serviceName, name: text('its name'), ftpPath, ...certificate }).check(certificateRule),
    result: z.looseObject({ subdomain }),
  },
  'service/subdomainupdate': {
    summary: 'Change a subdomain',
    effect: 'changes',
    params: z.strictObject({ ...entity, ftpPath, ...certificate }).check(certificateRule),
    result: z.looseObject({ subdomain }),
  },
  'service/subdomaindelete': {
    summary: 'Delete a subdomain',
    effect: 'destroys',
    params: z.strictObject(entity),
    result: nothing,
  },
});
