import * as z from 'zod/mini';
import { readHostName } from './host-name.ts';
import * as kinds from './kinds.ts';
import { presets } from './presets.ts';
import { readSuffix } from './suffix.ts';

/** What the schema says of a key beside its values' shape. */
export type About = {
  description: string;
  type: kinds.KindName;
  values?: readonly string[];
  /** As one would write it; of keys whose default depends on others, in words. */
  default?: string;
  secret?: boolean;
};

export const about = z.registry<About>();

type Notes = Pick<About, 'default' | 'secret'>;

const describe = <S extends z.core.$ZodType>(schema: S, kind: kinds.Kind, description: string, notes: Notes): S => {
  about.add(schema, { description, type: kind.type, ...(kind.values ? { values: kind.values } : {}), ...notes });
  return schema;
};

/** A key with a default, which is read as if it had been written. */
const standard = <S extends z.core.$ZodType<unknown, string>>(
  kind: kinds.Kind<S>,
  written: string,
  description: string,
) =>
  describe(
    z.prefault(kind.schema, () => written as z.core.input<S>),
    kind,
    description,
    { default: written },
  );

/** A key that may be absent; what that means is in `notes.default`. */
const open = <S extends z.core.$ZodType>(kind: kinds.Kind<S>, description: string, notes: Notes = {}) =>
  describe(z.optional(kind.schema), kind, description, notes);

const hostName = { type: 'text' as const, schema: kinds.reading(readHostName) };
const suffix = { type: 'text' as const, schema: kinds.reading(readSuffix) };

/** One host, written out. */
export const hostSchema = z.strictObject({
  name: describe(hostName.schema, hostName, 'The name, in Unicode or Punycode; `*.` may be its first label.', {}),
  types: open(kinds.list(kinds.choice('A', 'AAAA').schema), 'The record types to keep: A, AAAA, or both.', {
    default: '[A]',
  }),
  create: open(kinds.boolean, 'Create the record where it is missing.', { default: 'true where `api` is given' }),
  ttl: open(kinds.integer(1, 604_800), 'Seconds that resolvers may keep a record that we create.', {
    default: "the provider's",
  }),
  service: open(hostName, 'The hosting service whose zone has the name.', {
    default: "the longest service whose name ends the host's",
  }),
  suffix: open(suffix, 'For AAAA: a fixed interface identifier put on the current prefix, such as `::1:2:3:4/64`.'),
});

/** A bare name is short for an entry with that name alone, and an empty value for a key left out. */
const written = (entry: unknown): unknown => {
  if (typeof entry === 'string') return { name: entry };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
};

const hostEntry = z.pipe(z.transform(written), hostSchema);

const source = kinds.text.schema;

/** The configuration as it is written: the one place that keys, defaults, variables, flags and documentation come from. */
export const schema = z.strictObject({
  provider: standard(kinds.choice(...presets.names), 'dondominio', 'The preset for the two addresses in `endpoints`.'),
  endpoints: z.strictObject({
    dyndns: open(kinds.endpoint, 'Address of the dynamic DNS endpoint; a path in it is kept: `<dyndns>/<format>/`.', {
      default: presets.of('dondominio').dyndns,
    }),
    api: open(kinds.endpoint, 'Address of the main API.', { default: presets.of('dondominio').api }),
    ca_file: open(kinds.file, "PEM file of certificates to trust beside the system's."),
    proxy: open(kinds.proxy, "HTTP proxy for the provider's endpoints; address sources are asked directly.", {
      default: '$HTTPS_PROXY, minding $NO_PROXY',
    }),
  }),
  user: open(kinds.text, 'User of the dynamic DNS endpoint. Required.'),
  key: open(kinds.secret, "The endpoint's key itself; better kept in a file.", { secret: true }),
  key_file: open(kinds.file, "File with the endpoint's key. Required, unless the key comes in another way.", {
    default: "the systemd credential named 'key'",
  }),
  key_parameter: standard(
    kinds.choice('password', 'apikey'),
    'password',
    'The name under which the endpoint takes the key.',
  ),
  format: standard(kinds.choice('json', 'xml', 'plain'), 'json', "Format of the endpoint's answers."),
  lang: standard(kinds.choice('en', 'es'), 'en', "Language of the endpoint's messages."),
  api: z.strictObject({
    user: open(kinds.text, 'User of the main API, which is needed to create records and for AAAA.'),
    password: open(kinds.secret, 'Its password itself; better kept in a file.', { secret: true }),
    password_file: open(kinds.file, 'File with its password.', {
      default: "the systemd credential named 'api-password'",
    }),
  }),
  hosts: open(kinds.list(hostEntry), 'The hosts to keep current: names, or entries of `hosts[]`. Required.'),
  detect: z.strictObject({
    ipv4: open(kinds.list(source), 'Sources of the public IPv4 address.', { default: 'a built-in list' }),
    ipv6: open(kinds.list(source), 'Sources of the public IPv6 address.', { default: 'a built-in list' }),
    agree: open(
      kinds.integer(1, 100),
      'How many independent sources must name an address before a change is published.',
      {
        default: '2, or 1 where only one source is given',
      },
    ),
    timeout: standard(kinds.duration('100ms', '5m'), '5s', 'How long one source may take.'),
    allow_private: standard(kinds.boolean, 'false', "Publish addresses that the internet can't reach."),
  }),
  schedule: z.strictObject({
    every: standard(kinds.duration('1s', '7d'), '5m', 'Time between two looks at the address.'),
    cron: open(kinds.cron, 'When to look, as a cron expression, instead of `every`.'),
    refresh: standard(
      kinds.duration('1s', '24d'),
      '24h',
      'Look at the record again after this time though the address is the same.',
    ),
    watch: standard(kinds.boolean, 'true', 'React to address changes as they happen.'),
  }),
  state_dir: open(kinds.file, 'Folder for what is remembered between runs.', {
    default: '$STATE_DIRECTORY, then $XDG_STATE_HOME/hostpin, then ~/.local/state/hostpin',
  }),
  log: z.strictObject({
    level: standard(
      kinds.choice('trace', 'debug', 'info', 'warn', 'error'),
      'info',
      'The least severe messages that are logged.',
    ),
    format: open(kinds.choice('pretty', 'json'), 'How messages are written.', {
      default: 'pretty on a terminal and in the journal, json elsewhere',
    }),
  }),
});

/** The values that the schema reads from what is written. */
export type Settings = z.output<typeof schema>;
