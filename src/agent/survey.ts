import { parseAddress, whyNotPublishable } from '../core/address.ts';
import type { Family, Vote } from '../core/observation.ts';
import { helloOf } from './hello.ts';
import { sourcesOf } from './look.ts';
import type { Session } from './session.ts';

/** What every source of a family says now: all of them are asked, at the same time. */
export const askAll = async (session: Session, family: Family): Promise<Vote[]> => {
  const ports = { ...session.ports, ...helloOf(session, await session.store.load()) };
  return Promise.all(
    sourcesOf(session.config, family)
      .filter(({ kind }) => kind !== 'provider')
      .map(async (source): Promise<Vote> => {
        const { spec, operator } = source;
        const answer = await source.ask(family, ports);
        if (answer.kind === 'none') return { source: spec, operator, error: answer.reason };
        const address = parseAddress(answer.address);
        if (address?.family !== family) return { source: spec, operator, error: `named no ${family} address` };
        const unfit = whyNotPublishable(address.text, session.config.detect.allowPrivate);
        if (unfit !== undefined) return { source: spec, operator, error: `named ${address.text}: ${unfit}` };
        return { source: spec, operator, address: address.text };
      }),
  );
};
