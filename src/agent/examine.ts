import { findRecords, findService } from '../api/zone.ts';
import { exit } from '../core/exit.ts';
import { holdOn } from '../core/hold.ts';
import type { Family } from '../core/observation.ts';
import type { Outcome, Via } from '../core/outcome.ts';
import type { Problem } from '../core/problem.ts';
import { mostWitnesses, tally } from '../core/quorum.ts';
import { shortestSieved } from '../core/secret.ts';
import { settle } from '../core/settle.ts';
import { emptyRecord } from '../core/state.ts';
import { familyOf, recordKey, type Target } from '../core/target.ts';
import { holdMessage, whoSaidWhat } from '../report/wording.ts';
import { examineRouter, routerSourceFix } from './examine-router.ts';
import { agreementOf, sourcesOf } from './look.ts';
import { askRouter } from './nat.ts';
import type { Session } from './session.ts';
import { askAll } from './survey.ts';

export type Finding = Problem & { level: 'ok' | 'warning' | 'problem'; exit: number };

/** A name that is in nobody's zone (RFC 2606, section 2): asking for it tests credentials and changes nothing. */
const nobodysHost = 'hostpin-check.invalid';

const ok = (where: string, what: string): Finding => ({ level: 'ok', where, what, fix: '', exit: exit.ok });
const problem = (where: string, what: string, fix: string, code: number): Finding => ({
  level: 'problem',
  where,
  what,
  fix,
  exit: code,
});

/** Looks at sources, credentials and records. The account's holds are kept, and a refusal seen here is one too. */
export const examine = async (session: Session): Promise<Finding[]> => {
  const { targets } = session.config;
  const wanted = [...new Set(targets.map(({ type }) => familyOf(type)))];
  const sources = (await Promise.all(wanted.map((family) => examineSources(session, family)))).flat();
  const secrets = shortSecrets(session);
  const dyndns = targets.some(({ type }) => type === 'A') ? await examineEndpoint(session) : [];
  const records = await examineRecords(session);
  return [...sources, ...secrets, ...dyndns, ...records];
};

const shortSecrets = ({ config }: Session): Finding[] =>
  [['key', config.key] as const, ...(config.api === undefined ? [] : [['api.password', config.api.password] as const])]
    .filter(([, secret]) => secret.length < shortestSieved)
    .map(([where]) => ({
      level: 'warning',
      where,
      what: `is shorter than ${shortestSieved} characters: it is soon guessed, and too common a text to be sieved out of everything that is logged`,
      fix: "have a longer one made in the provider's panel",
      exit: exit.ok,
    }));

const examineSources = async (session: Session, family: Family): Promise<Finding[]> => {
  const sources = sourcesOf(session.config, family);
  const where = `detect.${family}`;
  if (sources.some(({ kind }) => kind === 'provider')) {
    return [
      {
        level: 'warning',
        where,
        what: 'the provider is asked in every round, since only it knows the address',
        fix: 'an echo page or the router as a source spares the provider all requests but those of a change',
        exit: exit.ok,
      },
    ];
  }
  const [votes, router] = await Promise.all([
    askAll(session, family),
    family === 'ipv4' ? askRouter(session) : undefined,
  ]);
  const each = votes.map(({ source, address, error }): Finding => {
    if (address !== undefined) return ok(source, `says ${address}`);
    const fix = routerSourceFix(source, router) ?? 'take it out of the list if it stays so';
    return { level: 'warning', where: source, what: error ?? 'no address', fix, exit: exit.ok };
  });
  const agree = agreementOf(session.config, sources);
  const observation = tally(votes, agree);
  const found = observation.kind === 'known' ? observation.address : undefined;
  // A source that is the router has said already that it is silent.
  const isSaid = router?.kind === 'none' && sources.some(({ kind }) => kind === 'router');
  const findings = router === undefined || isSaid ? [] : await examineRouter(session, router, found);
  const around = [...each, ...findings.map(({ level, about }): Finding => ({ ...about, level, exit: exit.ok }))];
  if (observation.kind === 'known') {
    const witnesses = mostWitnesses(votes);
    const what = `${witnesses} of ${votes.length} sources agree on ${observation.address}; a change needs ${agree}`;
    return [...around, ok(where, what)];
  }
  const what =
    observation.kind === 'disputed' ? `fewer than ${agree} independent sources agree` : 'no source tells an address';
  const fix =
    observation.kind === 'disputed'
      ? 'remove the source that is wrong, or wait until the change is seen by all'
      : 'check the network connection and the list of sources';
  return [...around, problem(where, `${what} (${whoSaidWhat(votes)})`, fix, exit.passing)];
};

const held = async (session: Session, via: Via): Promise<Finding | undefined> => {
  const state = await session.store.load();
  const now = session.platform.clock.now();
  const hold = holdOn(via, state.holds, (way) => session.fingerprints(way, state.installation), now);
  if (hold === undefined) return undefined;
  const text = holdMessage({ do: 'hold', why: 'account', until: hold.until }, emptyRecord, hold, now);
  return problem(
    via === 'dyndns' ? 'user, key' : 'api',
    text,
    'mend what is said above, then run this again',
    exit.credentials,
  );
};

/** Remembers refused credentials, so that neither the daemon nor another check tries them again. */
const remember = async (session: Session, outcome: Outcome): Promise<void> => {
  const now = session.platform.clock.now();
  const { hold } = settle(emptyRecord, outcome, now, 0);
  if (hold === undefined) return;
  await session.store.exclusively(async () => {
    const state = await session.store.load();
    state.holds[outcome.via] = { ...hold, fingerprint: session.fingerprints(outcome.via, state.installation) };
    await session.store.save(state);
  }, AbortSignal.timeout(5_000));
};

const examineEndpoint = async (session: Session): Promise<Finding[]> => {
  const where = 'user, key';
  const standing = await held(session, 'dyndns');
  if (standing !== undefined) return [standing];
  const outcome = await session.clients.dyndns.publish(nobodysHost, '192.0.2.1');
  await remember(session, outcome);
  if (outcome.kind === 'rejected' && (outcome.refusal === 'credentials' || outcome.refusal === 'blocked')) {
    return [problem(where, outcome.message, "mend it and run 'hostpin check' again", exit.credentials)];
  }
  if (outcome.kind === 'rejected') return [ok(where, 'the dynamic DNS endpoint accepts them')];
  return [problem('endpoints.dyndns', outcome.message, 'try again later; nothing is lost meanwhile', exit.passing)];
};

const examineRecords = async (session: Session): Promise<Finding[]> => {
  const { api } = session.clients;
  if (api === undefined) return refusedBefore(session);
  const standing = await held(session, 'api');
  if (standing !== undefined) return [standing];
  const findings: Finding[] = [];
  for (const target of session.config.targets) {
    const finding = await examineRecord(session, target, api);
    findings.push(finding);
    // One refusal is enough.
    if (finding.exit === exit.credentials || finding.exit === exit.passing) break;
  }
  return findings;
};

/** What updates were told: without the main API nothing else knows whether a record is there. */
const refusedBefore = async ({ config, store }: Session): Promise<Finding[]> => {
  const { records } = await store.load();
  return config.targets.flatMap((target) => {
    const record = records[recordKey(target)];
    if (record?.failure !== 'refused') return [];
    const what = `the last update was refused: ${record.message}`;
    const fix = "mend it, then run 'hostpin update --force'";
    return [problem(`${target.host} ${target.type}`, what, fix, exit.refused)];
  });
};

const examineRecord = async (
  session: Session,
  target: Target,
  api: NonNullable<Session['clients']['api']>,
): Promise<Finding> => {
  const where = `${target.host} ${target.type}`;
  const refused = async (outcome: Outcome): Promise<Finding> => {
    await remember(session, outcome);
    const fatal = outcome.kind === 'rejected' && (outcome.refusal === 'credentials' || outcome.refusal === 'blocked');
    const passing = outcome.kind !== 'rejected';
    const code = fatal ? exit.credentials : passing ? exit.passing : exit.refused;
    return problem(where, outcome.message, 'A records that exist are kept current all the same', code);
  };
  const service = target.service ?? (await findService(target.host, api));
  if (typeof service !== 'string' && service.kind === 'failed') return refused(service.outcome);
  const name = typeof service === 'string' ? service : service.found;
  if (name === undefined) {
    return problem(
      where,
      'no hosting service of the account has a zone for it',
      'check the name, or add the service in the panel',
      exit.refused,
    );
  }
  const found = await findRecords(name, target.host, api);
  if (found.kind === 'failed') return refused(found.outcome);
  const record = found.found.find(({ type }) => type === target.type);
  if (record !== undefined) return ok(where, `is ${record.value} in the zone of ${name}`);
  if (found.found.some(({ type }) => type === 'CNAME')) {
    return problem(where, 'a CNAME record has this name', 'delete it in the panel, or take another name', exit.refused);
  }
  return target.create
    ? ok(where, `is not in the zone of ${name} yet; the first update creates it`)
    : problem(where, `is not in the zone of ${name}`, 'create it in the panel, or set create: true', exit.refused);
};
