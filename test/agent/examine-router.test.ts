import { describe, expect, it } from 'vitest';
import { examineRouter, routerSourceFix } from '../../src/agent/examine-router.ts';
import type { Session } from '../../src/agent/session.ts';
import type { Protocol, RouterAnswer } from '../../src/detect/router.ts';

const gateway = '192.168.1.1';
const answer = (protocol: Protocol, address = '9.1.2.3'): RouterAnswer => ({
  kind: 'address',
  address,
  protocol,
  gateway,
});
const silent: RouterAnswer = { kind: 'none', reason: `the router ${gateway} did not tell its external address` };

const examine = async (said: RouterAnswer, { watch = true, own = '192.168.1.2', seen = '9.1.2.3' } = {}) => {
  // These are taken of a session and no more.
  const session = {
    config: { schedule: { watch, cron: undefined, everyMs: 300_000 } },
    platform: { network: { addresses: async () => [{ address: own }] } },
  } as unknown as Session;
  return (await examineRouter(session, said, seen)).map(({ level, about }) => `${level} ${about.what} -> ${about.fix}`);
};

describe('check says of the router', () => {
  it.each<[string, RouterAnswer, Parameters<typeof examine>[1], RegExp[]]>([
    ['what NAT-PMP is', answer('natpmp'), {}, [/^ok .*9\.1\.2\.3, by NAT-PMP, a short question.*within seconds -> $/]],
    ['what PCP is', answer('pcp'), {}, [/^ok .*by PCP, the successor of NAT-PMP/]],
    ['what UPnP is', answer('upnp'), {}, [/^ok .*by UPnP, by which programs/]],
    ['that watch is off', answer('upnp'), { watch: false }, [/noticed every 5 min, .*schedule\.watch: true/]],
    [
      'what to switch on where it is silent',
      silent,
      {},
      [/schedule alone, every 5 min, since the router .* -> .*switch on UPnP/],
    ],
    ['nothing to do where this machine has the address', silent, { own: '9.1.2.3' }, [/^ok not needed.* -> $/]],
    [
      'CGNAT beside the way that it was asked',
      answer('upnp', '100.64.1.1'),
      {},
      [/^ok .*100\.64\.1\.1/, /^warning .*inbound IPv4 cannot work here.* -> Ask/],
    ],
  ])('%s', async (_, said, options, lines) => {
    expect(await examine(said, options)).toEqual(lines.map((line) => expect.stringMatching(line)));
  });
});

it.each<[string, string, RouterAnswer, RegExp | undefined]>([
  ['a silent router', 'router', silent, /^switch on UPnP.*take it out/],
  ['a router that speaks another way', 'router:natpmp', answer('upnp'), /^write 'router'.*speaks upnp/],
  ['a router with an address that is none for a record', 'router', answer('pcp', '100.64.1.1'), /^take it out/],
  ['another source', 'https://router.example/', silent, undefined],
])('what helps: %s', (_, spec, said, fix) => {
  const found = routerSourceFix(spec, said);
  if (fix === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fix);
});
