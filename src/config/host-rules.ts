import type { Problem } from '../core/problem.ts';
import type { RecordType, Target } from '../core/target.ts';
import type { Host } from './config.ts';
import type { Draft, PlaceOf } from './draft.ts';

type Entry = NonNullable<NonNullable<Draft['hosts']>[number]>;
type At = (...inner: string[]) => string;

const typesProblems = (types: readonly RecordType[], at: At): Problem[] => {
  if (types.length === 0)
    return [{ where: at('types'), what: 'is an empty list', fix: 'write [A], [AAAA] or [A, AAAA]' }];
  if (new Set(types).size === types.length) return [];
  return [{ where: at('types'), what: `[${types.join(', ')}] names a type twice`, fix: 'write each type once' }];
};

const apiProblems = (entry: Entry, types: readonly RecordType[], at: At): Problem[] => {
  const fix = 'write api.user and api.password_file';
  return [
    ...(types.includes('AAAA')
      ? [
          {
            where: at('types'),
            what: 'AAAA needs the main API, which is not configured',
            fix: `${fix}, or leave AAAA out`,
          },
        ]
      : []),
    ...(entry.create === true
      ? [
          {
            where: at('create'),
            what: 'true needs the main API, which is not configured',
            fix: `${fix}, or leave create out`,
          },
        ]
      : []),
  ];
};

const zoneProblems = ({ name, service }: Entry, at: At): Problem[] =>
  service === undefined || name === service || name.endsWith(`.${service}`)
    ? []
    : [
        {
          where: at('service'),
          what: `"${name}" does not end in "${service}"`,
          fix: "write the domain that the host's name ends in",
        },
      ];

const suffixProblems = ({ suffix }: Entry, types: readonly RecordType[], at: At): Problem[] =>
  suffix === undefined || types.includes('AAAA')
    ? []
    : [
        {
          where: at('suffix'),
          what: 'a suffix is for AAAA records, and types has none',
          fix: 'add AAAA to types, or remove suffix',
        },
      ];

/** The hosts with their defaults, and what is wrong between their keys and with the list. */
export const resolveHosts = (
  { hosts: entries }: Draft,
  isGiven: boolean,
  hasApi: boolean,
  placeOf: PlaceOf,
): { hosts: Host[]; problems: Problem[] } => {
  if (entries === undefined || entries.length === 0) {
    const what = entries ? 'is an empty list' : 'is missing';
    const fix = 'write the hosts to keep current, such as [home.example.com]';
    // A list that is no list has been told already.
    return { hosts: [], problems: isGiven && !entries ? [] : [{ where: placeOf('hosts'), what, fix }] };
  }
  const problems: Problem[] = [];
  const hosts: Host[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!entry) continue;
    const at: At = (...inner) => placeOf('hosts', index, ...inner);
    const types = entry.types ?? ['A'];
    const first = hosts.findIndex((host) => host.name === entry.name);
    if (first >= 0) {
      problems.push({
        where: at(),
        what: `"${entry.name}" is listed twice`,
        fix: 'keep one entry, with all its types',
      });
    }
    problems.push(...typesProblems(types, at), ...(hasApi ? [] : apiProblems(entry, types, at)));
    problems.push(...zoneProblems(entry, at), ...suffixProblems(entry, types, at));
    const { name, ttl, service, suffix } = entry;
    hosts.push({
      name,
      types,
      create: entry.create ?? hasApi,
      ...(ttl === undefined ? {} : { ttl }),
      ...(service === undefined ? {} : { service }),
      ...(suffix === undefined ? {} : { suffix }),
    });
  }
  return { hosts, problems };
};

/** One target per host and type. */
export const targetsOf = (hosts: readonly Host[]): Target[] =>
  hosts.flatMap(({ name, types, suffix, ...rest }) =>
    types.map(
      (type): Target => ({ host: name, type, ...rest, ...(suffix !== undefined && type === 'AAAA' ? { suffix } : {}) }),
    ),
  );
