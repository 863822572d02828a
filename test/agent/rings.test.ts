import { describe, expect, it } from 'vitest';
import { createRings, type Ring } from '../../src/agent/rings.ts';
import { createHandClock } from './hand-clock.ts';

const start = () => {
  const clock = createHandClock();
  const stop = new AbortController();
  const rings = createRings(clock);
  /** When the next ring comes and which, in milliseconds from now. */
  const next = (ms: number) => {
    const from = clock.monotonic();
    const result: { ring?: Ring | undefined; after?: number } = {};
    void rings.next(ms, stop.signal).then((ring) => Object.assign(result, { ring, after: clock.monotonic() - from }));
    return result;
  };
  return { clock, stop, rings, next };
};

describe('the next ring', () => {
  it('is none when the time is over', async () => {
    const { clock, next } = start();
    const result = next(1_000);
    await clock.pass(999);
    expect(result).toEqual({});
    await clock.pass(1);
    expect(result).toEqual({ ring: undefined, after: 1_000 });
  });

  it('comes at once where somebody asked for it', async () => {
    const { clock, rings, next } = start();
    const result = next(300_000);
    await clock.pass(10);
    rings.ring('signal');
    await clock.pass(0);
    expect(result).toEqual({ ring: 'signal', after: 10 });
  });

  it('is kept while nobody waits', async () => {
    const { clock, rings, next } = start();
    rings.ring('signal');
    const result = next(300_000);
    await clock.pass(0);
    expect(result).toMatchObject({ ring: 'signal' });
  });

  it('is one for a burst from outside, after it calmed down', async () => {
    const { clock, rings, next } = start();
    const first = next(300_000);
    await clock.pass(0);
    for (let n = 0; n < 20; n++) {
      rings.ring('addresses');
      await clock.pass(5);
    }
    expect(first).toEqual({});
    await clock.pass(150);
    expect(first).toEqual({ ring: 'addresses', after: 150 });
    const second = next(10_000);
    await clock.pass(10_000);
    expect(second).toEqual({ ring: undefined, after: 10_000 });
  });

  it.each<[string, Ring[], (Ring | undefined)[]]>([
    ['a reload comes first, and the round that was asked for after it', ['schedule', 'reload'], ['reload', 'schedule']],
    ['several of one kind are one', ['signal', 'signal'], ['signal', undefined]],
    ['several kinds are one round', ['schedule', 'addresses'], ['schedule', undefined]],
    ['of several kinds the router counts, which looks most thoroughly', ['addresses', 'router'], ['router', undefined]],
  ])('%s', async (_, rung, expected) => {
    const { clock, rings, next } = start();
    for (const why of rung) rings.ring(why);
    for (const why of expected) {
      const result = next(500);
      await clock.pass(1_000);
      expect(result.ring).toBe(why);
    }
  });

  it('is none after the end', async () => {
    const { clock, stop, rings, next } = start();
    const result = next(300_000);
    stop.abort();
    await clock.pass(0);
    expect(result).toMatchObject({ ring: undefined });
    rings.ring('signal');
    const after = next(300_000);
    await clock.pass(0);
    expect(after).toMatchObject({ ring: undefined });
  });
});

describe('an interface that goes up and down', () => {
  const storm = async () => {
    const all = start();
    let rounds = 0;
    for (let at = 0; at < 60_000; at += 500) {
      all.rings.ring('addresses');
      const result = all.next(1);
      await all.clock.pass(500);
      if ('ring' in result) rounds += 1;
      else return { ...all, result, rounds };
    }
    throw new Error('nothing was held back');
  };

  it('makes 30 rounds a minute and no more', async () => {
    const { rounds, clock, result } = await storm();
    expect(rounds).toBe(30);
    await clock.pass(60_000);
    expect(result).toMatchObject({ ring: 'addresses' });
  });

  it.each<Ring>(['signal', 'reload'])('does not delay a %s', async (why) => {
    const { rings, clock, result } = await storm();
    rings.ring(why);
    await clock.pass(0);
    expect('ring' in result).toBe(true);
  });
});
