import { holdOn } from '../core/hold.ts';
import { settle } from '../core/settle.ts';
import { emptyRecord, type State } from '../core/state.ts';
import type { DetectPorts } from '../detect/source.ts';
import type { Session } from './session.ts';

/**
 * The main API as a witness of the address (specification, Module tool). It is left alone while it is held, and a refusal
 * of its credentials is noted in the state.
 */
export const helloOf = ({ clients, platform, fingerprints }: Session, state: State): Pick<DetectPorts, 'hello'> => {
  const { api } = clients;
  if (api === undefined) return {};
  return {
    hello: async () => {
      const hold = holdOn('api', state.holds, (way) => fingerprints(way, state.installation), platform.clock.now());
      if (hold !== undefined) return { kind: 'none', reason: `not asked while the account is held: ${hold.message}` };
      const said = await api.call('tool/hello', {});
      if (said.kind === 'ok') return { kind: 'address', address: said.data.ip };
      const refused = settle(emptyRecord, said.outcome, platform.clock.now(), 0).hold;
      if (refused !== undefined) state.holds.api = { ...refused, fingerprint: fingerprints('api', state.installation) };
      return { kind: 'none', reason: said.outcome.message };
    },
  };
};
