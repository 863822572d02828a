import * as z from 'zod/mini';
import { bare, garbled, type Reply } from './reply.ts';

const messages = z.pipe(
  z.nullish(z.array(z.string())),
  z.transform((list: string[] | null | undefined) => list ?? []),
);

/** A success without its host says nothing that could be believed, so the host is required. Unknown fields pass. */
const success = z.object({
  success: z.literal(true),
  user: z.optional(z.string()),
  messages,
  host: z.object({ name: z.string(), value: z.string(), type: z.string(), updated: z.boolean() }),
});

const failure = z.object({
  success: z.literal(false),
  user: z.nullish(z.string()),
  messages,
  host: z.optional(z.unknown()),
});

const answer = z.discriminatedUnion('success', [success, failure]);

/** Reads the JSON answer (specification, Dynamic DNS endpoint). Booleans are booleans: `"true"` and 1 are refused. */
export const parseJson = (body: string): Reply => {
  let value: unknown;
  try {
    value = JSON.parse(bare(body));
  } catch {
    return garbled('it is not JSON');
  }
  const read = answer.safeParse(value);
  if (!read.success) return garbled(misfit(read.error.issues[0]?.path ?? []));
  const reply = read.data;
  if (reply.success) {
    const { name, value: address, type, updated } = reply.host;
    return { kind: 'success', changed: updated, host: name, type, address, messages: reply.messages };
  }
  return {
    kind: 'error',
    messages: reply.messages,
    // `user` is omitted when the user name is wrong (specification, Dynamic DNS endpoint).
    userKnown: typeof reply.user === 'string',
    keyKnown: null,
    hostKnown: z.object({ name: z.string() }).safeParse(reply.host).success ? true : null,
  };
};

/** The path's names are the schema's own, but for an index of a list: nothing of the body gets into the sentence. */
const misfit = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'it is not the object that is expected' : `its field ${path.join('.')} is not what is expected`;
