import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { apiSettings, file, oneDocument, program, type Sandbox, type Setup, sandbox, setUp } from './harness.ts';

type Place = { provider: Sandbox; dns: (...words: string[]) => ReturnType<Setup['run']> };

/** A provider with these records, and `hostpin dns` with the account's credentials and no terminal. */
const place = async (...records: string[]): Promise<Place> => {
  const provider = await sandbox(...records.flatMap((record) => ['--record', record]));
  const house = setUp(provider, { api: apiSettings });
  return { provider, dns: (...words) => house.run('dns', ...words) };
};

const short = async ({ provider }: Place): Promise<string[]> =>
  (await provider.records()).map(({ name, type, value }) => `${name} ${type} ${value}`).toSorted();

/** The operations that were called, without those that only look. */
const changesSeen = async ({ provider }: Place): Promise<string[]> =>
  (await provider.requests())
    .map(({ operation }) => operation.replace('service/', ''))
    .filter((operation) => operation !== 'list' && operation !== 'dnslist');

const outcomes = (stdout: string): string[] =>
  oneDocument(stdout).changes.map(({ name, outcome }: { name: string; outcome: string }) => `${name} ${outcome}`);

describe('hostpin dns', () => {
  it('creates, changes and deletes a record, and asks for nothing that is there already', async () => {
    const house = await place();
    expect(await house.dns('set', 'www.example.com', 'AAAA', '2001:DB8::0:1')).toMatchObject({
      code: 0,
      stdout: 'created    www.example.com AAAA 2001:db8::1\n',
    });
    await house.provider.forget();
    expect(await house.dns('set', 'WWW.example.com.', 'aaaa', '2001:db8:0::1')).toMatchObject({ code: 0 });
    expect(await changesSeen(house)).toEqual([]);
    const changed = await house.dns('set', 'www.example.com', 'AAAA', '2001:db8::2', '--ttl', '300', '--json');
    expect(oneDocument(changed.stdout).changes).toEqual([
      {
        action: 'update',
        name: 'www.example.com',
        type: 'AAAA',
        value: '2001:db8::2',
        ttl: 300,
        priority: null,
        previous: { name: 'www.example.com', type: 'AAAA', value: '2001:db8::1', ttl: null, priority: null },
        outcome: 'changed',
        message: '',
      },
    ]);
    expect(oneDocument((await house.dns('list', 'example.com', '--json')).stdout)).toMatchObject({
      service: 'example.com',
      records: [{ name: 'home.example.com' }, { name: 'www.example.com', ttl: 300 }],
    });
    await house.provider.forget();
    expect(await house.dns('delete', 'www.example.com')).toMatchObject({ code: 64, stdout: '' });
    expect(await house.provider.requests()).toEqual([]);
    expect(await house.dns('delete', 'www.example.com', '--yes')).toMatchObject({
      code: 0,
      stdout: 'deleted    www.example.com AAAA 2001:db8::2 (TTL 300)\n',
    });
    expect(await house.dns('delete', 'www.example.com', '--yes')).toMatchObject({ code: 0 });
    expect(await short(house)).toEqual(['home.example.com A 127.0.0.1']);
  });

  it('wants to know what becomes of several records of one name and type', async () => {
    const house = await place('a.example.com A 192.0.2.1', 'a.example.com A 192.0.2.2');
    const set = (...words: string[]) => house.dns('set', 'a.example.com', 'A', ...words);
    const refused = await set('192.0.2.3', '--json');
    expect(refused.code).toBe(64);
    expect(oneDocument(refused.stdout)).toMatchObject({ error: { name: 'several-records' } });
    expect((await set('192.0.2.2')).code).toBe(0);
    expect((await set('192.0.2.3', '--add')).code).toBe(0);
    expect((await set('192.0.2.2', '--replace')).code).toBe(64);
    expect(await short(house)).toHaveLength(3);
    expect((await set('192.0.2.2', '--replace', '--yes')).code).toBe(0);
    expect(await short(house)).toEqual(['a.example.com A 192.0.2.2']);
  });

  it('takes values as the shell gives them', async () => {
    const house = await place();
    const set = async (...words: string[]) => expect(await house.dns('set', ...words)).toMatchObject({ code: 0 });
    await set('example.com', 'MX', '5', 'MX.example.net.');
    await set('u.example.com', 'TXT', '--', '-all');
    await set('n.example.com', 'TXT', '0x0123');
    expect(await short(house)).toEqual([
      'example.com MX mx.example.net',
      'home.example.com A 127.0.0.1',
      'n.example.com TXT 0x0123',
      'u.example.com TXT -all',
    ]);
  });

  it('says what is in the way, and which zones there are', async () => {
    const house = await place('c.example.com CNAME example.com');
    const blocked = await house.dns('set', 'c.example.com', 'A', '192.0.2.1', '--json');
    expect([blocked.code, oneDocument(blocked.stdout).error.name]).toEqual([69, 'cname-conflict']);
    const elsewhere = await house.dns('list', 'www.example.net', '--json');
    expect([elsewhere.code, oneDocument(elsewhere.stdout).error.name]).toEqual([69, 'no-service']);
    expect(elsewhere.stderr).toContain('It has these: example.com');
    const dash = await house.dns('set', 'c.example.com', 'TXT', '-all');
    expect([dash.code, dash.stderr]).toEqual([64, expect.stringContaining('stands after --')]);
    expect(await changesSeen(house)).toEqual([]);
  });
});

const zoneFile = `$TTL 300
@    IN SOA ns1.example.net. me.example.net. ( 1 2 3 4 5 )
     IN NS  ns1.example.net.
@    IN MX  10 mail
www  IN A   192.0.2.1
mail IN A   192.0.2.2
new  IN TXT "one; " "two"
`;

describe('hostpin dns import and export', () => {
  it('shows the difference, makes it by single changes, and then finds nothing to do', async () => {
    const house = await place('www.example.com A 192.0.2.9', 'old.example.com A 192.0.2.8');
    const path = file('zone', zoneFile);
    const refused = await house.dns('import', 'example.com', path);
    expect(refused).toMatchObject({ code: 64, stdout: '' });
    expect(refused.stderr).toContain('change     www.example.com A 192.0.2.1 (TTL 300), was 192.0.2.9\n');
    expect(refused.stderr).toContain('4 changes in the zone of example.com, 0 of them a deletion');
    expect(refused.stderr).toContain('--yes');
    const shown = await house.dns('import', 'example.com', path, '--dry-run');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('change     www.example.com A 192.0.2.1 (TTL 300), was 192.0.2.9\n');
    expect(shown.stdout).toContain('keep       old.example.com A 192.0.2.8\n');
    expect(shown.stdout).toContain('leave out  line 2, example.com SOA: ');
    expect(shown.stdout).toContain("leave out  line 3, example.com NS: the zone's own name servers");
    expect(await changesSeen(house)).toEqual([]);
    expect((await house.dns('import', 'example.com', path, '--yes')).code).toBe(0);
    expect(await changesSeen(house)).toEqual(['dnsupdate', 'dnscreate', 'dnscreate', 'dnscreate']);
    const wanted = ['example.com MX mail.example.com', 'mail.example.com A 192.0.2.2', 'new.example.com TXT one; two'];
    expect(await short(house)).toEqual([...wanted, 'old.example.com A 192.0.2.8', 'www.example.com A 192.0.2.1']);
    await house.provider.forget();
    expect(await house.dns('import', 'example.com', path)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to do'),
    });
    expect(await changesSeen(house)).toEqual([]);
    expect((await house.dns('import', 'example.com', path, '--yes', '--delete')).stdout).toBe(
      "deleted    old.example.com A 192.0.2.8\nleave out  line 2, example.com SOA: the provider keeps it itself\nleave out  line 3, example.com NS: the zone's own name servers are the domain's (hostpin api domain/updatenameservers)\n",
    );
    expect(await short(house)).toEqual([...wanted, 'www.example.com A 192.0.2.1']);
  });

  it('takes back what it exported, over all pages of the list', async () => {
    const records = Array.from({ length: 1_100 }, (_, index) => `h${index}.example.com A 192.0.2.${index % 250}`);
    const house = await place(...records);
    const exported = await house.dns('export', 'example.com');
    expect(exported.stdout.split('\n').filter((line) => /\tA\t/.test(line))).toHaveLength(1_100);
    await house.provider.forget();
    const again = await house.dns(
      'import',
      'example.com',
      file('zone', exported.stdout),
      '--yes',
      '--delete',
      '--json',
    );
    expect(oneDocument(again.stdout)).toMatchObject({ changes: [], unchanged: 1_100, kept: [] });
    expect(await changesSeen(house)).toEqual([]);
  });

  it('uses no part of a file that it can not read whole', async () => {
    const house = await place();
    const broken = await house.dns(
      'import',
      'example.com',
      file('zone', `${zoneFile}bad A 192.0.2\n`),
      '--yes',
      '--json',
    );
    expect([broken.code, oneDocument(broken.stdout).error.messages]).toEqual([
      64,
      [expect.stringMatching(/line 8: bad.example.com A 192.0.2 must be an IPv4 address/)],
    ]);
    const empty = await house.dns('import', 'example.com', file('zone', '; nothing'), '--yes', '--delete');
    expect([empty.code, empty.stderr]).toEqual([64, expect.stringContaining('would empty the zone')]);
    expect(await house.provider.requests()).toEqual([]);
    const host = await house.dns('import', 'home.example.com', file('zone', ''), '--yes');
    expect([host.code, host.stderr]).toEqual([64, expect.stringContaining('takes the zone')]);
  });

  it.each<[string, object[], number, string[], string[]]>([
    [
      'goes on after a record that is refused',
      [{ on: 'api', operation: 'service/dnscreate', times: 1, do: { errorCode: 4004 } }],
      69,
      ['example.com failed', 'www.example.com created', 'mail.example.com created', 'new.example.com created'],
      ['dnscreate', 'dnscreate', 'dnscreate', 'dnscreate'],
    ],
    [
      'stops where the credentials are refused',
      [{ on: 'api', operation: 'service/dnscreate', times: 1, do: { errorCode: 1004 } }],
      77,
      ['example.com failed', 'www.example.com not-tried', 'mail.example.com not-tried', 'new.example.com not-tried'],
      ['dnscreate'],
    ],
    [
      'stops where the provider goes away, and says what may have been done',
      [{ on: 'api', operation: 'service/dnscreate', times: 1, do: 'reset', effect: true }],
      75,
      [
        'example.com unconfirmed',
        'www.example.com not-tried',
        'mail.example.com not-tried',
        'new.example.com not-tried',
      ],
      ['dnscreate'],
    ],
  ])('%s, and the next run does the rest', async (_, faults, code, expected, seen) => {
    const house = await place('keep.example.com A 192.0.2.7');
    const path = file('zone', zoneFile);
    await house.provider.faults(...faults);
    const first = await house.dns('import', 'example.com', path, '--yes', '--json');
    expect([first.code, outcomes(first.stdout)]).toEqual([code, expected]);
    expect(oneDocument(first.stdout)).toHaveProperty('error.action');
    expect(await changesSeen(house)).toEqual(seen);
    expect((await house.dns('import', 'example.com', path, '--yes')).code).toBe(0);
    expect(await short(house)).toEqual([
      'example.com MX mail.example.com',
      'keep.example.com A 192.0.2.7',
      'mail.example.com A 192.0.2.2',
      'new.example.com TXT one; two',
      'www.example.com A 192.0.2.1',
    ]);
    expect(readFileSync(path, 'utf8')).toBe(zoneFile);
  });

  it('ends between two changes when it is asked to, and says which', async () => {
    const provider = await sandbox();
    await provider.faults({ on: 'api', operation: 'service/dnscreate', times: 1, do: { delayMs: 1_500 } });
    const house = setUp(provider, { api: apiSettings });
    const child = house.start('dns', 'import', 'example.com', file('zone', zoneFile), '--yes', '--json');
    await eventually(provider.requests, (seen) => seen.some(({ operation }) => operation === 'service/dnscreate'));
    child.signal('SIGTERM');
    expect(await child.ended).toBe(75);
    expect(outcomes(child.stdout())).toEqual([
      'example.com created',
      'www.example.com not-tried',
      'mail.example.com not-tried',
      'new.example.com not-tried',
    ]);
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0)('asks on a terminal, and shows what it asks', async () => {
    const provider = await sandbox();
    const { config } = setUp(provider, { api: apiSettings });
    const words = ['dns', 'delete', 'home.example.com', '--config', config];
    const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
    const answer = (input: string) =>
      spawnSync('script', ['-qfec', command, '/dev/null'], { input, encoding: 'utf8', timeout: 60_000 });
    const refused = answer('n\n');
    expect([refused.status, refused.stdout]).toEqual([
      64,
      expect.stringContaining('delete     home.example.com A 127.0.0.1'),
    ]);
    expect(await provider.records()).toHaveLength(1);
    expect(answer('y\n').status).toBe(0);
    expect(await provider.records()).toEqual([]);
  });

  it('says what the credentials and the configuration lack', async () => {
    const provider = await sandbox();
    const wrong = setUp(provider, { api: { ...apiSettings, password: 'wrong-password' } });
    const refused = await wrong.run('dns', 'list', 'example.com', '--json');
    expect(refused.code).toBe(77);
    expect(oneDocument(refused.stdout).error.code).toBeGreaterThan(0);
    expect(refused.stdout + refused.stderr).not.toContain('wrong-password');
    expect((await setUp(provider).run('dns', 'list', 'example.com')).code).toBe(78);
    await provider.child.stop();
    expect((await setUp(provider, { api: apiSettings }).run('dns', 'list', 'example.com')).code).toBe(75);
  });
});
