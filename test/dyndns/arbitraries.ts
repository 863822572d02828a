import fc from 'fast-check';
import type { Reply } from '../../src/dyndns/reply.ts';

type Success = Extract<Reply, { kind: 'success' }>;
type Failure = Extract<Reply, { kind: 'error' }>;

/** Words that survive trimming in every format, with what wants escaping among them. */
export const message = fc
  .string({ unit: fc.constantFrom(...'aé ñ<>&"\';%+{}ü€😀'), minLength: 1, maxLength: 30 })
  .map((text) => `say ${text}.`);

export const success: fc.Arbitrary<Success> = fc.record({
  kind: fc.constant('success' as const),
  changed: fc.boolean(),
  host: fc.domain(),
  type: fc.constant('A'),
  address: fc.ipV4(),
  messages: fc.array(message, { maxLength: 3 }),
});

export const failure = (known: fc.Arbitrary<Pick<Failure, 'userKnown' | 'keyKnown' | 'hostKnown'>>) =>
  fc
    .tuple(known, fc.array(message, { maxLength: 3 }))
    .map(([knowledge, messages]): Failure => ({ kind: 'error', messages, ...knowledge }));

/** A body with a few characters taken out, doubled, or put in. */
export const damaged = (body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      body,
      fc.array(
        fc.tuple(
          fc.nat(400),
          fc.nat(5),
          fc.constantFrom('', '<', '>', '"', '&', '{', ']', '\0', '\n', '/', '&#x110000;'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    )
    .map(([text, cuts]) =>
      cuts.reduce((kept, [at, length, put]) => kept.slice(0, at) + put + kept.slice(at + length), text),
    );
