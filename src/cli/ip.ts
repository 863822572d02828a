import { agreementOf, sourcesOf } from '../agent/look.ts';
import { askRouter, natOf } from '../agent/nat.ts';
import type { Session } from '../agent/session.ts';
import { askAll } from '../agent/survey.ts';
import { exit } from '../core/exit.ts';
import { type Family, families, type Observation } from '../core/observation.ts';
import { tally } from '../core/quorum.ts';
import { familyOf } from '../core/target.ts';
import { problemLine, whoSaidWhat } from '../report/wording.ts';
import { type Call, isJson, printJson } from './call.ts';
import { openSession } from './configured.ts';

/** `hostpin ip`: asks every source, and prints what enough of them agree on. Needs no credentials. */
export const run = async (call: Call): Promise<number> => {
  const session = await openSession({ ...call, env: { ...placeholders, ...call.env } }, call.platform.err);
  if (typeof session === 'number') return session;
  const asked = families.filter((family) => isWanted(session, family));
  const router = asked.includes('ipv4') ? askRouter(session) : undefined;
  const found = await Promise.all(asked.map(async (family) => [family, await survey(session, family)] as const));
  const addresses: Record<Family, string | null> = { ipv4: null, ipv6: null };
  for (const [family, observation] of found) {
    if (observation.kind === 'known') addresses[family] = observation.address;
    else if (!isJson(call))
      call.platform.err(`No ${family} address: ${observation.kind} (${whoSaidWhat(observation.votes)})\n`);
  }
  const nat = router === undefined ? undefined : natOf(await router, addresses.ipv4 ?? undefined);
  if (nat !== undefined && !isJson(call)) call.platform.err(`${problemLine(nat)}\n`);
  if (isJson(call)) {
    const sources = found.flatMap(([family, { votes }]) =>
      votes.map(({ source, operator, address, error }) => ({
        family,
        source,
        operator,
        address: address ?? null,
        error: error ?? null,
      })),
    );
    printJson(call, { detected: addresses, sources, problems: nat === undefined ? [] : [nat] });
  } else {
    for (const family of asked) if (addresses[family] !== null) call.platform.out(`${addresses[family]}\n`);
  }
  return asked.every((family) => addresses[family] !== null) ? exit.ok : exit.passing;
};

/** The configuration is needed for its sources only: without one, the built-in list does. */
const placeholders = { HOSTPIN_USER: 'nobody', HOSTPIN_KEY: 'unused', HOSTPIN_HOSTS: 'unused.invalid' };

const isWanted = ({ config }: Session, family: Family): boolean =>
  config.detect[family] !== undefined || config.targets.some(({ type }) => familyOf(type) === family);

const survey = async (session: Session, family: Family): Promise<Observation> =>
  tally(await askAll(session, family), agreementOf(session.config, sourcesOf(session.config, family)));
