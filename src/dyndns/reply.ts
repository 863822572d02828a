/** What an answer of the dynamic DNS endpoint says, whichever of the three formats it came in. */
export type Reply =
  | {
      kind: 'success';
      /** Whether the record's value changed by this request; null where the answer does not tell (plain, `IP:`). */
      changed: boolean | null;
      /** The entry that was updated; null where the format does not name it (plain). */
      host: string | null;
      /** The record's type; null where the format does not name it (plain). */
      type: string | null;
      /** The value in the zone now, as it was written; null where the answer does not name it. */
      address: string | null;
      messages: string[];
    }
  | {
      kind: 'error';
      messages: string[];
      /** What the answer's structure tells about each credential and the host; null where it tells nothing. */
      userKnown: boolean | null;
      keyKnown: boolean | null;
      hostKnown: boolean | null;
    }
  /** Not understood: a failure, never a success. `why` has no word of the body in it, the client adds the quotation. */
  | { kind: 'garbled'; why: string };

/** A body's text to what it says. Pure, and total: no input makes it throw. */
export type ReplyParser = (body: string) => Reply;

export const garbled = (why: string): Reply => ({ kind: 'garbled', why });

/** Without a byte order mark and surrounding white space, which no format gives a meaning. */
export const bare = (body: string): string => body.replace(/^\uFEFF/, '').trim();
