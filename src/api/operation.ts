import type * as z from 'zod/mini';

/**
 * What a call does to the account.
 * - `reads`: nothing
 * - `changes`: something that another call can change back
 * - `spends`: takes money from the balance
 * - `destroys`: deletes or replaces something that can't be had back
 */
export type Effect = 'reads' | 'changes' | 'spends' | 'destroys';

/** The two manual versions that the specification states. */
export type ApiVersion = '1.0.14' | '1.0.20';

/** One operation of the main API: what is known about it, and all that the interpreter needs to call it. */
export type Operation = {
  /** One line. */
  summary: string;
  effect: Effect;
  /** The only version that has it; both where absent. */
  only?: ApiVersion;
  /** A strict object; each parameter's meaning is in `meanings` of parameter.ts. */
  params: z.ZodMiniObject;
  /** Of `responseData`: asks for what the specification names and lets the rest through. */
  result: z.ZodMiniType;
  /** Results by the value of one parameter: what a call has to answer, given what was asked. */
  variants?: { parameter: string; fallback: string; results: Readonly<Record<string, z.ZodMiniType>> };
  /** Keys of `responseData` that the specification writes in two ways: the other way, and ours. */
  renamed?: Readonly<Record<string, string>>;
  /** The specification writes the request's path in two ways: the other one, for a provider that knows no other. */
  otherPath?: string;
};

/** Operations by name, `module/action`. */
export type Catalogue = Readonly<Record<string, Operation>>;

/** Keeps each row's own types, so that a call is typed by the row's name. */
export const operations = <const C extends Catalogue>(rows: C): C => rows;

export type Name<C extends Catalogue> = keyof C & string;
export type Params<C extends Catalogue, N extends Name<C>> = z.input<C[N]['params']>;
export type Result<C extends Catalogue, N extends Name<C>> = z.output<C[N]['result']>;

/** The operations that answer in pages. An operation without parameters has no key that is named. */
export type PagedName<C extends Catalogue> = {
  [N in Name<C>]: string extends keyof Params<C, N> ? never : 'page' extends keyof Params<C, N> ? N : never;
}[Name<C>];
