import { describe, expect, it } from 'vitest';
import { exchange } from '../../src/sandbox/exchange.ts';
import type { Limits } from '../../src/sandbox/limits.ts';
import type { SandboxState } from '../../src/sandbox/state.ts';
import { api, bodyOf, dyndns, envelopeOf, login, now, request, stateOf } from './world.ts';

const minute = 60_000;
const right = { user: 'demo', password: 'demo-key', host: 'home.example.com', ip: '192.0.2.9', lang: 'en' };
const limited = (limits: Partial<Limits>) => stateOf({ limits: { blockMs: 5 * minute, ...limits } });
const operations = { operations: { count: 2, withinMs: minute } };
const errors = { errors: { count: 1, withinMs: minute } };

/** The codes that calls of the main API are answered with, a second after each other. */
const codes = (start: SandboxState, calls: [operation: string, password?: string, user?: string][]): number[] => {
  let state = start;
  return calls.map(([operation, apipasswd = login.apipasswd, apiuser = login.apiuser], index) => {
    const next = api(state, operation, {}, { apiuser, apipasswd }, now + index * 1000);
    state = next.state;
    return envelopeOf(next.action).errorCode;
  });
};
const hello = (): [string] => ['tool/hello'];

describe('the main API', () => {
  it('blocks who calls too often', () => {
    expect(codes(limited(operations), [hello(), hello(), hello(), hello()])).toEqual([0, 0, 1000, 1000]);
  });

  it('bans who errs too often, whatever is called then', () => {
    const wrong: [string] = ['service/getinfo'];
    expect(codes(limited(errors), [wrong, hello(), wrong, hello()])).toEqual([101, 0, 101, 1030]);
  });

  it('counts wrong passwords and unknown operations as errors', () => {
    const start = limited(errors);
    expect(codes(start, [['tool/hello', 'x'], ['tool/nothing'], hello()])).toEqual([201, 102, 1030]);
  });

  it('does not let somebody else block a user', () => {
    const other: [string, string, string] = ['tool/hello', 'x', 'somebody'];
    expect(codes(limited(errors), [other, other, other, hello()])).toEqual([201, 201, 201, 0]);
  });

  it('has no effect where it refuses', () => {
    let state = limited({ operations: { count: 0, withinMs: minute } });
    const { records } = state.world;
    state = api(state, 'service/dnsdeleteall', { serviceName: 'example.com' }).state;
    expect(state.world.records).toBe(records);
  });

  it('lets a user in again when the time is over', () => {
    const { state } = api(limited({ operations: { count: 0, withinMs: minute } }), 'tool/hello');
    const at = (later: number) => api(state, 'tool/hello', {}, login, now + later);
    expect(envelopeOf(at(5 * minute - 1).action).errorCode).toBe(1000);
    const free = { ...state, limits: { blockMs: 0, ...operations } };
    expect(envelopeOf(api(free, 'tool/hello', {}, login, now + 5 * minute).action).errorCode).toBe(0);
  });

  it('limits nothing where nothing is said', () => {
    const calls = Array.from({ length: 200 }, (): [string] => ['tool/nothing']);
    expect(new Set(codes(stateOf(), calls))).toEqual(new Set([102]));
  });
});

describe('the dynamic DNS endpoint', () => {
  const say = (state: SandboxState, format = 'plain', more: Record<string, string> = {}) => {
    const next = dyndns(state, format, { ...right, ...more });
    return { state: next.state, text: bodyOf(next.action) };
  };

  it.each<[string, Partial<Limits>, string, string]>([
    ['too many operations, in English', operations, 'en', 'Account blocked'],
    ['too many operations, in Spanish', operations, 'es', 'Cuenta bloqueada'],
    ['too many errors, in English', errors, 'en', 'Too many errors, user banned'],
    ['too many errors, in Spanish', errors, 'es', 'Demasiados errores, usuario bloqueado'],
  ])('%s', (_, limits, lang, sentence) => {
    let { state } = say(limited(limits), 'plain', { host: 'x' });
    state = say(state, 'plain', { password: 'wrong' }).state;
    const { state: after, text } = say(state, 'plain', { lang });
    expect(text).toBe(`ERROR\n${sentence}\n`);
    expect(after.world.records).toBe(state.world.records);
    expect(JSON.parse(say(state, 'json', { lang }).text)).toMatchObject({ success: false, messages: [sentence] });
    expect(say(state, 'xml', { lang }).text).toContain(`<error>${sentence}</error>`);
  });

  it('has a count of its own', () => {
    const { state } = say(say(say(limited(operations)).state).state);
    expect(say(state).text).toMatch('blocked');
    expect(envelopeOf(api(state, 'tool/hello').action).errorCode).toBe(0);
  });

  it('does not count requests to no format, nor those that a fault keeps from taking effect', () => {
    let state = stateOf({ limits: { blockMs: 1, operations: { count: 0, withinMs: 1 } } }, [
      { on: 'dyndns', do: 'reset', times: 1 },
    ]);
    state = say(state).state;
    state = exchange(state, 'dyndns', request({ path: '/x/' }), now).state;
    expect(state.usage.dyndns.blocked).toBeUndefined();
    expect(say(state).text).toMatch('blocked');
  });
});
