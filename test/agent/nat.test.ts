import { describe, expect, it } from 'vitest';
import { natProblem } from '../../src/agent/nat.ts';

describe('the router against what the internet sees', () => {
  it.each([
    ['the same address is no problem', '9.1.2.3', '9.1.2.3', undefined],
    ['a public router whose view is not known is none', '9.1.2.3', undefined, undefined],
    ['carrier-grade NAT', '100.64.3.4', '9.1.2.3', /carrier-grade NAT.*inbound IPv4 cannot work here/],
    ['double NAT', '192.168.1.2', '9.1.2.3', /double NAT.*inbound IPv4 cannot work here/],
    ['DS-Lite', '192.0.0.2', '9.1.2.3', /DS-Lite.*inbound IPv4 cannot work here/],
    ['another egress', '9.1.2.3', '9.9.9.9', /the internet sees 9\.9\.9\.9/],
    ['a router that is not connected says nothing', '0.0.0.0', '9.1.2.3', undefined],
  ])('%s', (_, router, seen, wanted) => {
    const problem = natProblem(router, seen);
    if (wanted === undefined) expect(problem).toBeUndefined();
    else expect(problem?.what).toMatch(wanted);
  });
});
