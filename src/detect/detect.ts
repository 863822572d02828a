import { parseAddress, whyNotPublishable } from '../core/address.ts';
import type { Family, Observation, Vote } from '../core/observation.ts';
import { mostWitnesses, tally } from '../core/quorum.ts';
import type { Answer, DetectPorts, Source } from './source.ts';

export type Plan = {
  /** In the order in which they are asked. */
  sources: readonly Source[];
  /** How many independent operators must name an address before it is known, where it is not the published one. */
  agree: number;
  allowPrivate: boolean;
  /** The address that the records have, in canonical form. */
  published: string | undefined;
  /** Ask `agree` witnesses even where the first names the published address. */
  thorough: boolean;
};

/** A source that does not keep the time itself is given up this much later, so that those who do can say more. */
const graceMs = 250;

/**
 * Finds the public address of one family. While nothing changes, one source that names the published address is
 * enough. Everything else takes `agree` independent operators that name the same address; the first who do end the
 * round. Never rejects.
 */
export const detect = async (family: Family, plan: Plan, ports: DetectPorts): Promise<Observation> => {
  if (plan.sources.some((source) => source.kind === 'provider')) return { kind: 'seen-by-provider', votes: [] };
  const votes: Vote[] = [];
  const waiting = [...plan.sources];
  if (plan.published !== undefined && !plan.thorough) {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      const vote = await ask(source, family, plan, ports, ports.signal);
      votes.push(vote);
      if (vote.address === plan.published) return { kind: 'known', address: vote.address, votes };
      if (vote.address !== undefined || ports.signal?.aborted) break;
    }
  }
  return convince(votes, waiting, family, plan, ports);
};

/** Asks as many sources at a time as are still needed, until enough agree or nobody is left who could help. */
async function convince(
  votes: Vote[],
  waiting: Source[],
  family: Family,
  plan: Plan,
  ports: DetectPorts,
): Promise<Observation> {
  const end = new AbortController();
  const signal = ports.signal ? AbortSignal.any([ports.signal, end.signal]) : end.signal;
  const asked = new Map<Source, Promise<Source>>();
  const busy = new Set<string>();
  try {
    for (;;) {
      const result = tally([...votes], plan.agree);
      if (result.kind === 'known' || ports.signal?.aborted) return result;
      while (asked.size < plan.agree - mostWitnesses(votes)) {
        const source = takeHelpful(waiting, votes, busy);
        if (!source) break;
        busy.add(source.operator);
        asked.set(
          source,
          ask(source, family, plan, ports, signal).then((vote) => {
            votes.push(vote);
            return source;
          }),
        );
      }
      if (asked.size === 0) return result;
      const answered = await Promise.race(asked.values());
      asked.delete(answered);
      busy.delete(answered.operator);
    }
  } finally {
    end.abort();
  }
}

/** The next source whose operator has not named an address and is not being asked: another word of it counts nothing. */
function takeHelpful(waiting: Source[], votes: readonly Vote[], busy: ReadonlySet<string>): Source | undefined {
  const heard = new Set(votes.filter((vote) => vote.address !== undefined).map((vote) => vote.operator));
  const index = waiting.findIndex(({ operator }) => !heard.has(operator) && !busy.has(operator));
  return index === -1 ? undefined : waiting.splice(index, 1)[0];
}

async function ask(
  source: Source,
  family: Family,
  plan: Plan,
  ports: DetectPorts,
  signal: AbortSignal | undefined,
): Promise<Vote> {
  const { spec, operator } = source;
  const answer = await inTime(source, family, { ...ports, ...(signal && { signal }) });
  if (answer.kind === 'none') return { source: spec, operator, error: answer.reason };
  const address = parseAddress(answer.address);
  if (address?.family !== family) {
    return { source: spec, operator, error: `named ${answer.address.slice(0, 60)}, which is no ${family} address` };
  }
  const unfit = whyNotPublishable(address.text, plan.allowPrivate);
  if (unfit !== undefined) return { source: spec, operator, error: `named ${address.text}: ${unfit}` };
  return { source: spec, operator, address: address.text };
}

/** Asks, and gives up at the end of the time or the round whatever the source does. */
async function inTime(source: Source, family: Family, ports: DetectPorts): Promise<Answer> {
  const timeout = AbortSignal.timeout(ports.timeoutMs + graceMs);
  const signal = ports.signal ? AbortSignal.any([ports.signal, timeout]) : timeout;
  const late: Answer = { kind: 'none', reason: `no answer within ${ports.timeoutMs / 1000} s` };
  const givenUp: Answer = { kind: 'none', reason: 'given up' };
  if (signal.aborted) return givenUp;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  signal.addEventListener('abort', () => resolve(timeout.aborted ? late : givenUp), { once: true });
  source.ask(family, { ...ports, signal }).then(resolve, (error: unknown) => {
    resolve({ kind: 'none', reason: `asking it failed: ${error instanceof Error ? error.message : 'unknown'}` });
  });
  return promise;
}
