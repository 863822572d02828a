import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { key: string; cert: string };

/** Makes a self-signed certificate with the openssl program. `days` below 0 makes one that has expired. */
export const makeCertificate = (subjectAltName: string, days = 2): Certificate => {
  const folder = mkdtempSync(join(tmpdir(), 'hostpin-cert-'));
  try {
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const request = join(folder, 'request.pem');
    const quiet = { stdio: 'pipe' } as const;
    const subject = ['-subj', '/CN=hostpin test', '-addext', `subjectAltName=${subjectAltName}`];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    execFileSync('openssl', ['req', '-new', ...newKey, ...subject, '-out', request], quiet);
    const sign = ['x509', '-req', '-in', request, '-signkey', key, '-copy_extensions', 'copy', '-days', `${days}`];
    execFileSync('openssl', [...sign, '-out', cert], quiet);
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
