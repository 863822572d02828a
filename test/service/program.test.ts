import { describe, expect, it } from 'vitest';
import { freeUserId, makeUser, removeUser } from '../../src/service/controls.ts';
import { programOf } from '../../src/service/program.ts';

const node = '/usr/bin/node';
const global = '/usr/local/lib/node_modules/hostpin/dist/main.js';

describe('the command of a service', () => {
  it.each([
    ['a global installation is run by its runtime', node, global, [], [node, global]],
    [
      'a link is kept, since it outlives upgrades',
      node,
      '/usr/local/bin/hostpin',
      [global],
      [node, '/usr/local/bin/hostpin'],
    ],
    ['a single executable is itself', '/opt/hostpin/hostpin', undefined, [], ['/opt/hostpin/hostpin']],
    [
      'a version of Homebrew is named by the link that stays',
      '/opt/homebrew/Cellar/node@24/24.1.0/bin/node',
      '/opt/homebrew/lib/node_modules/hostpin/dist/main.js',
      [],
      ['/opt/homebrew/opt/node@24/bin/node', '/opt/homebrew/lib/node_modules/hostpin/dist/main.js'],
    ],
  ])('%s', (_, execPath, script, realPaths, command) => {
    const program = programOf({ execPath, ...(script === undefined ? {} : { script }), realPaths });
    expect(program).toEqual({ kind: 'command', command });
  });

  it('is a copy of a single executable that lies where no service can see it', () => {
    const execPath = '/home/alice/Downloads/hostpin-linux-x64';
    expect(programOf({ execPath, realPaths: [execPath] })).toEqual({
      kind: 'command',
      command: ['/usr/local/bin/hostpin'],
      copyFrom: execPath,
    });
  });

  it.each([
    ['a script in a home', node, '/home/alice/hostpin/dist/main.js', []],
    ["root's runtime", '/root/.nvm/versions/node/v24.1.0/bin/node', global, []],
    ['a link into a home', node, '/usr/local/bin/hostpin', ['/home/alice/hostpin/dist/main.js']],
    ["npx's cache", node, '/var/cache/npm/_npx/1a2b/node_modules/.bin/hostpin', []],
    ['a temporary folder', node, '/tmp/hostpin/dist/main.js', []],
    ['a path that would need quoting', node, '/opt/my $tools/main.js', []],
  ])('is none for %s', (_, execPath, script, realPaths) => {
    const program = programOf({ execPath, script, realPaths: [execPath, ...realPaths] });
    expect(program.kind).toBe('wrong');
    if (program.kind === 'wrong') expect(program.fix).not.toBe('');
  });

  it('of another system is what that one has, where ours is seen by no service', () => {
    const running = { execPath: '/usr/bin/node', script: '/tmp/x/dist/main.js', realPaths: [] };
    expect(programOf(running, true)).toEqual({ kind: 'command', command: ['/usr/bin/env', 'hostpin'] });
  });
});

describe("a service's user", () => {
  it('is made and removed by the same family of programs', () => {
    expect(makeUser('adduser', 'hostpin', 0)[0]?.[0]).toBe('adduser');
    expect(removeUser('adduser', 'hostpin')).toEqual(['deluser', 'hostpin']);
    expect(removeUser('useradd', 'hostpin')).toEqual(['userdel', 'hostpin']);
    expect(makeUser('dscl', '_hostpin', 397)[0]).toEqual([
      'dscl',
      '.',
      '-create',
      '/Users/_hostpin',
      'UniqueID',
      '397',
    ]);
  });

  it('of macOS gets a number that nobody has', () => {
    expect(freeUserId('_www    70\n_mailman 399\nroot 0\n_other   398\n')).toBe(397);
    expect(freeUserId('')).toBe(399);
  });
});
