import type { Parameters } from '../form.ts';
import type { Json } from '../json.ts';
import type { Service, World } from '../world.ts';

/** What a call of an operation comes with. */
export type Call = {
  world: World;
  parameters: Parameters;
};

/** A call with the service that `serviceName` names. */
export type ServiceCall = Call & { service: Service };

/** What came of a call: a new world with an answer, or a code of the error table with texts for a person. */
export type Reply =
  | { ok: true; world: World; data: Json; messages: readonly string[]; action?: string }
  | { ok: false; code: number; messages: readonly string[] };

/** One row of the table of operations. */
export type Operation = {
  /** `module/action`, as in the path. */
  name: string;
  /** Parameters without which the call is refused with code 101. */
  required: readonly string[];
} & ({ on: 'account'; run(call: Call): Reply } | { on: 'service'; run(call: ServiceCall): Reply });

/** A row whose operation works on the account. */
export const operation = (name: string, required: readonly string[], run: (call: Call) => Reply): Operation => ({
  name,
  required,
  on: 'account',
  run,
});

/** A row whose operation works on a service: `serviceName` is required and names one, else code 4001. */
export const serviceOperation = (
  name: string,
  required: readonly string[],
  run: (call: ServiceCall) => Reply,
): Operation => ({ name, required: ['serviceName', ...required], on: 'service', run });

export const done = (world: World, data: Json, ...messages: string[]): Reply => ({ ok: true, world, data, messages });

export const refused = (code: number, ...messages: string[]): Reply => ({ ok: false, code, messages });
