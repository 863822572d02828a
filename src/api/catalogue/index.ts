import { operations } from '../operation.ts';
import { account } from './account.ts';
import { contact } from './contact.ts';
import { domain } from './domain.ts';
import { service } from './service.ts';
import { serviceDns } from './service-dns.ts';
import { serviceFiles } from './service-files.ts';
import { serviceMail } from './service-mail.ts';
import { tool } from './tool.ts';

/** All operations of the main API, by name. Only a person's command and the library load this; the agent never does. */
export const catalogue = operations({
  ...tool,
  ...account,
  ...domain,
  ...contact,
  ...service,
  ...serviceFiles,
  ...serviceMail,
  ...serviceDns,
});

export type FullCatalogue = typeof catalogue;
