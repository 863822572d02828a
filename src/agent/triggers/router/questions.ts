import { type GatewayWatch, lookAgainAfter } from './gateway-watch.ts';
import type { Nap } from './nap.ts';

/** NAT-PMP first: it is one packet each way, and changes nothing on the router. */
const cheap = ['natpmp', 'pcp'] as const;
const askEvery = 10_000;
/** Announcements come in bursts, and each may ask for a question. Milliseconds. */
const atLeast = 500;
/** On a local network an answer takes a few milliseconds; after 250 ms the question is sent once more. */
const answerWithin = 1_000;

/** Asks the gateway now and then whether its address is the same, more often where it answers, until the end. */
export const askRegularly = async ({ ask, hear, say, clock, signal }: GatewayWatch, nap: Nap): Promise<void> => {
  let by: (typeof cheap)[number] | undefined;
  while (!signal.aborted) {
    for (const protocol of by === 'pcp' ? cheap.toReversed() : cheap) {
      const answer = await ask(protocol, answerWithin);
      if (signal.aborted) return;
      if (answer.kind === 'none') continue;
      by = protocol;
      hear('answer', answer.address);
      break;
    }
    if (by === undefined) say('The router answers neither NAT-PMP nor PCP: it is not asked every 10 s.');
    await clock.sleep(atLeast, signal);
    await nap.sleep(by === undefined ? lookAgainAfter : askEvery - atLeast);
  }
};
