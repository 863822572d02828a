import * as z from 'zod/mini';
import { inits } from './init.ts';

const access = { mode: z.number(), uid: z.number(), gid: z.number() };

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), path: z.string() }),
  z.object({
    kind: z.literal('file'),
    what: z.enum(['unit', 'configuration', 'secret', 'certificates']),
    path: z.string(),
    /** Of every text that we wrote there: another one is somebody else's. */
    digests: z.array(z.string()),
    from: z.optional(z.string()),
    /** What was there before. */
    was: z.optional(z.object({ text: z.string(), ...access })),
  }),
  z.object({ kind: z.literal('access'), path: z.string(), ...access, now: z.number() }),
  z.object({
    kind: z.literal('program'),
    path: z.string(),
    digests: z.array(z.string()),
    /** Where the program went that was there before. */
    aside: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('link'), path: z.string(), to: z.string(), was: z.optional(z.string()) }),
  z.object({ kind: z.literal('user'), name: z.string() }),
]);

const ledger = z.object({
  version: z.literal(1),
  init: z.enum(inits),
  /** Whether the last installation came to its end. */
  finished: z.boolean(),
  /** Whose program the service was started with last: another version's wants a restart. */
  release: z.optional(z.string()),
  entries: z.array(entry),
});

/** One thing that an installation did, and what it needs to be taken back. Written down before it is done. */
export type Entry = z.infer<typeof entry>;

/** What installations did, the oldest first. */
export type Ledger = z.infer<typeof ledger>;

/** The ledger in a text; undefined where there is none. */
export const readLedger = (text: string): Ledger | undefined => {
  try {
    const read = ledger.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
};

export const writeLedger = (book: Ledger): string => `${JSON.stringify(book, undefined, 1)}\n`;

const placeOf = (one: Entry): string => (one.kind === 'user' ? one.name : one.path);

export const findEntry = <K extends Entry['kind']>(
  { entries }: Ledger,
  kind: K,
  place: string,
): Extract<Entry, { kind: K }> | undefined =>
  entries.find((one): one is Extract<Entry, { kind: K }> => one.kind === kind && placeOf(one) === place);

/** The ledger with the entry, in the place of an older one for the same thing. */
export const withEntry = (book: Ledger, added: Entry): Ledger => {
  const at = book.entries.findIndex((one) => one.kind === added.kind && placeOf(one) === placeOf(added));
  return { ...book, entries: at < 0 ? [...book.entries, added] : book.entries.with(at, added) };
};
