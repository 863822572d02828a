import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printKept, readKept } from '../../src/sandbox/kept.ts';
import { operations } from '../../src/sandbox/operations/table.ts';
import { sandboxDefaults } from '../../src/sandbox/options.ts';
import { firstState, keptOf, type SandboxState } from '../../src/sandbox/state.ts';
import { api, dyndns, envelopeOf, login, now, stateOf } from './world.ts';

type Step = [operation: string, parameters?: Record<string, string>];

const person = {
  Type: 'organization',
  ...{ FirstName: 'Ana', LastName: 'Núñez', OrgName: 'Viento', OrgType: '612', IdentNumber: '1' },
  ...{ Email: 'a@example.org', Phone: '+34.600000000', Address: 'x', PostalCode: '1', City: 'x', State: 'x' },
  Country: 'ES',
};
const own = { domain: 'example.com' };
const zone = { serviceName: 'example.com' };
/** Something of everything that a world has. */
const session: Step[] = [
  ['contact/create', person],
  ['domain/create', { domain: 'a.info', ownerContactID: 'SBX-100002' }],
  ['domain/transfer', { domain: 'taken.com', ownerContactID: 'SBX-100001' }],
  ['domain/gluerecordcreate', { ...own, name: 'ns1.example.com', ipv4: '192.0.2.1' }],
  ['domain/gluerecordcreate', { ...own, name: 'ns2.example.com', ipv4: '192.0.2.1', ipv6: '2001:db8::1' }],
  ['domain/dnsseccreate', { ...own, keytag: '5', algorithm: '13', digesttype: '1', digest: 'ab'.repeat(20) }],
  ['service/create', { serviceName: '__proto__.org', productkey: 'mini' }],
  ['service/ftpcreate', { ...zone, name: 'f', ftpPath: '/', password: 'x' }],
  ['service/ddbbcreate', { ...zone, password: 'x' }],
  ['service/subdomaincreate', { ...zone, name: 'b', ftpPath: '/' }],
  ['service/mailaliascreate', { ...zone, name: 'b@example.com', target: 'a@example.org,b@example.org' }],
  ['service/dnscreate', { ...zone, name: 'example.com', type: 'TXT', value: 'v=spf1 "ñ"' }],
];

const after = (steps: readonly Step[], start = stateOf(), at = now): SandboxState =>
  steps.reduce((state, [operation, parameters = {}]) => {
    const { state: next, action } = api(state, operation, parameters, login, at);
    expect([operation, envelopeOf(action).errorCode]).toEqual([operation, 0]);
    return next;
  }, start);

/** A sandbox that starts with what the other one left. */
const restarted = (state: SandboxState, options: object = {}): SandboxState => {
  const kept = readKept(printKept(keptOf(state)));
  if (!kept.ok) throw new Error(kept.error);
  const next = firstState({ ...sandboxDefaults, ...options }, now, kept.value);
  if (!next.ok) throw new Error(next.error);
  return next.value;
};

describe('the state of a sandbox', () => {
  it('is the same after a restart, and goes on from there', () => {
    const whole = after(session);
    const again = restarted(whole);
    expect({ ...again, requests: [] }).toEqual({ ...whole, requests: [] });
    const later: Step[] = [['domain/list'], ['domain/renew', { ...own, curExpDate: '2027-01-02' }]];
    expect(after(later, again, now + 10_000).world).toEqual(after(later, whole, now + 10_000).world);
  });

  it('has the time that has passed meanwhile behind it', () => {
    const { world } = after([['domain/list']], restarted(after(session)), now + 10_000);
    expect(world.domains.map(({ name, status }) => [name, status])).toContainEqual(['a.info', 'active']);
  });

  it('has no credentials in it, and takes those of the new start', () => {
    const text = printKept(keptOf(after(session)));
    expect(text).not.toMatch(/demo-key|demo-password/);
    const again = restarted(stateOf(), { apiPassword: 'other' });
    expect(envelopeOf(api(again, 'tool/hello').action).errorCode).toBe(201);
    expect(again.world.account).toMatchObject({ apiPassword: 'other', key: 'demo-key' });
  });

  it('counts, and not the services and records of the new start', () => {
    const again = restarted(after(session), { services: ['example.net'], records: [] });
    expect(again.world.services.map(({ name }) => name)).toEqual([
      'example.com',
      'a.info',
      'taken.com',
      '__proto__.org',
    ]);
  });

  it('has blocks in it', () => {
    const limits = { operations: { count: 0, withinMs: 1000 }, blockMs: 1000 };
    const { state } = dyndns(stateOf({ limits }), 'plain', { user: 'demo' });
    expect(restarted(state, { limits }).usage).toEqual(state.usage);
    expect(state.usage.dyndns.blocked?.why).toBe('operations');
  });

  it('is the same after a restart, whatever was called', () => {
    const operation = fc.constantFrom(...operations.keys());
    const given = fc.constantFrom<Record<string, string>>(
      ...[{}, zone, own, { ...zone, ...person }, ...session.map(([, parameters = {}]) => parameters)],
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(operation, given, fc.nat(1e11))), (calls) => {
        const state = calls.reduce(
          (so, [name, parameters, later]) => api(so, name, parameters, login, now + later).state,
          stateOf(),
        );
        expect(restarted(state).world).toEqual(state.world);
      }),
      { numRuns: 50 },
    );
  });
});

describe('another file', () => {
  const whole = JSON.parse(printKept(keptOf(after(session))));
  it.each<[string, string, string]>([
    ['nothing', '', 'no JSON'],
    ['half a state', JSON.stringify(whole).slice(0, 1000), 'no JSON'],
    ['a configuration', 'user: alice\n', 'no JSON'],
    ['a list', '[]', 'something else'],
    ['null', 'null', 'something else'],
    ['the state of something else', '{"version": 1}', 'something else'],
    ['the state of a later sandbox', JSON.stringify({ ...whole, version: 2 }), 'version 2'],
    ['a state without a world', JSON.stringify({ ...whole, world: undefined }), 'world'],
    [
      'a domain that never ends',
      JSON.stringify({
        ...whole,
        world: { ...whole.world, domains: [{ ...whole.world.domains[0], tsExpir: 'never' }] },
      }),
      'world.domains.0.tsExpir',
    ],
  ])('%s is refused in words', (_, text, words) => {
    expect(readKept(text)).toEqual({ ok: false, error: expect.stringContaining(words) });
  });

  it('never makes it throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void expect(readKept(text).ok).toBe(false)));
  });
});
