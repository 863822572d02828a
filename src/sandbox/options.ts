import { asIPv4, asIPv6 } from './address.ts';
import type { Fault } from './faults.ts';
import type { Limits } from './limits.ts';
import { asciiName, isName, normalName, zoneOf } from './names.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { fillZone, type RecordData, readRecord } from './zone.ts';

export type SandboxOptions = {
  listen: { host: string; port: number };
  user: string;
  key: string;
  apiUser: string;
  apiPassword: string;
  /** Names of hosting services, each with a DNS zone. */
  services: readonly string[];
  /** `home.example.com A 127.0.0.1`: name, type and value. */
  records: readonly string[];
  /** PEM texts; plain HTTP where absent. */
  tls?: { cert: string; key: string };
  /** Addresses that may call the main API; every address where absent. */
  registeredCallers?: readonly string[];
  /** The name under which the dynamic DNS endpoint takes the key; the other one is answered with "Incorrect data". */
  keyParameter: 'password' | 'apikey' | 'both';
  faults?: readonly Fault[];
  /** As which published version the main API answers; as the later one, and with all operations of both, where absent. */
  apiVersion?: '1.0.14' | '1.0.20';
  /** What each user may do in a time; everything where absent. */
  limits?: Limits;
};

/** The values of `hostpin sandbox` where it is called without flags. */
export const sandboxDefaults: SandboxOptions = {
  listen: { host: '127.0.0.1', port: 0 },
  user: 'demo',
  key: 'demo-key',
  apiUser: 'demo-api',
  apiPassword: 'demo-password',
  services: ['example.com'],
  records: ['home.example.com A 127.0.0.1'],
  keyParameter: 'password',
};

/** Reads `HOST:PORT`; an IPv6 host is in brackets, port 0 takes free ones. */
export const parseListen = (text: string): Parsed<{ host: string; port: number }> => {
  const parts = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([a-zA-Z0-9._-]{1,253})):(\d{1,5})$/.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  if (!host) return bad(`cannot listen on "${text}": write HOST:PORT, as in 127.0.0.1:0 or [::1]:8053`);
  const port = Number(parts?.[3]);
  // The dynamic DNS endpoint, the main API and the echo take three ports in a row.
  if (port > 65533)
    return bad(`cannot listen on "${text}": the port is at most 65533, since the next two are taken too`);
  return good({ host, port });
};

/** Reads `NAME TYPE VALUE`; the value is the rest of the line. Whether its form fits is seen when its zone is known. */
export const parseRecord = (text: string): Parsed<{ name: string; type: string; value: string }> => {
  const parts = /^\s*(\S{1,254})\s+(\S{1,10})\s+(\S[^\n]*)$/.exec(text);
  const [, name = '', type = '', value = ''] = parts ?? [];
  const problem = `cannot read the record "${text.slice(0, 200)}"`;
  if (!parts) return bad(`${problem}: write NAME TYPE VALUE, as in "home.example.com A 127.0.0.1"`);
  const record = readRecord({ name, type, value }, normalName(name));
  if (!record.ok) return bad(`${problem}: ${record.error.replace('Invalid parameter: ', '')}`);
  return good({ name: record.value.name, type: record.value.type, value: record.value.value });
};

/** What is wrong with the addresses that may call the main API; undefined where nothing is. */
export const callerProblem = (callers: readonly string[] = []): string | undefined => {
  const wrong = callers.find((text) => asIPv4(text) === undefined && asIPv6(text) === undefined);
  return wrong === undefined ? undefined : `"${wrong}" is no address of a caller: write one such as 203.0.113.7`;
};

/** The zones of the options, or the first thing that is wrong with them. */
export const readZones = (
  options: Pick<SandboxOptions, 'services' | 'records'>,
): Parsed<{ services: string[]; records: (RecordData & { service: string })[] }> => {
  const services = [...new Set(options.services.map((name) => asciiName(name) || normalName(name)))].sort();
  const wrong = services.find((name) => !isName(name) || name.startsWith('*'));
  if (wrong !== undefined) return bad(`"${wrong}" is no name of a service: write a domain name, as in example.com`);
  const records: (RecordData & { service: string })[] = [];
  const filled = new Map(services.map((name) => [name, fillZone(name)]));
  for (const text of options.records) {
    const parsed = parseRecord(text);
    if (!parsed.ok) return parsed;
    const service = zoneOf(parsed.value.name, services);
    if (!service)
      return bad(`the record "${text}" is in none of the services (${services.join(', ')}): add its service`);
    const record = readRecord(parsed.value, service);
    if (!record.ok) return bad(`cannot read the record "${text}": ${record.error}`);
    const conflict = filled.get(service)?.add(record.value);
    if (conflict) return bad(`cannot keep the record "${text}": ${conflict}`);
    records.push({ ...record.value, service });
  }
  return good({ services, records });
};
