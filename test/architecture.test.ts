import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findings, relativeImports } from './architecture.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const files = globSync('**/*.ts', { cwd: src }).sort();
const read = (file: string): string => readFileSync(`${src}${file}`, 'utf8');

describe('the house', () => {
  it('has its rules kept by every file (see src/README.md)', () => {
    const broken = files.flatMap((file) =>
      findings(file, read(file)).map(({ line, rule, what }) => `src/${file}:${line} ${rule}: ${what}`),
    );
    expect(broken).toEqual([]);
  });

  it('imports files that exist, and none outside of src', () => {
    const missing = files.flatMap((file) =>
      relativeImports(file, read(file))
        .filter((to) => !existsSync(`${src}${to}`))
        .map((to) => `src/${file} imports ${to}`),
    );
    expect(missing).toEqual([]);
  });

  it('is really looked at', () => {
    expect(files).toContain('core/observation.ts');
    expect(files.length).toBeGreaterThan(10);
  });
});

const offences: [sentence: string, file: string, text: string, rule: string][] = [
  ['core imports the platform', 'core/a.ts', `import { x } from '../platform/http.ts';`, 'rooms'],
  ['core imports even a type of another room', 'core/a.ts', `import type { X } from '../config/config.ts';`, 'rooms'],
  ['core imports a package', 'core/a.ts', `import { z } from 'zod';`, 'one door per package'],
  ['core reads a file', 'core/a.ts', `import { readFileSync } from 'node:fs';`, 'node: stays in platform'],
  ['detect imports dyndns', 'detect/a.ts', `import { x } from '../dyndns/client.ts';`, 'rooms'],
  ['report imports config', 'report/a.ts', `import type { Config } from '../config/config.ts';`, 'rooms'],
  ["api re-exports what is detect's", 'api/a.ts', `export { x } from '../detect/a.ts';`, 'rooms'],
  ['api re-exports all of detect', 'api/a.ts', `export * from '../detect/a.ts';`, 'rooms'],
  ['dyndns imports a value of the platform', 'dyndns/a.ts', `import { send } from '../platform/http.ts';`, 'rooms'],
  [
    'an inline type still loads the module',
    'dyndns/a.ts',
    `import { type Http } from '../platform/ports.ts';`,
    'rooms',
  ],
  ['an import happens late', 'service/a.ts', `const f = async () => import('../cli/context.ts');`, 'rooms'],
  ['a type is imported in place', 'service/a.ts', `let x: import('../cli/context.ts').ExitCode;`, 'rooms'],
  ['the sandbox imports a client', 'sandbox/a.ts', `import type { X } from '../dyndns/reply.ts';`, 'rooms'],
  ['the sandbox imports core', 'sandbox/a.ts', `import { parseAddress } from '../core/address.ts';`, 'rooms'],
  ['a client imports the sandbox', 'api/a.ts', `import { x } from '../sandbox/world.ts';`, 'rooms'],
  ['the agent imports the sandbox', 'agent/a.ts', `import { x } from '../sandbox/world.ts';`, 'rooms'],
  ['the platform imports the agent', 'platform/a.ts', `import type { X } from '../agent/round.ts';`, 'rooms'],
  ['a folder is no room', 'extras/a.ts', `import { x } from '../core/exit.ts';`, 'rooms'],
  ['a codec imports what is no codec', 'dyndns/json.ts', `import { x } from './client.ts';`, 'codecs are pure'],
  ['a codec imports a package with I/O', 'detect/codec/a.ts', `import { request } from 'undici';`, 'codecs are pure'],
  ['undici comes in by a second door', 'dyndns/client.ts', `import { request } from 'undici';`, 'one door per package'],
  ['undici comes in late', 'agent/a.ts', `const f = () => import('undici');`, 'one door per package'],
  ['pino comes in by a second door', 'agent/a.ts', `import { pino } from 'pino';`, 'one door per package'],
  ['a part of a package is the package', 'core/a.ts', `import * as z from 'zod/mini';`, 'one door per package'],
  ['a package has no door', 'platform/a.ts', `import x from '@scope/new-package/part';`, 'one door per package'],
  ['an import is computed', 'cli/a.ts', `const f = (name: string) => import(name);`, 'readable imports'],
  ['an import has no ending', 'core/a.ts', `import { x } from './b';`, 'readable imports'],
  ['the agent opens a socket', 'agent/a.ts', `import net from 'node:net';`, 'node: stays in platform'],
  [
    'a whole node: module is taken for one pure name',
    'config/a.ts',
    `import * as url from 'node:url';`,
    'node: stays in platform',
  ],
  [
    'an impure name comes with a pure one',
    'config/a.ts',
    `import { domainToASCII, fileURLToPath } from 'node:url';`,
    'node: stays in platform',
  ],
  ['a node: module is loaded for its effect', 'config/a.ts', `import 'node:url';`, 'node: stays in platform'],
  ['the clock is read', 'core/a.ts', 'const f = () => Date.now();', 'time, chance and the process are arguments'],
  ['the clock is passed on', 'agent/a.ts', 'const f = Date.now;', 'time, chance and the process are arguments'],
  [
    'the clock is read by its other name',
    'agent/a.ts',
    `const f = Date['now'];`,
    'time, chance and the process are arguments',
  ],
  ['a date is now', 'report/a.ts', 'const now = new Date();', 'time, chance and the process are arguments'],
  ['chance decides', 'core/a.ts', 'const jitter = Math.random() * 5;', 'time, chance and the process are arguments'],
  [
    'the environment is read',
    'config/a.ts',
    'const home = process.env.HOME;',
    'time, chance and the process are arguments',
  ],
  ['the process is a shorthand', 'cli/a.ts', 'const f = { process };', 'time, chance and the process are arguments'],
  [
    'the global object is a way round',
    'cli/a.ts',
    'globalThis.process.exit(1);',
    'time, chance and the process are arguments',
  ],
  ['something is printed', 'cli/a.ts', `console.log('x');`, 'time, chance and the process are arguments'],
  ['a timer is set', 'agent/a.ts', 'setTimeout(() => {}, 5);', 'time, chance and the process are arguments'],
  ['a file is long', 'core/a.ts', 'let x = 1;\n'.repeat(221), 'a file is one idea'],
  ['a name says nothing', 'core/string-utils.ts', 'export {};', 'names from the field'],
  ["a path is a machine's", 'core/a.ts', `const x = '/home/alice/key';`, 'no words of a machine'],
];

describe('the rules', () => {
  it.each(offences)('find it where %s', (_sentence, file, text, rule) => {
    expect(findings(file, text).map((each) => each.rule)).toContain(rule);
  });

  const allowed: [sentence: string, file: string, text: string][] = [
    ['core imports core', 'core/a.ts', `import { x } from './b.ts';\nimport type { Y } from './c.ts';`],
    ['core reads addresses', 'core/address.ts', `import ipaddr from 'ipaddr.js';`],
    ['detect has types of the platform', 'detect/a.ts', `import type { Http } from '../platform/ports.ts';`],
    [
      'a codec parses XML',
      'dyndns/xml.ts',
      `import { XMLParser } from 'fast-xml-parser';\nimport { x } from './reply.ts';`,
    ],
    ['the configuration knows Punycode', 'config/a.ts', `import { domainToASCII } from 'node:url';`],
    ['the platform does I/O', 'platform/a.ts', `import fs from 'node:fs';\nsetTimeout(() => {}, Date.now());`],
    ['the agent ties rooms', 'agent/a.ts', `import { a } from '../detect/a.ts';\nimport { b } from '../dyndns/b.ts';`],
    ['a command starts the sandbox', 'cli/sandbox.ts', `const f = () => import('../sandbox/sandbox.ts');`],
    ['undici is used by the platform', 'platform/http.ts', `const f = () => import('undici');`],
    ['a type is free', 'agent/a.ts', `import type { Logger } from 'pino';`],
    ['a date is read from a number', 'report/a.ts', 'const text = new Date(5).toISOString();'],
    [
      'a property has the name of a global',
      'core/a.ts',
      'const f = (x: { process: number; fetch(): void }) => x.process;',
    ],
    [
      'a word stands in a comment or a string',
      'core/a.ts',
      `// Date.now() and process.exit\nconst x = "import 'undici'";`,
    ],
    ['a file is as long as it may be', 'core/a.ts', 'let x = 1;\n'.repeat(220)],
  ];
  it.each(allowed)('find nothing where %s', (_sentence, file, text) => {
    expect(findings(file, text)).toEqual([]);
  });
});
