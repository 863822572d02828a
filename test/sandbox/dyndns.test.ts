import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchange } from '../../src/sandbox/exchange.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { bodyOf, dyndns, now, request, stateOf } from './world.ts';

const right = { user: 'demo', password: 'demo-key', host: 'home.example.com' };
const say = (format: string, parameters: Record<string, string>, options: Partial<SandboxOptions> = {}) =>
  bodyOf(dyndns(stateOf(options), format, parameters).action);

describe('the dynamic DNS endpoint in plain text', () => {
  const rows: [
    sentence: string,
    parameters: Record<string, string>,
    answer: string,
    options?: Partial<SandboxOptions>,
  ][] = [
    [
      'says the address when it changed',
      { ...right, ip: '198.51.100.1' },
      'OK\nUPDATE: 198.51.100.1\nIP:198.51.100.1\n',
    ],
    ['says the address when it was there already', { ...right, ip: '127.0.0.1' }, 'OK\nIP:127.0.0.1\n'],
    ['takes the address that it sees where none is sent', right, 'OK\nUPDATE: 203.0.113.7\nIP:203.0.113.7\n'],
    ['speaks Spanish by default', { ...right, password: 'x' }, 'ERROR\nDatos incorrectos\n'],
    ['speaks English when asked', { ...right, password: 'x', lang: 'en' }, 'ERROR\nIncorrect data\n'],
    ['says the same of a wrong user', { ...right, user: 'x', lang: 'en' }, 'ERROR\nIncorrect data\n'],
    ['says the same of a missing key', { user: 'demo', host: right.host, lang: 'en' }, 'ERROR\nIncorrect data\n'],
    [
      'says the same of a key under the name apikey',
      { user: 'demo', apikey: 'demo-key', host: right.host, lang: 'en' },
      'ERROR\nIncorrect data\n',
    ],
    [
      'takes the name apikey where it is told to',
      { user: 'demo', apikey: 'demo-key', host: right.host, ip: '127.0.0.1' },
      'OK\nIP:127.0.0.1\n',
      { keyParameter: 'apikey' },
    ],
    [
      'refuses the name password where it takes apikey only',
      { ...right, lang: 'en' },
      'ERROR\nIncorrect data\n',
      { keyParameter: 'apikey' },
    ],
    [
      'takes either name where it is told to',
      { ...right, ip: '127.0.0.1' },
      'OK\nIP:127.0.0.1\n',
      { keyParameter: 'both' },
    ],
    ['does not create a record', { ...right, host: 'new.example.com', lang: 'en' }, 'ERROR\nHost not found\n'],
    ['wants a host', { user: 'demo', password: 'demo-key', lang: 'en' }, 'ERROR\nHost not found\n'],
    ['refuses what is no address', { ...right, ip: '1.2.3', lang: 'en' }, 'ERROR\nInvalid IP address\n'],
    ['refuses an IPv6 address', { ...right, ip: '2001:db8::1', lang: 'en' }, 'ERROR\nInvalid IP address\n'],
    ['refuses an address with leading zeros', { ...right, ip: '010.0.0.1', lang: 'en' }, 'ERROR\nInvalid IP address\n'],
    [
      'takes names in any case and with a final dot',
      { ...right, host: 'HOME.example.com.', ip: '127.0.0.1' },
      'OK\nIP:127.0.0.1\n',
    ],
    [
      'takes a wildcard as a name of its own',
      { ...right, host: '*.example.com', ip: '198.51.100.1' },
      'OK\nUPDATE: 198.51.100.1\nIP:198.51.100.1\n',
      { records: ['*.example.com A 127.0.0.1'] },
    ],
    [
      'does not find a name below a wildcard',
      { ...right, lang: 'en' },
      'ERROR\nHost not found\n',
      { records: ['*.example.com A 127.0.0.1'] },
    ],
    [
      'knows A records only',
      { ...right, lang: 'en' },
      'ERROR\nHost not found\n',
      { records: ['home.example.com AAAA 2001:db8::1'] },
    ],
  ];
  it.each(rows)('%s', (_, parameters, answer, options) => expect(say('plain', parameters, options)).toBe(answer));
});

describe('the dynamic DNS endpoint in JSON', () => {
  const ts = '2026-01-02T03:04:05+00:00';
  const rows: [string, Record<string, string>, object][] = [
    [
      'has user, messages and host on a change',
      { ...right, ip: '198.51.100.1', lang: 'en' },
      {
        success: true,
        version: '2.0',
        ts,
        user: 'demo',
        messages: ['Host updated'],
        host: { name: 'home.example.com', value: '198.51.100.1', type: 'A', updated: true },
      },
    ],
    [
      'has no messages where nothing changed',
      { ...right, ip: '127.0.0.1' },
      {
        success: true,
        version: '2.0',
        ts,
        user: 'demo',
        host: { name: 'home.example.com', value: '127.0.0.1', type: 'A', updated: false },
      },
    ],
    [
      'omits the user where its name is wrong',
      { ...right, user: 'x', lang: 'en' },
      { success: false, version: '2.0', ts, messages: ['Incorrect data'] },
    ],
    [
      'omits the host where it is not found',
      { ...right, host: 'x.example.com', lang: 'en' },
      { success: false, version: '2.0', ts, user: 'demo', messages: ['Host not found'] },
    ],
  ];
  it.each(rows)('%s', (_, parameters, answer) => expect(JSON.parse(say('json', parameters))).toEqual(answer));
});

describe('the dynamic DNS endpoint in XML', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const ok = '<data success="true" version="2.0" oper="update">';
  const no = '<data success="false" version="2.0" oper="update">';
  const user = '<user t="2026-01-02T03:04:05+00:00">demo</user>';
  const host = (value: string) => `<host type="A"><name>home.example.com</name><value>${value}</value></host>`;
  const rows: [string, Record<string, string>, string][] = [
    [
      'has request success on a change',
      { ...right, ip: '198.51.100.1', lang: 'en' },
      `${ok}<resData>${user}<request success="true"/></resData>${host('198.51.100.1')}<informs><inform>Host updated</inform></informs></data>`,
    ],
    [
      'has no request success where nothing changed',
      { ...right, ip: '127.0.0.1', lang: 'en' },
      `${ok}<resData>${user}<request success="false"/></resData>${host('127.0.0.1')}<informs><inform>Host already up to date</inform></informs></data>`,
    ],
    [
      'has no resData where the key is wrong',
      { ...right, password: 'x', lang: 'en' },
      `${no}<errors><error>Incorrect data</error></errors></data>`,
    ],
    [
      'has no host where it is not found',
      { ...right, host: 'x.example.com', lang: 'en' },
      `${no}<resData>${user}<request success="false"/></resData><errors><error>Host not found</error></errors></data>`,
    ],
  ];
  it.each(rows)('%s', (_, parameters, answer) => expect(say('xml', parameters)).toBe(`${head}${answer}\n`));
});

describe('the dynamic DNS endpoint', () => {
  it('changes its record and no other', () => {
    const state = stateOf({ records: ['home.example.com A 127.0.0.1', 'nas.example.com A 127.0.0.2'] });
    const { state: next } = dyndns(state, 'json', { ...right, ip: '198.51.100.1' });
    expect(next.world.records.map(({ value }) => value)).toEqual(['198.51.100.1', '127.0.0.2']);
    expect(state.world.records.map(({ value }) => value)).toEqual(['127.0.0.1', '127.0.0.2']);
  });

  it('takes a posted form, with and without the final slash', () => {
    const body = Buffer.from(new URLSearchParams({ ...right, ip: '127.0.0.1' }).toString());
    for (const path of ['/plain/', '/plain']) {
      const { action } = exchange(stateOf(), 'dyndns', request({ method: 'POST', path, body }), now);
      expect(bodyOf(action)).toBe('OK\nIP:127.0.0.1\n');
    }
  });

  it.each(['/', '/yaml/', '/json/x/', '/constructor/'])('has no path %s', (path) => {
    expect(exchange(stateOf(), 'dyndns', request({ path }), now).action).toMatchObject({ status: 404 });
  });

  it('notes requests without credentials', () => {
    const { state } = dyndns(stateOf(), 'json', { ...right, ip: '127.0.0.1' });
    expect(state.requests).toEqual([
      {
        at: '2026-01-02T03:04:05+00:00',
        on: 'dyndns',
        method: 'GET',
        path: '/json/',
        operation: 'json',
        host: 'home.example.com',
        ip: '127.0.0.1',
        userAgent: '',
      },
    ]);
    expect(JSON.stringify(state.requests)).not.toContain('demo-key');
  });

  it('answers any query and any body in a format that can be read', () => {
    const state = stateOf();
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.uint8Array(),
        (query, host, body) => {
          for (const format of ['json', 'xml', 'plain']) {
            exchange(state, 'dyndns', request({ path: `/${format}/`, query }), now);
            exchange(
              stateOf(),
              'dyndns',
              request({ method: 'POST', path: `/${format}/`, body: Buffer.from(body) }),
              now,
            );
            expect(say(format, { ...right, host, ip: query })).not.toBe('');
          }
          expect(JSON.parse(say('json', { ...right, host })).success).toBe(
            host.toLowerCase().replace(/\.$/, '') === right.host,
          );
        },
      ),
    );
  });

  it('has the address that it confirmed', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const { state, action } = dyndns(stateOf(), 'json', { ...right, ip });
        expect(state.world.records[0]?.value).toBe(ip);
        expect(JSON.parse(bodyOf(action)).host).toMatchObject({ value: ip, updated: ip !== '127.0.0.1' });
        expect(JSON.parse(bodyOf(dyndns(state, 'json', { ...right, ip }).action)).host.updated).toBe(false);
      }),
    );
  });
});
