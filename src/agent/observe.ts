import { parseAddress } from '../core/address.ts';
import type { Family, Observation } from '../core/observation.ts';
import type { State } from '../core/state.ts';
import { withSuffix } from '../core/suffix.ts';
import type { Target } from '../core/target.ts';
import { reorder } from '../detect/order.ts';
import { helloOf } from './hello.ts';
import type { Session } from './session.ts';
import { countUnknown } from './unknown.ts';

export type Looking = {
  /** Publish this address instead of looking. */
  ip?: string;
  force: boolean;
  /** Something says that the address changed: one witness that knows nothing of it is not enough. */
  thorough: boolean;
};

/** What is observed for one target: with a suffix, the address of another machine on the same prefix. */
export const ownAddress = ({ suffix }: Target, observation: Observation | undefined): Observation | undefined =>
  suffix !== undefined && observation?.kind === 'known'
    ? { ...observation, address: withSuffix(observation.address, suffix) }
    : observation;

/** Looks for one family's address, and notes in the state what it learned of sources. */
export const observe = async (
  session: Session,
  state: State,
  family: Family,
  options: Looking,
  signal: AbortSignal,
): Promise<Observation> => {
  if (options.ip !== undefined) {
    return parseAddress(options.ip)?.family === family
      ? { kind: 'known', address: options.ip, votes: [] }
      : {
          kind: 'unavailable',
          votes: [{ source: '--ip', operator: '', error: `${options.ip} is of the other family` }],
        };
  }
  const order = session.firstOrder(family);
  if (!sameMembers(order, state.order[family])) state.order[family] = order;
  // What enough witnesses named before needs only one to be known still.
  const agreed = state.detected[family] ?? undefined;
  const observation = await session.look[family](
    {
      order: state.order[family],
      published: agreed,
      thorough: options.thorough || options.force,
      ...helloOf(session, state),
    },
    signal,
  );
  if (observation.kind === 'known') state.detected[family] = observation.address;
  state.unknown[family] = countUnknown(state.unknown[family], observation);
  state.order[family] = reorder(state.order[family], observation);
  return observation;
};

const sameMembers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((member) => b.includes(member));
