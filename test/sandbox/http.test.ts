import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { server } from '../../src/platform/server.ts';
import { type Sandbox, type SandboxOptions, sandboxDefaults, startSandbox } from '../../src/sandbox/sandbox.ts';

let opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.map((sandbox) => sandbox.close()));
  opened = [];
});

const start = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
  const sandbox = await startSandbox({ ...sandboxDefaults, ...options }, server, { now: () => Date.now() });
  opened.push(sandbox);
  return sandbox;
};

const update = '/plain/?user=demo&password=demo-key&host=home.example.com&lang=en';
const get = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, body: await response.text() };
};
const login = { apiuser: 'demo-api', apipasswd: 'demo-password' };
const script = (sandbox: Sandbox, faults: unknown) =>
  get(`${sandbox.echo}/faults`, { method: 'PUT', body: JSON.stringify(faults) });

describe('a sandbox that runs', () => {
  it('has three addresses without a path', async () => {
    const { dyndns, api, echo } = await start();
    for (const url of [dyndns, api, echo]) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(new Set([dyndns, api, echo]).size).toBe(3);
  });

  it('lets the public address move, and the record follow', async () => {
    const sandbox = await start();
    expect(await get(sandbox.echo)).toEqual({ status: 200, body: '203.0.113.7\n' });
    expect((await get(sandbox.echo, { method: 'PUT', body: '198.51.100.9\n' })).status).toBe(200);
    expect((await get(sandbox.echo)).body).toBe('198.51.100.9\n');
    expect((await get(sandbox.dyndns + update)).body).toBe('OK\nUPDATE: 198.51.100.9\nIP:198.51.100.9\n');
    expect(sandbox.world()).toMatchObject([{ name: 'home.example.com', value: '198.51.100.9' }]);
    expect(JSON.parse((await get(`${sandbox.echo}/records`)).body)).toEqual(sandbox.world());
  });

  it('has one public address per family', async () => {
    const { echo } = await start();
    expect((await get(`${echo}/ipv6`)).status).toBe(404);
    expect((await get(echo, { method: 'PUT', body: '2001:DB8::5' })).status).toBe(200);
    expect((await get(`${echo}/ipv6`)).body).toBe('2001:db8::5\n');
    expect((await get(`${echo}/ipv4`)).body).toBe('203.0.113.7\n');
    expect((await get(echo, { method: 'PUT', body: 'here' })).status).toBe(400);
  });

  it('takes form-encoded and multipart bodies at the main API', async () => {
    const sandbox = await start();
    const form = new FormData();
    for (const [name, value] of Object.entries(login)) form.set(name, value);
    for (const body of [new URLSearchParams(login), form]) {
      const { body: text } = await get(`${sandbox.api}/tool/hello/`, { method: 'POST', body });
      expect(JSON.parse(text)).toMatchObject({ success: true, responseData: { ip: '203.0.113.7' } });
    }
  });

  it('lists requests, and forgets them when asked', async () => {
    const sandbox = await start();
    await get(sandbox.dyndns + update, { headers: { 'user-agent': 'test/1' } });
    const body = new URLSearchParams({ ...login, serviceName: 'example.com' });
    await get(`${sandbox.api}/service/dnslist/`, { method: 'POST', body });
    const { body: text } = await get(`${sandbox.echo}/requests`);
    expect(JSON.parse(text)).toMatchObject([
      { on: 'dyndns', path: '/plain/', operation: 'plain', host: 'home.example.com', userAgent: 'test/1' },
      { on: 'api', path: '/service/dnslist/', operation: 'service/dnslist' },
    ]);
    for (const secret of ['demo-key', 'demo-password']) expect(text).not.toContain(secret);
    expect((await get(`${sandbox.echo}/requests`, { method: 'DELETE' })).body).toBe('[]\n');
    expect((await get(`${sandbox.echo}/requests`)).body).toBe('[]\n');
  });

  it('refuses a body of more than 4 MiB and lives on', async () => {
    const sandbox = await start();
    const sent = get(`${sandbox.api}/tool/hello/`, { method: 'POST', body: 'x'.repeat(2 ** 22 + 1) });
    // Where the connection is closed before the whole body left, fetch sees that instead of the answer.
    expect(await sent.then(({ status }) => status).catch(() => 413)).toBe(413);
    expect((await get(sandbox.echo)).status).toBe(200);
  });

  it('says which port it could not have, and leaves none open', async () => {
    // Below the range from which the kernel gives out ports, so that nobody has the neighbours by chance.
    const port = 20_000 + (process.pid % 10_000);
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    await expect(start({ listen: { host: '127.0.0.1', port: port - 1 } })).rejects.toThrow(`127.0.0.1:${port}`);
    await new Promise((resolve) => blocker.close(resolve));
    const sandbox = await start({ listen: { host: '127.0.0.1', port: port - 1 } });
    expect([sandbox.dyndns, sandbox.api, sandbox.echo].map((url) => Number(new URL(url).port))).toEqual([
      port - 1,
      port,
      port + 1,
    ]);
  });

  it('rejects options that are wrong, in words', async () => {
    await expect(start({ records: ['x'] })).rejects.toThrow('write NAME TYPE VALUE');
  });
});

describe('scripted faults', () => {
  const fails = (url: string, init?: RequestInit) => expect(get(url, init)).rejects.toThrow();

  it.each(['hang', 'reset', 'truncate', 'flood'])('%s', async (kind) => {
    const sandbox = await start({ faults: [{ on: 'dyndns', do: kind as 'hang', times: 1 }] });
    const url = `${sandbox.dyndns}${update}`;
    if (kind === 'flood') {
      const { body } = await fetch(url);
      let bytes = 0;
      for await (const chunk of body ?? []) {
        bytes += chunk.length;
        if (bytes > 1_000_000) break;
      }
      expect(bytes).toBeGreaterThan(1_000_000);
    } else await fails(url, kind === 'hang' ? { signal: AbortSignal.timeout(300) } : {});
    // Only the answer of `truncate` was to a request that took effect.
    const { body } = await get(url);
    expect(body).toBe(kind === 'truncate' ? 'OK\nIP:203.0.113.7\n' : 'OK\nUPDATE: 203.0.113.7\nIP:203.0.113.7\n');
  });

  it('are replaced while it runs, and the echo for tests is spared', async () => {
    const sandbox = await start({ faults: [{ on: 'echo', do: 'hang' }] });
    const teapot = { on: 'echo', operation: 'GET', do: { status: 418, headers: { 'retry-after': '9' }, body: '<p>' } };
    expect((await script(sandbox, [teapot])).status).toBe(200);
    const response = await fetch(sandbox.echo);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([418, '9', '<p>']);
    expect((await script(sandbox, [{ on: 'x' }])).status).toBe(400);
    expect((await fetch(sandbox.echo)).status).toBe(418);
    expect((await script(sandbox, [])).status).toBe(200);
    expect((await fetch(sandbox.echo)).status).toBe(200);
  });

  it('answer an error code, a refusal, or late', async () => {
    const sandbox = await start();
    await script(sandbox, [
      { on: 'api', operation: 'tool/hello', do: { errorCode: 1000, messages: ['blocked'] } },
      { on: 'dyndns', host: 'home.example.com', times: 1, do: { errors: ['Account blocked'] } },
      { on: 'dyndns', do: { delayMs: 20 } },
    ]);
    const { body } = await get(`${sandbox.api}/tool/hello/`, { method: 'POST', body: new URLSearchParams(login) });
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      errorCode: 1000,
      errorCodeMsg: 'Account blocked',
      messages: ['blocked'],
    });
    expect((await get(sandbox.dyndns + update)).body).toBe('ERROR\nAccount blocked\n');
    expect((await get(sandbox.dyndns + update)).body).toMatch(/^OK\n/);
  });

  it('hit one operation of the main API, as often as they say', async () => {
    const sandbox = await start();
    const ask = async (operation: string) => {
      const sent = get(`${sandbox.api}/${operation}/`, { method: 'POST', body: new URLSearchParams(login) });
      return sent.then(({ status, body }) => `${status} ${body.startsWith('{"success":true')}`).catch(() => 'none');
    };
    const rows: [unknown, string][] = [
      [{ delayMs: 10 }, '200 true'],
      ['reset', 'none'],
      ['truncate', 'none'],
      ['garbage', '200 false'],
      [{ status: 500 }, '500 false'],
      [{ status: 503, headers: { 'retry-after': '9' }, body: 'later' }, '503 false'],
      [{ errorCode: 1 }, '200 false'],
    ];
    for (const [fault, seen] of rows) {
      await script(sandbox, [{ on: 'api', operation: 'account/info', times: 2, do: fault }]);
      expect([fault, await ask('account/info'), await ask('tool/hello')]).toEqual([fault, seen, '200 true']);
      expect([fault, await ask('account/info'), await ask('account/info')]).toEqual([fault, seen, '200 true']);
    }
  });

  it('have no effect unless they say so', async () => {
    const sandbox = await start({ faults: [{ on: 'dyndns', do: 'reset', effect: true, times: 1 }] });
    await fails(sandbox.dyndns + update);
    expect(sandbox.world()).toMatchObject([{ value: '203.0.113.7' }]);
  });
});

describe('over TLS', () => {
  it('serves all three addresses with its certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
        .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'])
        .concat(['-keyout', keyFile, '-out', certFile]),
      { stdio: 'ignore' },
    );
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
    rmSync(folder, { recursive: true });
    const sandbox = await start({ tls: { key, cert }, faults: [{ on: 'api', do: 'reset' }] });
    const ask = (url: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = httpsRequest(url, { ca: cert, agent: false }, (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(text));
        });
        sent.on('error', reject).end();
      });
    expect(await ask(sandbox.echo)).toBe('203.0.113.7\n');
    expect(await ask(sandbox.dyndns + update)).toContain('OK');
    await expect(ask(`${sandbox.api}/tool/hello/`)).rejects.toThrow();
    await expect(get(sandbox.echo)).rejects.toThrow();
    await expect(start({ tls: { key: 'x', cert: 'y' } })).rejects.toThrow('cannot listen on 127.0.0.1:0');
  });
});
