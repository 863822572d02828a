import type { Entity, EntityKind, Hosting } from '../hosting.ts';
import type { Plan } from '../hosting-plans.ts';
import type { Json } from '../json.ts';
import type { Only } from './operation.ts';
import { type Format, formats, hostOf } from './service-formats.ts';

type Fields = Readonly<Record<string, Json>>;

/** A parameter of create and update, and the field in which its value is kept. */
export type Field = Format & {
  name: string;
  /** It may be left out: then nothing changes. */
  optional?: true;
  /** What it is where it is left out. */
  otherwise?: Json;
  /** It is required with this other one, and without it ignored. */
  with?: string;
  /** Required in this version, and ignored in the other one. */
  only?: Only;
};

/** What is particular to one kind of entity; all else is the same for every one. */
export type Kind = {
  /** The prefix of its operations, and the key in their answers. */
  kind: EntityKind;
  /** For messages. */
  title: string;
  /** The parameter of create that names the entity: no other one of the kinds in `unique` has the same. */
  named?: Field;
  unique?: readonly EntityKind[];
  /** Parameters of create and update. */
  fields: readonly Field[];
  /** Fields of a new entity that no parameter says. */
  start?(entityID: string, plan: Plan): Fields;
  /** The fields that answers have; the first one is what `filter` looks at. */
  shows: readonly [string, ...string[]];
  /** Fields that getinfo has and lists have not. */
  hiddenInLists?: readonly string[];
  /** What answers have beside them, or in their place. */
  adds?(entity: Entity, version: Only): Fields;
  /** Why it can't be deleted. */
  heldBy?(entity: Entity, hosting: Hosting, service: string): string | undefined;
  /** Other names of the list operation. */
  lists?: readonly string[];
};

const password: Field = { name: 'password', ...formats.line };
const ftpPath: Field = { name: 'ftpPath', ...formats.path };
const certificate = (name: string, format: Format): Field => ({ name, ...format, with: 'sslCert', only: '1.0.20' });
const mailQuota = 1024 ** 3;

/** Specification, Module service and Hosting service records. */
export const kinds: readonly Kind[] = [
  {
    kind: 'ftp',
    title: 'FTP account',
    named: { name: 'name', ...formats.word },
    // Where the quota of 1.0.14 does not exist, an account may fill the plan.
    fields: [ftpPath, password, { name: 'quota', ...formats.quota, only: '1.0.14' }],
    start: (_, plan) => ({ quota: plan.max.ftpusage }),
    shows: ['name', 'ftpPath', 'password', 'quota'],
  },
  {
    kind: 'ddbb',
    title: 'Database',
    fields: [password, { name: 'externalAccess', ...formats.flag, otherwise: false }],
    start: (entityID) => ({ name: `ddb${entityID}`, user: `ddb${entityID}` }),
    shows: ['name', 'user', 'password', 'externalAccess'],
    hiddenInLists: ['externalAccess'],
    // The request line of the list is written in another way than the table of actions; which one counts is not known.
    lists: ['service/bbddlist'],
  },
  {
    kind: 'subdomain',
    title: 'Subdomain',
    named: { name: 'name', ...formats.subdomain },
    fields: [
      ftpPath,
      { name: 'sslCert', ...formats.text, optional: true, only: '1.0.20' },
      certificate('sslKey', formats.text),
      certificate('sslCertChain', formats.text),
      certificate('sslPath', formats.path),
    ],
    shows: ['name', 'ftpPath'],
    adds: ({ sslPath = '', sslCert, sslKey = '', sslCertChain = '' }, version): Fields =>
      sslCert === undefined || version === '1.0.14' ? {} : { ssl: { sslPath, sslCert, sslKey, sslCertChain } },
    heldBy: ({ name }, { entities }, service) =>
      entities.redirect.some(({ origin }) => hostOf(String(origin), service) === name)
        ? 'It has a redirection: delete that first'
        : undefined,
  },
  {
    kind: 'redirect',
    title: 'Redirection',
    named: { name: 'origin', ...formats.origin },
    fields: [
      { name: 'destination', ...formats.destination },
      { name: 'type', ...formats.redirectType },
    ],
    shows: ['origin', 'destination', 'type'],
  },
  {
    kind: 'mail',
    title: 'Mailbox',
    named: { name: 'name', ...formats.mailbox },
    unique: ['mail', 'mailalias'],
    fields: [password],
    shows: ['name', 'password'],
    adds: (_, version): Fields => ({
      password: '********',
      ...(version === '1.0.14' ? {} : { usage: 0, quotaMax: mailQuota }),
    }),
  },
  {
    kind: 'mailalias',
    title: 'Mail alias',
    named: { name: 'name', ...formats.mailbox },
    unique: ['mail', 'mailalias'],
    fields: [{ name: 'target', ...formats.mails }],
    shows: ['name', 'target'],
  },
];
