import { defaultNameservers } from './domains.ts';
import { normalName, zoneOf } from './names.ts';
import { recordsOf, type World } from './world.ts';

/** Specification, tool/dig: the types that can be asked for. */
export const lookupTypes = ['A', 'AAAA', 'ANY', 'CNAME', 'MX', 'NS', 'SOA', 'TXT', 'CAA'] as const;
export type LookupType = (typeof lookupTypes)[number];

/** A day, where the zone has no ttl of its own for the record. */
const defaultTtl = '86400';

type Line = { name: string; ttl: string; type: string; data: string };

/** The records of a zone's name, and those that a name server has without being told. */
const linesAt = (world: World, name: string, zone: string): Line[] => {
  const kept = recordsOf(world, zone)
    .filter((record) => record.name === name)
    .map(({ ttl, type, priority, value }) => ({
      name,
      ttl: ttl === '-' ? defaultTtl : ttl,
      type,
      data: type === 'TXT' ? `"${value.replaceAll('"', '\\"')}"` : `${priority === '-' ? '' : `${priority} `}${value}`,
    }));
  if (name !== zone) return kept;
  const servers = world.domains.find((domain) => domain.name === zone)?.nameservers ?? defaultNameservers;
  const own = (type: string, data: string): Line => ({ name, ttl: defaultTtl, type, data });
  return [
    own('SOA', `${servers[0]}. hostmaster.${zone}. 1 10800 3600 604800 3600`),
    ...servers.map((server) => own('NS', `${server}.`)),
    ...kept.filter((line) => line.type !== 'NS'),
  ];
};

/** What `dig` would print: the answer of the sandbox's own zones, whichever server is asked. */
export const lookUp = (world: World, query: string, type: LookupType, server: string): string => {
  const name = normalName(query);
  const zone = zoneOf(
    name,
    world.services.map((service) => service.name),
  );
  const lines = zone === undefined ? [] : linesAt(world, name, zone);
  const found = lines.filter((line) => type === 'ANY' || line.type === type || line.type === 'CNAME');
  return [
    `; <<>> DiG <<>> @${server} ${name} ${type}`,
    `;; ->>HEADER<<- opcode: QUERY, status: ${lines.length > 0 ? 'NOERROR' : 'NXDOMAIN'}`,
    ';; QUESTION SECTION:',
    `;${name}.\tIN\t${type}`,
    ...(found.length > 0 ? [';; ANSWER SECTION:'] : []),
    ...found.map((line) => `${line.name}.\t${line.ttl}\tIN\t${line.type}\t${line.data}`),
    `;; SERVER: ${server}#53`,
    '',
  ].join('\n');
};

/** Whether servers have the domain's zone: those of the service have every zone of the sandbox, others have none. */
export const checkZone = (
  world: World,
  domain: string,
  servers: readonly string[],
): { pass: boolean; report: string } => {
  const known = world.services.some(({ name }) => name === domain);
  const lines = servers.map((server) => {
    const own = defaultNameservers.some((name) => name === server);
    return {
      right: own && known,
      text: `${server}: ${!own ? 'no answer' : known ? 'zone found' : `no zone ${domain}`}`,
    };
  });
  const pass = lines.every(({ right }) => right);
  const report = [`Zone ${domain}`, ...lines.map(({ text }) => text), pass ? 'Passed' : 'Failed', ''].join('\n');
  return { pass, report };
};
