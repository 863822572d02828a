import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/catalogue/index.ts';
import { describeOperation } from '../../src/api/describe.ts';
import type { Catalogue } from '../../src/api/operation.ts';
import { readArguments } from '../../src/cli/api/arguments.ts';
import { flags } from '../../src/cli/api/flags.ts';
import { documentOf, listText, operationHelp } from '../../src/cli/api/help.ts';
import { render } from '../../src/cli/api/print.ts';

const rows: Catalogue = catalogue;
const names = Object.keys(rows);
const read = (...words: string[]) => readArguments(words, rows);

describe('the help of every operation', () => {
  it.each(Object.entries(rows))('%s is shown with each of its parameters', (name, row) => {
    const help = operationHelp(name, row, 80);
    const { summary, parameters } = describeOperation(name, row);
    expect(help.replace(/\s+/g, ' ')).toContain(summary);
    for (const parameter of parameters) expect(help.split(/[ \n]/)).toContain(`--${parameter.name}`);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const document = documentOf(name, row);
    expect(Object.keys(document)).toEqual(['name', 'summary', 'effect', 'versions', 'parameters']);
    for (const parameter of document.parameters) {
      expect(Object.keys(parameter)).toEqual(['name', 'required', 'type', 'values', 'default', 'description']);
    }
  });

  it('has all operations in the list, in lines that fit a terminal', () => {
    const list = listText(names, rows, 80);
    for (const name of names) expect(list).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const line of list.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('the command line of hostpin api', () => {
  it('has no flag of its own that is also a parameter of an operation', () => {
    const parameters = names.flatMap((name) => (rows[name] ? describeOperation(name, rows[name]).parameters : []));
    expect(parameters.filter(({ name }) => Object.hasOwn(flags, name))).toEqual([]);
  });

  it.each<[string, string[], object]>([
    ['nothing', [], { operation: undefined, problems: [] }],
    ['a module', ['service'], { operation: 'service' }],
    ['a value after the name', ['service/getinfo', '--serviceName', 'x'], { params: { serviceName: 'x' } }],
    ['a value in the same word', ['service/getinfo', '--serviceName=a=b'], { params: { serviceName: 'a=b' } }],
    ['an empty value', ['service/getinfo', '--serviceName='], { params: { serviceName: '' } }],
    [
      'a value with a dash',
      ['service/dnscreate', '--ttl', '-', '--value', '--x'],
      { params: { ttl: '-', value: '--x' } },
    ],
    [
      'the operation last',
      ['--json', '--serviceName', 'x', 'service/getinfo'],
      { operation: 'service/getinfo', params: { serviceName: 'x' }, flags: { json: true } },
    ],
    [
      'a value that is an operation',
      ['service/ftpcreate', '--ftpPath', 'service/list'],
      { operation: 'service/ftpcreate', params: { ftpPath: 'service/list' } },
    ],
    [
      'a file that is called like an operation',
      ['--config', 'service/list', 'tool/hello'],
      { operation: 'tool/hello', flags: { config: 'service/list' } },
    ],
    ['a list with commas', ['tool/zonecheck', '--nameservers', 'a,b'], { params: { nameservers: 'a,b' } }],
    [
      'a list that repeats',
      ['tool/zonecheck', '--nameservers', 'a,b', '--nameservers', 'c'],
      { params: { nameservers: ['a', 'b', 'c'] } },
    ],
    [
      'a bare boolean',
      ['domain/list', '--renewable', '--all'],
      { params: { renewable: 'true' }, flags: { all: true } },
    ],
    ['a boolean with its value', ['domain/list', '--renewable', 'false'], { params: { renewable: 'false' } }],
    [
      'both spellings of a flag',
      ['tool/hello', '--log-level', 'debug', '--api.password-file=f'],
      { flags: { 'log.level': 'debug', 'api.password_file': 'f' } },
    ],
    [
      'a parameter from a file',
      ['service/mailcreate', '--param-file', 'password=a=b'],
      { files: [{ parameter: 'password', path: 'a=b' }] },
    ],
  ])('reads %s', (_what, words, wanted) => {
    expect(read(...words)).toMatchObject({ problems: [], ...wanted });
  });

  it.each<[string, string[], string]>([
    ['an unknown parameter', ['service/getinfo', '--servicename', 'x'], '--serviceName'],
    ['a flag that another command has', ['tool/hello', '--user', 'x'], '--user'],
    ['a value that is missing', ['service/getinfo', '--serviceName', '--json'], 'wants a value'],
    ['a value that is missing at the end', ['service/getinfo', '--serviceName'], 'wants a value'],
    ['a text that is given twice', ['service/getinfo', '--serviceName', 'x', '--serviceName', 'y'], 'more than once'],
    ['a flag that is given twice', ['tool/hello', '--config', 'x', '--config', 'y'], 'more than once'],
    ['a switch with a value', ['tool/hello', '--json=yes'], 'takes no value'],
    ['a file without its parameter', ['service/mailcreate', '--param-file', 'x'], 'NAME=FILE'],
    ['a file for no parameter', ['service/mailcreate', '--param-file', 'pasword=x'], 'password'],
    ['a word without a flag', ['tool/hello', 'secret-word'], 'belongs to no parameter'],
    ['words of a value without quotes', ['service/mailcreate', '--password', 'secret', 'word'], 'After --password'],
  ])('says what is wrong with %s', (_what, words, text) => {
    const { problems } = read(...words);
    expect(problems).toEqual([expect.stringContaining(text)]);
    expect(problems.join()).not.toContain('secret');
  });

  it('gives every value back as it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(fc.string(), { maxLength: 6 }), (name, values) => {
        const { parameters } = describeOperation(name, rows[name] ?? expect.fail());
        const given = parameters.slice(0, values.length).map((parameter, at) => [parameter.name, values[at] ?? '']);
        const words = given.map(([parameter, value]) => `--${parameter}=${value}`);
        expect(read(name, ...words)).toMatchObject({ params: Object.fromEntries(given), problems: [] });
      }),
    );
  });

  it('repeats no value in what it says is wrong, since any may be a secret', () => {
    const word = fc.oneof(
      fc.constantFrom(...names, '--json', '--password', '--param-file', '--x', '--', '-'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const { problems } = read('service/mailcreate', ...words, '--pasword', 'hunter2hunter2', 'hunter2hunter2');
        expect(problems.join()).not.toContain('hunter2');
      }),
    );
  });
});

describe('an answer for a person', () => {
  const page = { page: 1, pageLength: 2, results: 2, total: 5 };
  it.each<[string, unknown, number | undefined, string]>([
    ['an empty object', {}, 80, 'Done.'],
    ['an empty list', { services: [] }, 80, '(none)'],
    ['fields', { ip: '203.0.113.7', lang: 'es' }, 80, 'ip    203.0.113.7\nlang  es'],
    [
      'a list of entries',
      {
        dns: [
          { name: 'a', ttl: '-' },
          { name: 'bcdef', value: 1 },
        ],
      },
      80,
      'name   ttl  value\na      -\nbcdef       1',
    ],
    [
      'a page of a list',
      { queryInfo: page, dns: [{ a: 1 }, { a: 2 }] },
      80,
      'a\n1\n2\n(1 to 2 of 5; --page 2 is next, --all shows every page)',
    ],
    [
      'a page that is not there',
      { queryInfo: { ...page, page: 9, results: 0 }, dns: [] },
      80,
      '(none)\n(page 9 has nothing of 5)',
    ],
    [
      'entries too wide for the terminal',
      [
        { a: 'xxxxxxxx', b: 'yyyyyyyy' },
        { a: 1, b: 2 },
      ],
      12,
      'a  xxxxxxxx\nb  yyyyyyyy\n\na  1\nb  2',
    ],
    [
      'the same where a program may read',
      [{ a: 'xxxxxxxx', b: 'yyyyyyyy' }],
      undefined,
      'a         b\nxxxxxxxx  yyyyyyyy',
    ],
    ['tabs of such a text as spaces', { report: 'one\ttwo\nthree' }, 80, 'report\n  one    two\n  three'],
    ['a text of several lines', { a: 1, report: 'one\ntwo\n' }, 80, 'a       1\nreport\n  one\n  two'],
    [
      'entries by name',
      { ftp: { value: 1, max: 3 }, mail: { value: 0, max: 5 } },
      80,
      '      value  max\nftp   1      3\nmail  0      5',
    ],
    ['what a terminal would act on', { a: 'x\u001b[2Jy\u0007' }, 80, 'a  x\\u001b[2Jy\\u0007'],
  ])('shows %s', (_what, data, width, text) => {
    expect(render(data, width)).toBe(text);
  });

  it('shows anything, and never sends the terminal a control character', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.option(fc.nat(200), { nil: undefined }), (data, width) => {
        expect(render(data, width)).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });
});
