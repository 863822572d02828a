/** What came of reading a text from outside: the value, or what is wrong with it in words for a person. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; error: string };

export const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const bad = (error: string): Parsed<never> => ({ ok: false, error });
