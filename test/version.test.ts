import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { userAgent, version } from '../src/version.ts';

it('the program has the version of its package', () => {
  const { version: packaged } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(version).toBe(packaged);
  expect(userAgent).toBe(`hostpin/${packaged}`);
});
