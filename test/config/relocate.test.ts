import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../src/config/paths.ts';
import { type Destination, relocate } from '../../src/config/relocate.ts';

const to = (base: string, inPlace = false): Destination => ({
  keyFile: '/etc/hostpin/key',
  passwordFile: '/etc/credstore/hostpin.api-password',
  caFile: '/etc/hostpin/ca.pem',
  stateDir: '/var/lib/hostpin',
  inPlace,
  isHidden: (path) => path.startsWith('/home/'),
  resolve: (path) => resolvePath(path, '/home/alice', base),
});
const home = to('/home/alice');
const place = to('/etc/hostpin', true);

const rest = 'key_file: /etc/hostpin/key\nstate_dir: /var/lib/hostpin\n';

describe('a configuration for a service', () => {
  it.each<[string, string, Destination, object]>([
    [
      'loses a key that it has in itself, and keeps comments and order',
      '# mine\nuser: alice # me\nkey: secret\nhosts: [a.example.com]\n',
      home,
      { text: `# mine\nuser: alice # me\nhosts: [a.example.com]\n${rest}`, key: 'inline', password: undefined },
    ],
    [
      'names the key where the service has it',
      'user: alice\nkey_file: ~/key\nhosts: [a.example.com]\nstate_dir: ./state\n',
      home,
      {
        text: 'user: alice\nkey_file: /etc/hostpin/key\nhosts: [a.example.com]\nstate_dir: /var/lib/hostpin\n',
        key: { file: '/home/alice/key' },
      },
    ],
    [
      "does the same with the main API's password",
      `user: alice\n${rest}api: {user: a, password: secret}\n`,
      home,
      {
        text: `user: alice\n${rest}api: {user: a, password_file: /etc/credstore/hostpin.api-password}\n`,
        key: { file: '/etc/hostpin/key' },
        password: 'inline',
      },
    ],
    [
      'takes certificates along that the service could not see',
      `user: alice\n${rest}endpoints:\n  ca_file: ca.pem\n`,
      home,
      { text: `user: alice\n${rest}endpoints:\n  ca_file: /etc/hostpin/ca.pem\n`, ca: '/home/alice/ca.pem' },
    ],
    [
      'names other certificates by their whole path',
      `user: alice\n${rest}endpoints:\n  ca_file: ca.pem\n`,
      to('/opt/hostpin'),
      { text: `user: alice\n${rest}endpoints:\n  ca_file: /opt/hostpin/ca.pem\n`, ca: undefined },
    ],
    [
      'that is in place and right stays as it is, odd spaces and relative paths included',
      'user:   alice\nkey_file: key\nstate_dir: /var/lib/hostpin\nhosts: [ a.example.com ]',
      place,
      {
        text: 'user:   alice\nkey_file: key\nstate_dir: /var/lib/hostpin\nhosts: [ a.example.com ]',
        key: { file: '/etc/hostpin/key' },
      },
    ],
    [
      'leaves values as they were written',
      'user: 010\nlang: "es"\ndetect: {timeout: 5s, agree: 1e0}\nkey: no\n',
      home,
      { text: `user: 010\nlang: "es"\ndetect: {timeout: 5s, agree: 1e0}\n${rest}` },
    ],
  ])('%s', async (_, text, destination, expected) => {
    expect(await relocate(text, destination)).toMatchObject({ kind: 'relocated', ...expected });
  });

  it('is a problem, and not a fault, where an alias stands for the key', async () => {
    const relocated = await relocate('key: &it qwertyuiop\nuser: *it\nhosts: [a.example.com]\n', home);
    expect(relocated).toMatchObject({ kind: 'wrong' });
    expect(JSON.stringify(relocated)).not.toContain('qwertyuiop');
  });

  it('never throws, and is done after one time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        const once = await relocate(text, home);
        if (once.kind === 'wrong') return;
        const twice = await relocate(once.text, home);
        if (twice.kind === 'relocated') expect(twice.text).toBe(once.text);
      }),
    );
  });
});
