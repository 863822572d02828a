import type { Command, CommandOption } from './call.ts';

const json: CommandOption = { type: 'boolean', describe: 'Answer with one JSON document' };

/** Every command; the order is that of the help. */
export const commands: readonly Command[] = [
  {
    usage: 'update [host..]',
    summary: 'Once: find the public address, compare, update what differs',
    configured: true,
    options: {
      json,
      force: { type: 'boolean', describe: 'Ask the provider though nothing changed, or though it refused before' },
      'dry-run': { type: 'boolean', describe: 'Say what would be done, and do nothing' },
      ip: { type: 'string', describe: 'Publish this address instead of looking', requiresArg: true },
    },
    examples: [['hostpin update', 'update every host of the configuration']],
    load: () => import('./update.ts'),
  },
  {
    usage: 'run',
    summary: 'The daemon, in the foreground: keep every host current',
    configured: true,
    options: {},
    load: () => import('./run.ts'),
  },
  {
    usage: 'status',
    summary: 'What is published, since when, what comes next, what is wrong',
    configured: true,
    options: { json },
    load: () => import('./status.ts'),
  },
  {
    usage: 'ip',
    summary: 'Find and print the public addresses',
    configured: true,
    options: { json },
    load: () => import('./ip.ts'),
  },
  {
    usage: 'check',
    summary: 'Look at configuration, sources, credentials and records; change nothing',
    configured: true,
    options: { json },
    load: () => import('./check.ts'),
  },
  {
    usage: 'init',
    summary: 'Write a configuration, by a few questions',
    configured: false,
    options: {},
    load: () => import('./init.ts'),
  },
  {
    usage: 'import <file>',
    summary: "Turn another client's configuration into ours",
    configured: false,
    options: {
      json,
      write: { type: 'boolean', describe: 'Write it, and the key, in place of showing it' },
    },
    examples: [['hostpin import /etc/ddclient.conf', 'also inadyn.conf, config.json of ddns-updater, dondomcli.conf']],
    load: () => import('./import.ts'),
  },
  {
    usage: 'sandbox',
    summary: 'The provider, emulated on this machine, to try things',
    configured: false,
    options: {
      listen: {
        type: 'string',
        describe: 'HOST:PORT; port 0 takes free ones',
        default: '127.0.0.1:0',
        requiresArg: true,
      },
      user: { type: 'string', describe: 'User of the dynamic DNS endpoint', default: 'demo', requiresArg: true },
      key: { type: 'string', describe: 'Its key', default: 'demo-key', requiresArg: true },
      'api-user': { type: 'string', describe: 'User of the main API', default: 'demo-api', requiresArg: true },
      'api-password': { type: 'string', describe: 'Its password', default: 'demo-password', requiresArg: true },
      service: { type: 'string', array: true, describe: 'A hosting service [example.com]', requiresArg: true },
      record: { type: 'string', array: true, describe: 'A record [home.example.com A 127.0.0.1]', requiresArg: true },
      'tls-cert': { type: 'string', describe: 'Serve over TLS with this certificate (PEM file)', requiresArg: true },
      'tls-key': { type: 'string', describe: 'The private key of the certificate (PEM file)', requiresArg: true },
      'key-parameter': {
        type: 'string',
        describe: 'The name the key is taken under: password, apikey, both',
        default: 'password',
        requiresArg: true,
      },
      'registered-caller': {
        type: 'string',
        array: true,
        describe: 'An address that may call the main API [every one]',
        requiresArg: true,
      },
      faults: { type: 'string', describe: 'Scripted faults (JSON file)', requiresArg: true },
    },
    load: () => import('./sandbox.ts'),
  },
  {
    usage: 'demo',
    summary: 'Watch a record follow an address that moves, on the sandbox',
    configured: false,
    options: {},
    load: () => import('./demo.ts'),
  },
];
