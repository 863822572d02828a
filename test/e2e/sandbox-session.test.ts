import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Caller, curlForm, curlMultipart, lacks, library, type Parameters, php, type Said } from './callers.ts';
import { eventually } from './eventually.ts';
import { file, folder, run, type Sandbox, sandbox } from './harness.ts';

const person = {
  Type: 'individual',
  ...{ FirstName: 'Ana', LastName: 'Núñez & Söhne', IdentNumber: '1', Email: 'ana@example.org' },
  ...{ Phone: '+34.600000000', Address: 'Calle Mayor 1', PostalCode: '28001', City: 'Madrid' },
  ...{ State: 'Madrid', Country: 'ES' },
};
const own = { domain: 'session.com' };
const zone = { serviceName: 'session.com' };
const servers = ['ns1.sandbox.example', 'ns2.sandbox.example'];

const noCurl = lacks('curl', 'curl');
const callers: [string, Caller, boolean][] = [
  ['the library', library, false],
  ['curl, form-encoded', curlForm, noCurl],
  ['curl, multipart', curlMultipart, noCurl],
  [
    'PHP, as the vendor sends',
    php,
    lacks('php', 'php-cli and php-curl', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']),
  ],
];

describe.each(callers)('a whole session by %s', (_, caller, missing) => {
  it.skipIf(missing)('orders, renews and transfers until the money is gone, with a restart in between', async () => {
    const state = join(folder(), 'state.json');
    const start = () => sandbox('--state', state);
    let provider: Sandbox = await start();
    const restart = async () => {
      expect(await provider.child.stop()).toBe(0);
      expect(statSync(state).mode & 0o777).toBe(0o600);
      expect(readFileSync(state, 'utf8')).not.toMatch(/demo-password|demo-key/);
      provider = await start();
    };
    const ask = (operation: string, parameters?: Parameters): Promise<Said> =>
      caller(provider.api, operation, parameters);
    const call = async (operation: string, parameters?: Parameters) => {
      const { code, data } = await ask(operation, parameters);
      expect([operation, code]).toEqual([operation, 0]);
      return data;
    };
    const becomes = (domain: string, status: string) =>
      eventually(
        () => call('domain/getinfo', { domain }),
        (data) => data.status === status,
      );

    const { contactID } = await call('contact/create', person);
    const order = { ...own, period: 1, ownerContactID: contactID, nameservers: servers };
    expect(await call('domain/create', order)).toMatchObject({
      billing: { total: 11.95, currency: 'EUR' },
      domains: [{ name: 'session.com', status: 'register-init', tsExpir: '' }],
    });
    expect(await call('service/create', { ...zone, productkey: 'mini' })).toMatchObject({
      services: [{ status: 'active', type: 'Mini hosting' }],
    });
    await call('service/mailcreate', { ...zone, name: 'info@session.com', password: 'ñ&=+%"\\' });
    const record = { ...zone, name: 'nas.session.com', type: 'A', value: '192.0.2.7', ttl: 300 };
    const { dns } = await call('service/dnscreate', record);
    await call('service/dnscreate', { ...zone, name: 'session.com', type: 'TXT', value: 'a "b" ñ & + %20' });

    await restart();
    expect(await call('contact/getinfo', { contactID })).toMatchObject({ lastName: 'Núñez & Söhne' });
    expect(await call('service/maillist', zone)).toMatchObject({ mail: [{ name: 'info@session.com' }] });
    expect(await call('service/dnsupdate', { ...zone, entityID: dns[0].entityID, value: '192.0.2.8' })).toMatchObject({
      dns: [{ name: 'nas.session.com', value: '192.0.2.8', ttl: '300' }],
    });
    expect(await call('service/dnslist', { ...zone, filterType: 'TXT' })).toMatchObject({
      dns: [{ value: 'a "b" ñ & + %20' }],
    });
    expect(await call('account/info')).toMatchObject({ balance: 78.6 });

    const { tsExpir } = await becomes('session.com', 'active');
    expect(await call('domain/renew', { ...own, curExpDate: tsExpir })).toMatchObject({
      billing: { total: 11.95 },
      domains: [{ status: 'renewed', renewPeriod: 1 }],
    });
    const transfer = { domain: 'taken.com', authcode: 'right', ownerContactID: contactID, nameservers: 'keepns' };
    expect(await call('domain/transfer', transfer)).toMatchObject({ domains: [{ status: 'transfer-init' }] });
    expect(await becomes('taken.com', 'active')).toMatchObject({ transferStatus: 'completed' });

    for (const balance of [44.75, 34.8, 24.85, 14.9, 4.95]) {
      await call('service/renew', zone);
      expect(await call('account/info')).toMatchObject({ balance });
    }
    expect(await ask('service/renew', zone)).toEqual({ code: 1100, data: [] });
    expect(await call('account/info')).toMatchObject({ balance: 4.95 });
  });
});

describe('hostpin sandbox', () => {
  it('keeps the newest state, also over a sudden end, and takes credentials from the new start', async () => {
    const state = join(folder(), 'state.json');
    const kept = () => JSON.parse(readFileSync(state, 'utf8')).world;
    const first = await sandbox('--state', state, '--service', 'example.org', '--record', 'a.example.org A 192.0.2.1');
    await Promise.all([
      first.move('198.51.100.1'),
      ...Array.from({ length: 30 }, (_, i) => first.move(`192.0.2.${i}`)),
    ]);
    await first.move('198.51.100.9');
    await eventually(kept, ({ publicAddress }) => publicAddress.ipv4 === '198.51.100.9');
    first.child.signal('SIGKILL');
    await first.child.ended;
    const second = await sandbox('--state', state, '--service', 'example.net', '--api-password', 'other');
    expect(second.child.stderr()).toContain('--service and --record are for a new one');
    expect(await second.records()).toMatchObject([{ name: 'a.example.org', value: '192.0.2.1' }]);
    expect(await library(second.api, 'tool/hello')).toMatchObject({ code: 201 });
  });

  it('leaves a file alone that is no state, and says so', async () => {
    const other = file('hostpin.yaml', 'user: alice\n');
    const { code, stdout, stderr } = await run(['sandbox', '--state', other]);
    expect([code, stdout]).toEqual([78, '']);
    expect(stderr).toBe(
      `--state ${other}: it is no JSON. It is left as it is: name another file, or delete this one.\n`,
    );
    expect(readFileSync(other, 'utf8')).toBe('user: alice\n');
  });

  it.each<[string[], number, string]>([
    [['--state', '/nowhere/state.json'], 78, "the state can't be written: there is no such file"],
    [['--api-version', '2.0'], 64, '1.0.14 or 1.0.20'],
    [['--max-operations', '100'], 64, '--max-operations: "100" is no limit'],
    [['--max-errors', '20/10d'], 64, '--max-errors'],
    [['--block', 'long'], 64, '--block: "long" is no time'],
  ])('refuses %s', async (args, code, words) => {
    const ran = await run(['sandbox', ...args]);
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) });
  });

  it('is of one version, and blocks who errs too often', async () => {
    const provider = await sandbox('--api-version', '1.0.14', '--max-errors', '2/1m', '--max-operations', '100/1m');
    const code = async (operation: string) => (await library(provider.api, operation)).code;
    expect(await library(provider.api, 'tool/hello')).toMatchObject({ code: 0, data: { version: '1.0.14' } });
    expect([await code('account/promos'), await code('account/promos'), await code('account/promos')]).toEqual([
      102, 102, 102,
    ]);
    expect(await code('tool/hello')).toBe(1030);
  });
});
