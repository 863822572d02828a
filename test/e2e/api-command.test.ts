import { execFileSync, spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import {
  apiSettings,
  file,
  folder,
  later,
  oneDocument,
  program,
  run,
  type Sandbox,
  sandbox,
  serve,
} from './harness.ts';

/** A configuration with the main API alone. */
const configOf = (api: string, account: object = apiSettings): string =>
  file('hostpin.yaml', JSON.stringify({ api: account, endpoints: { api } }));

const dnsOf = ['service/dnslist', '--serviceName', 'example.com'];

const callsOf = async (provider: Sandbox) => (await provider.requests()).map(({ operation }) => operation);

describe('hostpin api', () => {
  it('lists every operation without a configuration', async () => {
    const listed = await run(['api', '--json']);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    const operations = oneDocument(listed.stdout);
    expect(operations).toHaveLength(87);
    expect(Object.keys(operations[0])).toEqual(['name', 'summary', 'effect', 'versions', 'parameters']);
    expect(await run(['api', 'tool'])).toMatchObject({ code: 0, stdout: expect.stringContaining('tool/dig') });
    const help = await run(['api', 'service/dnscreate', '--help']);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--serviceName') });
  });

  it.each<[string, string[], string[]]>([
    ['an unknown operation', ['service/dnscrate'], ['service/dnscreate']],
    ['an operation without its module', ['dnslist'], ['service/dnslist']],
    [
      'every problem at once',
      [...dnsOf, '--page', 'x', '--filtertype', 'A', '--raw', '--all'],
      ['--page must be a number', '--filterType', 'envelope'],
    ],
    ['pages of what has none', ['tool/hello', '--all'], ['--all']],
    [
      'a file that is not there',
      ['service/mailcreate', '--param-file', 'password=/nonexistent/file'],
      ['no such file', '--serviceName is required'],
    ],
    ['what deletes, without a terminal', ['service/dnsdeleteall', '--serviceName', 'example.com'], ['--yes']],
    ['what costs, without a terminal', ['service/renew', '--serviceName', 'example.com'], ['--yes']],
  ])('refuses %s with 64, before anything is sent', async (_what, words, texts) => {
    const { code, stdout, stderr } = await run(['api', '--json', ...words, '--config', configOf('http://127.0.0.1:1')]);
    expect({ code, error: oneDocument(stdout).error }).toMatchObject({
      code: 64,
      error: { code: null, action: 'fix' },
    });
    for (const text of texts) expect(stderr).toContain(text);
  });

  it('prints what an operation answers: as text, as JSON, with its envelope, page by page', async () => {
    const provider = await sandbox('--record', 'home.example.com A 127.0.0.1', '--record', 'b.example.com A 127.0.0.2');
    const config = configOf(provider.api);
    const api = (...words: string[]) => run(['--config', config, 'api', ...words]);
    expect(await api('tool/hello')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^ip +203\.0\.113\.7\n/),
    });
    const raw = await api('tool/hello', '--raw');
    expect(oneDocument(raw.stdout)).toMatchObject({
      success: true,
      action: 'tool/hello',
      responseData: { lang: 'es' },
    });
    const created = await api(
      'service/dnscreate',
      '--serviceName=example.com',
      '--name',
      'c.example.com',
      '--type',
      'TXT',
      '--value',
      '--all is well',
    );
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('--all is well') });
    const first = await api(...dnsOf, '--pageLength', '1');
    expect(first.stdout).toContain('(1 to 1 of 3; --page 2 is next');
    await provider.forget();
    const all = oneDocument((await api(...dnsOf, '--pageLength', '1', '--all', '--json')).stdout);
    expect(all.dns.map(({ name }: { name: string }) => name)).toHaveLength(3);
    expect(all.queryInfo).toMatchObject({ page: 1, results: 3, total: 3 });
    expect(await callsOf(provider)).toEqual(['service/dnslist', 'service/dnslist', 'service/dnslist']);
    const [{ entityID }] = all.dns;
    const deleted = await api('service/dnsdelete', '--serviceName', 'example.com', '--entityID', entityID, '--yes');
    expect(deleted).toMatchObject({ code: 0, stdout: 'Done.\n' });
    expect(await provider.records()).toHaveLength(2);
  });

  it('says what the provider refused, once, and exits by what is to be done', async () => {
    const provider = await sandbox();
    const nobody = configOf(provider.api, { user: 'demo-api', password: 'wrong-password' });
    const cases: [words: string[], code: number, error: object][] = [
      [
        ['service/dnslist', '--serviceName', 'example.org', '--config', configOf(provider.api)],
        69,
        { code: 4001, name: 'service-not-found', action: 'fix' },
      ],
      [
        ['service/dnslist', '--serviceName', 'example.com', '--config', nobody],
        77,
        { name: 'login-invalid', action: 'fix' },
      ],
      [
        ['tool/hello', '--config', configOf('http://127.0.0.1:1')],
        75,
        { code: null, name: 'unreachable', action: 'wait' },
      ],
    ];
    for (const [words, code, error] of cases) {
      const ran = await run(['api', ...words, '--json']);
      expect({ code: ran.code, ...oneDocument(ran.stdout) }).toMatchObject({ code, error });
      expect(Object.keys(oneDocument(ran.stdout).error)).toEqual(['code', 'name', 'meaning', 'messages', 'action']);
    }
    expect(await callsOf(provider)).toEqual(['service/dnslist', 'service/dnslist']);
  });

  it('needs the credentials of the API alone, from anywhere, and says where they are had', async () => {
    const provider = await sandbox();
    const env = { HOSTPIN_API_USER: 'demo-api', HOSTPIN_API_PASSWORD: 'demo-password' };
    expect(await run(['api', 'account/info', '--endpoints.api', provider.api], { env })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { code, stdout, stderr } = await run(['api', 'account/info', '--json']);
    expect(code).toBe(78);
    expect(oneDocument(stdout)).toHaveProperty('error');
    for (const text of ['api.user', 'api.password_file', 'HOSTPIN_API_PASSWORD', 'support'])
      expect(stderr).toContain(text);
    expect(stderr).not.toContain('key_file');
  });

  it('shows no secret, though the provider repeats it', async () => {
    const parrot = await serve((request, response) => {
      const body: Buffer[] = [];
      request.on('data', (chunk: Buffer) => body.push(chunk));
      request.on('end', () => {
        const said = Object.fromEntries(new URLSearchParams(Buffer.concat(body).toString()));
        const answer = {
          success: false,
          errorCode: 4004,
          errorCodeMsg: JSON.stringify(said),
          action: '',
          version: '1',
          messages: [],
          responseData: [],
        };
        response.end(JSON.stringify(answer));
      });
    });
    const words = [
      'api',
      'service/mailcreate',
      '--serviceName',
      'example.com',
      '--name',
      'info',
      '--log-level',
      'trace',
      '--json',
    ];
    const place = { input: 'hunter2 & "hunter3"\n' };
    const ran = await run([...words, '--config', configOf(parrot.url), '--param-file', 'password=-'], place);
    expect(ran).toMatchObject({ code: 69, stdout: expect.stringContaining('info') });
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/hunter|demo-password/);
    const seen = await run([...words, '--config', configOf(parrot.url), '--password', 'hunter2']);
    expect(`${seen.stdout}${seen.stderr}`).not.toContain('hunter');
    expect(seen.stderr).toContain('--param-file password=FILE');
  });
});

const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

describe.skipIf(!hasScript)('hostpin api on a terminal (wants script of util-linux)', () => {
  const onTerminal = async (
    words: string[],
    question: string,
    keys: string,
  ): Promise<{ screen: string; code: number | null }> => {
    const quoted = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
    const terminal = spawn('script', ['-qfec', `stty cols 100 rows 40; ${quoted}`, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', HOME: folder(), TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    later(() => terminal.kill('SIGKILL'));
    terminal.stdin.on('error', () => undefined);
    let screen = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
    const ended = new Promise<number | null>((resolve) => terminal.on('close', resolve));
    await eventually(
      () => screen,
      (text) => text.includes(question),
    );
    if (keys !== '') terminal.stdin.write(keys);
    return { code: await ended, screen };
  };

  it('asks before it deletes, and names what', async () => {
    const provider = await sandbox();
    const config = configOf(provider.api);
    const { entityID } = oneDocument((await run(['api', ...dnsOf, '--json', '--config', config])).stdout).dns[0];
    const words = [
      'api',
      'service/dnsdelete',
      '--serviceName',
      'example.com',
      '--entityID',
      entityID,
      '--config',
      config,
    ];
    const refused = await onTerminal(words, '[y/N]', '\u0003');
    expect(refused).toMatchObject({ code: 64, screen: expect.stringMatching(/home\.example\.com[\s\S]*127\.0\.0\.1/) });
    expect(await provider.records()).toHaveLength(1);
    expect((await onTerminal(words, '[y/N]', 'y\r')).code).toBe(0);
    expect(await provider.records()).toHaveLength(0);
    const gone = await onTerminal(words, '4002', '');
    expect(gone.code).toBe(69);
    expect((await callsOf(provider)).filter((operation) => operation === 'service/dnsdelete')).toHaveLength(1);
  });

  it('says what an order costs before it is placed, and how far a walk has come', async () => {
    const provider = await sandbox('--record', 'home.example.com A 127.0.0.1', '--record', 'b.example.com A 127.0.0.2');
    const config = configOf(provider.api);
    const words = ['api', 'domain/renew', '--domain', 'example.com', '--curExpDate', '2030-01-01', '--config', config];
    const asked = await onTerminal(words, '[y/N]', 'n\r');
    expect(asked).toMatchObject({
      code: 64,
      screen: expect.stringMatching(/price +\d+\.\d\d EUR a year[\s\S]*balance +\d+\.\d\d EUR/),
    });
    expect(await callsOf(provider)).not.toContain('domain/renew');
    const walk = await onTerminal(['api', ...dnsOf, '--pageLength', '1', '--all', '--config', config], 'entityID', '');
    expect(walk).toMatchObject({ code: 0, screen: expect.stringContaining('1 of 2') });
  });
});
