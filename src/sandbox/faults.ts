import { z } from 'zod';
import { bad, good, type Parsed } from './parsed.ts';

const maxDelayMs = 3_600_000;

const fault = z.strictObject({
  /** Which of the three addresses misbehaves. */
  on: z.enum(['dyndns', 'api', 'echo']),
  /** `module/action` at api, the format at dyndns, the method at echo; any where absent. */
  operation: z.string().optional(),
  /** The host parameter of a request to dyndns; any where absent. */
  host: z.string().optional(),
  /** How many requests it hits; all where absent. */
  times: z.int().min(1).optional(),
  /** Whether the request takes effect although the answer is spoilt. Default: with `truncate` and `delayMs` only. */
  effect: z.boolean().optional(),
  do: z.union([
    /** No answer ever; a closed connection; half an answer; an answer without end; one that nobody understands. */
    z.enum(['hang', 'reset', 'truncate', 'flood', 'garbage']),
    /** The true answer, late. */
    z.strictObject({ delayMs: z.int().min(0).max(maxDelayMs) }),
    /** Another answer. */
    z.strictObject({
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().default(''),
    }),
    /** At api: an envelope with this code of the error table. */
    z.strictObject({ errorCode: z.int().min(1), messages: z.array(z.string()).default([]) }),
    /** At dyndns: a refusal with these texts, in the format that was asked for. */
    z.strictObject({ errors: z.array(z.string()).min(1) }),
  ]),
});
const faultList = z.array(fault);

/** One scripted misbehaviour. */
export type Fault = z.input<typeof fault>;
/** A fault as it is applied: checked, and with its defaults. */
export type ReadyFault = z.output<typeof fault>;

/** Checks a list of faults; the error names the first thing that is wrong. */
export const readFaults = (list: unknown): Parsed<ReadyFault[]> => {
  const result = faultList.safeParse(list);
  if (result.success) return good(result.data);
  const issue = result.error.issues[0];
  return bad(`faults: ${issue?.path.join('.') || 'the list'}: ${issue?.message ?? 'not understood'}`);
};

/** Reads a JSON list of faults. */
export const parseFaults = (text: string): Parsed<ReadyFault[]> => {
  try {
    return readFaults(JSON.parse(text));
  } catch {
    return bad('faults: this is no JSON: write a list, as in [{"on": "api", "do": "hang"}]');
  }
};

/** The first fault that fits the request, and the list that is left when it has hit. */
export const nextFault = (
  faults: readonly ReadyFault[],
  request: { on: ReadyFault['on']; operation: string; host?: string | undefined },
): { fault: ReadyFault | undefined; left: readonly ReadyFault[] } => {
  const index = faults.findIndex(
    ({ on, operation, host }) =>
      on === request.on &&
      (operation === undefined || operation === request.operation) &&
      (host === undefined || host === request.host),
  );
  const fault = faults[index];
  if (!fault) return { fault, left: faults };
  const { times } = fault;
  const after = times === undefined ? [fault] : times > 1 ? [{ ...fault, times: times - 1 }] : [];
  return { fault, left: faults.toSpliced(index, 1, ...after) };
};
