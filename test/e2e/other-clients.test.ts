import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate } from '../platform/certificates.ts';
import { lacks } from './callers.ts';
import { folder, type Sandbox, sandbox } from './harness.ts';

/** Runs a program of Debian to its end, as an ordinary user would; what it printed. */
const runs = (program: string, args: readonly string[], home: string): Promise<string> =>
  new Promise((settle) => {
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: home };
    execFile(program, args, { env, cwd: home, timeout: 30_000 }, (_, stdout, stderr) => settle(`${stdout}${stderr}`));
  });

/** The sandbox over TLS, as these clients want it, and a folder with its certificate. */
const provide = async () => {
  const home = folder();
  const { key, cert } = makeCertificate('IP:127.0.0.1');
  const write = (name: string, text: string): string => {
    const path = join(home, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const [certFile, keyFile] = [write('cert.pem', cert), write('key.pem', key)];
  const provider = await sandbox('--tls-cert', certFile, '--tls-key', keyFile);
  await provider.move('198.51.100.23');
  return { home, write, certFile, provider };
};

const received = async (provider: Sandbox) =>
  (await provider.requests()).map(({ operation, host, ip }) => ({ operation, host, ip }));
const bare = (url: string): string => url.replace('https://', '');

it.skipIf(lacks('ddclient', 'ddclient'))("ddclient's protocol for the provider updates a record", async () => {
  const { home, write, certFile, provider } = await provide();
  const config = write(
    'ddclient.conf',
    [
      ...[`cache=${join(home, 'cache')}`, `pid=${join(home, 'pid')}`, 'syslog=no'],
      ...['ssl=yes', `ssl_ca_file=${certFile}`, `use=web, web=${provider.echo}/`],
      ...['protocol=dondominio', `server=${bare(provider.dyndns)}`, 'login=demo', "password='demo-key'"],
      ...['home.example.com', ''],
    ].join('\n'),
  );
  const said = await runs('ddclient', ['-file', config, '-noquiet', '-daemon=0'], home);
  // Version 3.10 takes the last line of the answer for the result, and calls every success FAILED.
  expect(said).toMatch(/(SUCCESS|FAILED): +updating home\.example\.com/);
  expect(said).toContain('198.51.100.23');
  expect(await received(provider)).toEqual([{ operation: 'plain', host: 'home.example.com', ip: '198.51.100.23' }]);
  expect(await provider.value('home.example.com')).toBe('198.51.100.23');
});

it.skipIf(lacks('inadyn', 'inadyn'))('inadyn updates a record, the provider being a custom one', async () => {
  const { home, write, certFile, provider } = await provide();
  const config = write(
    'inadyn.conf',
    [
      ...['period = 300', `ca-trust-file = ${certFile}`, 'custom sandbox {', 'ssl = true'],
      ...['username = demo', 'password = demo-key', 'hostname = home.example.com'],
      ...[`checkip-server = "${bare(provider.echo)}"`, 'checkip-path = "/"', 'checkip-ssl = true'],
      ...[`ddns-server = "${bare(provider.dyndns)}"`, 'ddns-path = "/plain/?user=%u&password=%p&host=%h&ip=%i"'],
      ...['ddns-response = { "OK" }', '}', ''],
    ].join('\n'),
  );
  const said = await runs('inadyn', ['-1', '-n', '-f', config, '--cache-dir', home, '-P', join(home, 'pid')], home);
  expect(said).toContain('Updating cache for home.example.com');
  expect(await received(provider)).toEqual([{ operation: 'plain', host: 'home.example.com', ip: '198.51.100.23' }]);
  expect(await provider.value('home.example.com')).toBe('198.51.100.23');
});
