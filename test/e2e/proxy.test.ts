import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate } from '../platform/certificates.ts';
import { folder, later, run, sandbox, serve, setUp } from './harness.ts';

/** A proxy that takes every name for this machine, and remembers what it was asked. */
const startProxy = async () => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    response.writeHead(400).end();
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  later(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};

const providerBehindName = async () => {
  const { key, cert } = makeCertificate('DNS:dondns.example.net');
  const place = folder();
  const [certFile, keyFile] = [join(place, 'cert.pem'), join(place, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  const provider = await sandbox('--tls-cert', certFile, '--tls-key', keyFile);
  const at = (url: string): string => url.replace('127.0.0.1', 'dondns.example.net');
  const page = await serve((_request, response) => response.end('203.0.113.7'));
  const settings = (more: object = {}) => ({
    endpoints: { dyndns: at(provider.dyndns), api: at(provider.api), ca_file: certFile, ...more },
    detect: { ipv4: [page.url], allow_private: true },
  });
  return { provider, page, settings, authority: new URL(at(provider.dyndns)).host };
};

it('endpoints.proxy is used for the provider, and not for address sources', async () => {
  const { provider, page, settings, authority } = await providerBehindName();
  const proxy = await startProxy();
  const house = setUp(provider, settings({ proxy: proxy.url }));
  expect(await house.update()).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }] } });
  expect(proxy.asked).toEqual([`CONNECT ${authority}`]);
  expect(page.seen).toEqual(['GET /']);
});

it('HTTPS_PROXY is used for the provider, and NO_PROXY is heeded', async () => {
  const { provider, page, settings, authority } = await providerBehindName();
  const proxy = await startProxy();
  const house = setUp(provider, settings());
  const update = (env: Record<string, string>) => run(['update', '--force', '--config', house.config], { env });
  expect((await update({ HTTPS_PROXY: proxy.url })).code).toBe(0);
  expect(proxy.asked).toEqual([`CONNECT ${authority}`]);
  expect(page.seen.length).toBeGreaterThan(0);
  proxy.asked.length = 0;
  expect((await update({ HTTPS_PROXY: proxy.url, NO_PROXY: 'dondns.example.net' })).code).toBe(75);
  expect(proxy.asked).toEqual([]);
});

it('a proxy that is not there is a passing failure that names it, without its password', async () => {
  const { provider, settings } = await providerBehindName();
  const house = setUp(provider, settings({ proxy: 'http://me:hunter2@127.0.0.1:1' }));
  const { code, stdout, stderr } = await house.run('update', '--log-level', 'trace');
  expect(code).toBe(75);
  expect(stdout).toContain('proxy');
  expect(stdout + stderr).not.toContain('hunter2');
});
