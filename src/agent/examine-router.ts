import type { Problem } from '../core/problem.ts';
import type { Protocol, RouterAnswer } from '../detect/router.ts';
import { duration } from '../report/wording.ts';
import { natProblem } from './nat.ts';
import type { Session } from './session.ts';

/** What each way of asking is, for a person who never heard of it. */
const meanings: Record<Protocol, string> = {
  natpmp: 'NAT-PMP, a short question that many routers answer on the home network',
  pcp: 'PCP, the successor of NAT-PMP, a short question that some routers answer on the home network',
  upnp: 'UPnP, by which programs of a home network find the router and ask it',
};

/** What helps where a router tells nothing. */
const switchOn =
  "switch on UPnP, NAT-PMP or PCP in the router's settings: three ways for programs of your network to ask the router, often found under NAT or port forwarding. Know that such programs may open ports there then";

/** What helps where the source `router`, or one of its protocols, gave no address; undefined for other sources. */
export const routerSourceFix = (spec: string, said: RouterAnswer | undefined): string | undefined => {
  if (!/^router(:|$)/.test(spec)) return undefined;
  if (said?.kind !== 'address') return `${switchOn}; or take it out of the list`;
  return spec === 'router' || spec === `router:${said.protocol}`
    ? 'take it out of the list: what the router says is no address for a record'
    : `write 'router', which asks in each way: this router speaks ${said.protocol}`;
};

/**
 * Whether the router can tell of a new address, what that is good for, and what stands between this network and the
 * internet by its word.
 *
 * @param seen the address that the sources agree on
 */
export const examineRouter = async (
  { config, platform }: Session,
  said: RouterAnswer,
  seen: string | undefined,
): Promise<{ level: 'ok' | 'warning'; about: Problem }[]> => {
  const { watch, cron, everyMs } = config.schedule;
  const where = 'router';
  const schedule = cron === undefined ? `every ${duration(everyMs)}` : `at the times of schedule.cron`;
  if (said.kind === 'none') {
    const own = (await platform.network.addresses()).some(({ address }) => address === seen);
    if (own) {
      const what = `not needed: this machine has ${seen} itself${watch ? ', and hears at once when that changes' : ''}`;
      return [{ level: 'ok', about: { where, what, fix: '' } }];
    }
    const what = `a new address is noticed by the schedule alone, ${schedule}, since ${said.reason}`;
    return [{ level: 'ok', about: { where, what, fix: `to have it noticed within seconds, ${switchOn}` } }];
  }
  const noticed = watch
    ? 'a new address is noticed within seconds'
    : `a new address is noticed ${schedule}, and would be within seconds with schedule.watch: true`;
  const what = `${said.gateway} tells its external address, ${said.address}, by ${meanings[said.protocol]}; ${noticed}`;
  const nat = natProblem(said.address, seen);
  return [
    { level: 'ok', about: { where, what, fix: '' } },
    ...(nat === undefined ? [] : [{ level: 'warning' as const, about: nat }]),
  ];
};
