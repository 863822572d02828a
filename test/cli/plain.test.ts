import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { readCommandLine } from '../../src/cli/parser.ts';
import { readPlain } from '../../src/cli/plain.ts';

describe('a plain command line', () => {
  it.each([
    ['update', {}],
    ['run --config /etc/hostpin/hostpin.yaml', { config: '/etc/hostpin/hostpin.yaml' }],
    ['update --config ./a-b_c.yaml --json', { config: './a-b_c.yaml', json: true }],
    ['update --dry-run --force', { 'dry-run': true, force: true }],
    ['status --json', { json: true }],
  ])('is read without the parser: %s', (line, flags) => {
    expect(readPlain(line.split(' '))).toMatchObject({ flags });
  });

  it.each([
    ['nothing', ''],
    ['an unknown command', 'updaet'],
    ['help', 'update --help'],
    ['the version', '--version'],
    ['a host', 'update home.example.com'],
    ['a flag before the command', '--config a.yaml update'],
    ['a flag with a value', 'update --ip 203.0.113.7'],
    ['a switch with a value', 'update --json=false'],
    ['a switch negated', 'update --no-json'],
    ['a flag given twice', 'update --json --json'],
    ['a file that is missing', 'update --config'],
    ['a file that looks like a flag', 'update --config --json'],
    ['a file in quotation marks', "update --config 'a.yaml'"],
    ['the end of the flags', 'update --'],
    ['a command whose words must follow', 'import'],
    ['a name that every object has', 'update --constructor'],
  ])('is left to the parser: %s', (_what, line) => {
    expect(readPlain(line.split(' ').filter(Boolean))).toBeUndefined();
  });

  it('is read as the parser reads it', async () => {
    const names = commands.map(({ usage }) => usage.split(' ')[0] ?? '');
    const flags = ['--json', '--force', '--dry-run', '--config', '--log-level', '--', '-h', '--help', '--ip'];
    const others = ['hostpin.yaml', '/etc/x', '203.0.113.7', '7', '0x10', 'true', '', '-', '.', "'q'"];
    const words = fc.array(fc.constantFrom(...flags, ...flags, ...others), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), words, async (name, rest) => {
        const plain = readPlain([name, ...rest]);
        if (plain === undefined) return;
        const { asked, wrong, output } = await readCommandLine([name, ...rest]);
        expect({ wrong, output, command: asked?.command }).toEqual({
          wrong: undefined,
          output: '',
          command: plain.command,
        });
        const { _: _words, $0: _program, ...given } = asked?.flags ?? {};
        // What was not given is an empty list where there may be words.
        const said = Object.entries(given).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
        expect(Object.fromEntries(said)).toEqual(plain.flags);
      }),
      { numRuns: 300 },
    );
  });
});
