import {
  parseFaults,
  parseLimit,
  parseListen,
  parseSpan,
  type SandboxOptions,
  sandboxDefaults,
} from '../sandbox/sandbox.ts';
import { type Call, listFlag, textFlag } from './call.ts';

/** A value, or for a person what is wrong with a flag. */
type Read<T> = { value: T } | string;

/** The options that the flags of `hostpin sandbox` say, or what is wrong with them. */
export const readOptions = async (call: Call): Promise<SandboxOptions | string> => {
  const { flags } = call;
  const listen = parseListen(String(flags.listen));
  if (!listen.ok) return listen.error;
  const keyParameter = String(flags['key-parameter']);
  if (keyParameter !== 'password' && keyParameter !== 'apikey' && keyParameter !== 'both') {
    return `--key-parameter ${keyParameter}: write password, apikey or both.`;
  }
  const apiVersion = textFlag(flags['api-version']);
  if (apiVersion !== undefined && apiVersion !== '1.0.14' && apiVersion !== '1.0.20') {
    return `--api-version ${apiVersion}: write 1.0.14 or 1.0.20.`;
  }
  const limits = readLimits(call);
  if (typeof limits === 'string') return limits;
  const tls = await readTls(call);
  if (typeof tls === 'string') return tls;
  const faults = await readScript(call);
  if (typeof faults === 'string') return faults;
  const services = flags.service === undefined ? sandboxDefaults.services : listFlag(flags.service);
  return {
    listen: listen.value,
    user: String(flags.user),
    key: String(flags.key),
    apiUser: String(flags['api-user']),
    apiPassword: String(flags['api-password']),
    services,
    records: flags.record === undefined ? sandboxDefaults.records.filter(isInOne(services)) : listFlag(flags.record),
    keyParameter,
    ...(flags['registered-caller'] === undefined ? {} : { registeredCallers: listFlag(flags['registered-caller']) }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    limits: limits.value,
    ...tls.value,
    ...faults.value,
  };
};

/** Whether the record is in one of the services: who gives other services does not want the record of the default one. */
const isInOne =
  (services: readonly string[]) =>
  (record: string): boolean => {
    const [name = ''] = record.split(' ');
    return services.some((service) => `.${name}`.endsWith(`.${service.toLowerCase().replace(/\.$/, '')}`));
  };

const readLimits = ({ flags }: Call): Read<NonNullable<SandboxOptions['limits']>> => {
  const block = parseSpan(String(flags.block));
  if (!block.ok) return `--block: ${block.error}.`;
  const limits: SandboxOptions['limits'] = { blockMs: block.value };
  for (const name of ['operations', 'errors'] as const) {
    const text = textFlag(flags[`max-${name}`]);
    if (text === undefined) continue;
    const limit = parseLimit(text);
    if (!limit.ok) return `--max-${name}: ${limit.error}.`;
    limits[name] = limit.value;
  }
  return { value: limits };
};

const readTls = async ({ flags, platform }: Call): Promise<Read<Pick<SandboxOptions, 'tls'>>> => {
  const cert = textFlag(flags['tls-cert']);
  const key = textFlag(flags['tls-key']);
  if (cert === undefined && key === undefined) return { value: {} };
  if (cert === undefined || key === undefined) return '--tls-cert and --tls-key go together.';
  const [certificate, privateKey] = [await platform.files.readText(cert), await platform.files.readText(key)];
  if (certificate.kind === 'failure') return `--tls-cert ${cert}: ${certificate.reason}.`;
  if (privateKey.kind === 'failure') return `--tls-key ${key}: ${privateKey.reason}.`;
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----/.test(certificate.text))
    return `--tls-cert ${cert}: it has no certificate in PEM.`;
  if (!/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/.test(privateKey.text))
    return `--tls-key ${key}: it has no private key in PEM.`;
  return { value: { tls: { cert: certificate.text, key: privateKey.text } } };
};

const readScript = async ({ flags, platform }: Call): Promise<Read<Pick<SandboxOptions, 'faults'>>> => {
  const script = textFlag(flags.faults);
  if (script === undefined) return { value: {} };
  const text = await platform.files.readText(script);
  if (text.kind === 'failure') return `--faults ${script}: ${text.reason}.`;
  const faults = parseFaults(text.text);
  return faults.ok ? { value: { faults: faults.value } } : `--faults ${script}: ${faults.error}`;
};
