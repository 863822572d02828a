import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeConfiguration } from '../../src/config/written.ts';

it('writes the three lines as a person would', () => {
  expect(
    writeConfiguration({ user: 'alice', keyFile: '/etc/hostpin/key', hosts: ['home.example.com'], types: ['A'] }),
  ).toBe('user: alice\nkey_file: /etc/hostpin/key\nhosts: [home.example.com]\n');
});

it('gives back what it was given, whatever the texts are', () => {
  const text = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(text, text, text, (user, keyFile, apiUser) => {
      const api = { user: apiUser, passwordFile: keyFile };
      const written = writeConfiguration({
        user,
        keyFile,
        hosts: ['*.example.com'],
        types: ['A', 'AAAA'],
        api,
        every: '5m',
      });
      expect(parse(written)).toEqual({
        user,
        key_file: keyFile,
        hosts: [{ name: '*.example.com', types: ['A', 'AAAA'] }],
        api: { user: apiUser, password_file: keyFile },
        schedule: { every: '5m' },
      });
    }),
  );
});
