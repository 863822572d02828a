import type { Problem } from '../core/problem.ts';
import type { Files } from '../platform/files.ts';
import type { Config } from './config.ts';
import type { Draft, PlaceOf } from './draft.ts';
import { presets } from './presets.ts';
import { proxyFromEnvironment } from './url.ts';

const maxBytes = 4 * 1024 * 1024;
const certificate = /-----BEGIN CERTIFICATE-----\s+[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;

/** The certificates of `ca_file`, which must be PEM. */
export const readCa = async (
  path: string,
  place: string,
  files: Files,
): Promise<{ kind: 'ca'; pem: string } | { kind: 'wrong'; problem: Problem }> => {
  const content = await files.readText(path, maxBytes);
  const wrong = (what: string, fix: string) => ({ kind: 'wrong' as const, problem: { where: place, what, fix } });
  if (content.kind === 'failure') {
    return wrong(
      `can't read ${path}: ${content.reason}`,
      'make it a file that this user can read, or leave the key out',
    );
  }
  return certificate.test(content.text)
    ? { kind: 'ca', pem: content.text }
    : wrong(`${path} has no PEM certificate`, 'name a file with -----BEGIN CERTIFICATE----- in it');
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The provider's addresses and the proxy to each. A proxy that is configured counts for both. */
export const resolveEndpoints = (
  draft: Draft,
  ca: string | undefined,
  env: Environment,
  placeOf: PlaceOf,
): { endpoints: Config['endpoints']; warnings: Problem[] } => {
  const preset = presets.of(draft.provider ?? 'dondominio');
  const dyndns = draft.endpoints.dyndns ?? preset.dyndns;
  const api = draft.endpoints.api ?? preset.api;
  const configured = draft.endpoints.proxy;
  const warnings: Problem[] = [];
  const proxyTo = (endpoint: string): string | undefined => {
    if (configured !== undefined) return configured;
    const found = proxyFromEnvironment(endpoint, env);
    if (found?.kind !== 'wrong') return found?.value;
    if (warnings.length === 0) {
      const fix = `${found.fix}, or set ${placeOf('endpoints.proxy')}`;
      warnings.push({ where: 'HTTPS_PROXY', what: `${found.what}, so no proxy is used`, fix });
    }
    return undefined;
  };
  const proxy = proxyTo(dyndns);
  const apiProxy = proxyTo(api);
  return {
    endpoints: {
      dyndns,
      api,
      ...(ca === undefined ? {} : { ca }),
      ...(proxy === undefined ? {} : { proxy }),
      ...(apiProxy === undefined ? {} : { apiProxy }),
    },
    warnings,
  };
};
