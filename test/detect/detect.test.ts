import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect, type Plan } from '../../src/detect/detect.ts';
import type { Answer, DetectPorts, Source } from '../../src/detect/source.ts';
import { createExec } from '../../src/platform/exec.ts';
import { createHttp } from '../../src/platform/http.ts';
import { createNetwork } from '../../src/platform/network.ts';

const ports: DetectPorts = {
  http: createHttp(),
  network: createNetwork(),
  exec: createExec(),
  timeoutMs: 10_000,
  userAgent: 'hostpin/test',
};
const old = '203.0.113.1';
const fresh = '203.0.113.2';

/** Sources that answer what the table says: an address, a failure (`!`) or nothing until they are given up (`…`). */
const sources = (says: Record<string, string>, asked: string[] = []): Source[] =>
  Object.entries(says).map(([spec, said]) => ({
    spec,
    kind: 'https',
    operator: spec.replace(/\d+$/, ''),
    async ask(): Promise<Answer> {
      asked.push(spec);
      if (said === '…') return new Promise(() => undefined);
      return said === '!' ? { kind: 'none', reason: 'hung up' } : { kind: 'address', address: said };
    },
  }));

const round = async (says: Record<string, string>, plan: Partial<Plan> = {}, more: Partial<DetectPorts> = {}) => {
  const asked: string[] = [];
  const whole = {
    agree: 2,
    allowPrivate: true,
    published: old,
    thorough: false,
    ...plan,
    sources: sources(says, asked),
  };
  const observation = await detect('ipv4', whole, { ...ports, ...more });
  const found = observation.kind === 'known' ? observation.address : observation.kind;
  return { found, asked: asked.join(' '), votes: observation.votes };
};

describe('detect', () => {
  it.each<[string, Record<string, string>, Partial<Plan>, string, string]>([
    ['steady state asks one', { a: old, b: old, c: old }, {}, old, 'a'],
    ['a source that fails is followed by the next', { a: '!', b: old, c: old }, {}, old, 'a b'],
    ['a change takes a second witness', { a: fresh, b: fresh, c: fresh }, {}, fresh, 'a b'],
    ['one liar changes nothing', { a: fresh, b: old, c: old, d: old }, {}, old, 'a b c'],
    ['three that differ are a dispute', { a: fresh, b: '203.0.113.3', c: '203.0.113.4' }, {}, 'disputed', 'a b c'],
    ['a lone witness of a change is a dispute', { a: fresh, b: '!', c: '!' }, {}, 'disputed', 'a b c'],
    ['no answers are no address', { a: '!', b: '!' }, {}, 'unavailable', 'a b'],
    ['no sources are no address', {}, {}, 'unavailable', ''],
    [
      'three are asked where three must agree',
      { a: fresh, b: fresh, c: fresh, d: fresh },
      { agree: 3 },
      fresh,
      'a b c',
    ],
    ['one is enough for a change where one is asked for', { a: fresh, b: old }, { agree: 1 }, fresh, 'a'],
    ['nothing published: two at once', { a: old, b: old, c: old }, { published: undefined }, old, 'a b'],
    ['a thorough round asks two though nothing changed', { a: old, b: old, c: old }, { thorough: true }, old, 'a b'],
    ['of one operator one is asked', { a1: fresh, a2: fresh, b: fresh }, {}, fresh, 'a1 b'],
    ['one operator is one witness', { a1: fresh, a2: fresh }, {}, 'disputed', 'a1'],
    [
      'a failed source of an operator is stood in for by its other one',
      { a1: '!', a2: fresh, b: fresh },
      {},
      fresh,
      'a1 a2 b',
    ],
    ['an address is compared by value', { a: '203.0.113.01', b: old }, {}, old, 'a b'],
    ['text that is no address is no vote', { a: 'localhost', b: old }, {}, old, 'a b'],
    ['an address of the other family is no vote', { a: '2001:db8::1', b: old }, {}, old, 'a b'],
    ['a loopback address is no vote', { a: '127.0.0.1', b: '127.0.0.1' }, {}, 'unavailable', 'a b'],
    [
      'a private address is no vote',
      { a: '10.0.0.1', b: '8.8.8.8', c: '8.8.8.8' },
      { allowPrivate: false },
      '8.8.8.8',
      'a b c',
    ],
  ])('%s', async (_, says, plan, found, asked) => {
    expect(await round(says, plan)).toMatchObject({ found, asked });
  });

  it('says who said what', async () => {
    const { votes } = await round({ a: fresh, b: '!', c: '127.0.0.1' });
    expect(votes).toEqual([
      { source: 'a', operator: 'a', address: fresh },
      { source: 'b', operator: 'b', error: 'hung up' },
      { source: 'c', operator: 'c', error: 'named 127.0.0.1: a loopback address is never published' },
    ]);
  });
  it('gives up a source that never answers, at the end of its time', async () => {
    const { found, votes } = await round({ a: '…', b: old }, {}, { timeoutMs: 100 });
    expect([found, votes[0]?.error]).toEqual([old, 'no answer within 0.1 s']);
  });
  it('ends as soon as enough agree, without waiting for the others', async () => {
    const started = performance.now();
    const { found } = await round(
      { a: '!', b: '…', c: fresh, d: fresh },
      { published: undefined },
      { timeoutMs: 2000 },
    );
    expect(found).toBe(fresh);
    expect(performance.now() - started).toBeLessThan(5000);
  });
  it('gives up the sources that are still being asked when the round is over', async () => {
    let signal: AbortSignal | undefined;
    const slow: Source = {
      spec: 'slow',
      kind: 'https',
      operator: 'slow',
      ask: (_, given) => {
        signal = given.signal;
        return new Promise(() => undefined);
      },
    };
    const lateSecond: Source = {
      ...slow,
      spec: 'late',
      operator: 'late',
      ask: async () => ({ kind: 'none', reason: 'no' }),
    };
    const stop = new AbortController();
    const plan = { agree: 2, allowPrivate: true, published: undefined, thorough: false, sources: [slow, lateSecond] };
    setTimeout(() => stop.abort(), 50);
    const observation = await detect('ipv4', plan, { ...ports, signal: stop.signal });
    expect([observation.kind, signal?.aborted]).toEqual(['unavailable', true]);
  });
  it('takes a fault of a source for a failure', async () => {
    const broken: Source = { spec: 'x', kind: 'x', operator: 'x', ask: () => Promise.reject(new Error('a bug')) };
    const plan = { agree: 1, allowPrivate: true, published: old, thorough: false, sources: [broken] };
    expect(await detect('ipv4', plan, ports)).toMatchObject({
      kind: 'unavailable',
      votes: [{ error: 'asking it failed: a bug' }],
    });
  });
  it('leaves it to the provider where the configuration says so', async () => {
    const provider: Source = {
      spec: 'provider',
      kind: 'provider',
      operator: 'provider',
      ask: () => Promise.reject(new Error()),
    };
    const plan = { agree: 1, allowPrivate: false, published: old, thorough: true, sources: [provider] };
    expect(await detect('ipv4', plan, ports)).toEqual({ kind: 'seen-by-provider', votes: [] });
  });
  it('publishes a change only where enough operators name it, whatever they say', async () => {
    const says = fc.array(fc.constantFrom(old, fresh, '203.0.113.3', '!', 'x'), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(says, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (list, agree, thorough) => {
        const { found, votes } = await round(Object.fromEntries(list.map((said, i) => ['abcdef'.charAt(i), said])), {
          agree,
          thorough,
        });
        if (found === 'disputed' || found === 'unavailable' || (found === old && !thorough)) return;
        expect(votes.filter((vote) => vote.address === found).length).toBeGreaterThanOrEqual(agree);
      }),
    );
  });
});
