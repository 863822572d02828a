/** What came of reading one value: the value, or what is wrong with it and what to write instead. */
export type Reading<T> = { kind: 'value'; value: T } | Wrong;
export type Wrong = { kind: 'wrong'; what: string; fix: string };

export const wrong = (what: string, fix: string): Wrong => ({ kind: 'wrong', what, fix });

const longest = 80;

/** A value as a message quotes it: on one line, not too long, without credentials that a URL in it carries. */
export const shown = (value: string): string => {
  const masked = value.replace(/\/\/[^/]*@/g, '//…@');
  return JSON.stringify(masked.length > longest ? `${masked.slice(0, longest)}…` : masked);
};

/** A name of the file's own, which may be a whole `key:value` that lacks a space: what follows the name isn't told. */
export const shownName = (name: string): string => /^[\p{L}\p{N}_.-]{1,40}/u.exec(name)?.[0] ?? '(unreadable name)';
