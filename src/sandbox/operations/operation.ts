import type { Domain } from '../domains.ts';
import type { Parameters } from '../form.ts';
import type { Json } from '../json.ts';
import { asciiName } from '../names.ts';
import type { Service, World } from '../world.ts';

/** What a call of an operation comes with. */
export type Call = {
  world: World;
  parameters: Parameters;
  /** Milliseconds since the epoch. */
  now: number;
  /** As which the provider answers; the later one where absent. */
  version?: Only;
};

/** A call with the service that `serviceName` names. */
export type ServiceCall = Call & { service: Service };
/** A call with the domain that `domain` or `domainID` names. */
export type DomainCall = Call & { domain: Domain };

/** What came of a call: a new world with an answer, or a code of the error table with texts for a person. */
export type Refusal = { ok: false; code: number; messages: readonly string[] };
export type Reply = { ok: true; world: World; data: Json; messages: readonly string[]; action?: string } | Refusal;

/** Specification, Versioning: the version that has an operation, where the other one lacks it. */
export type Only = '1.0.14' | '1.0.20';

/** One row of the table of operations. */
export type Operation = {
  /** `module/action`, as in the path. */
  name: string;
  /** Parameters without which the call is refused with code 101. */
  required: readonly string[];
  only?: Only;
} & (
  | { on: 'account'; run(call: Call): Reply }
  | { on: 'service'; run(call: ServiceCall): Reply }
  | { on: 'domain'; run(call: DomainCall): Reply }
);

const versions = (only: Only | undefined): { only?: Only } => (only ? { only } : {});

/** A row whose operation works on the account. */
export const operation = (
  name: string,
  required: readonly string[],
  run: (call: Call) => Reply,
  only?: Only,
): Operation => ({ name, required, on: 'account', run, ...versions(only) });

/** A row whose operation works on a service: `serviceName` is required and names one, else code 4001. */
export const serviceOperation = (
  name: string,
  required: readonly string[],
  run: (call: ServiceCall) => Reply,
  only?: Only,
): Operation => ({ name, required: ['serviceName', ...required], on: 'service', run, ...versions(only) });

/** A row whose operation works on a domain: `domain` or `domainID` names one of the account's, else code 2008. */
export const domainOperation = (
  name: string,
  required: readonly string[],
  run: (call: DomainCall) => Reply,
  only?: Only,
): Operation => ({ name, required, on: 'domain', run, ...versions(only) });

export const done = (world: World, data: Json, ...messages: string[]): Reply => ({ ok: true, world, data, messages });

export const refused = (code: number, ...messages: string[]): Refusal => ({ ok: false, code, messages });

/** Runs the operation on what its parameters name. */
export const perform = (operation: Operation, call: Call): Reply => {
  const { world, parameters } = call;
  const missing = operation.required.filter((name) => !parameters.get(name));
  if (operation.on === 'domain' && !parameters.get('domain') && !parameters.get('domainID')) {
    missing.unshift('domain or domainID');
  }
  if (missing.length > 0) return refused(101, ...missing.map((name) => `Missing parameter: ${name}`));
  if (operation.on === 'account') return operation.run(call);
  if (operation.on === 'domain') {
    const [name, id] = [parameters.get('domain'), parameters.get('domainID')];
    if (id && !/^\d{1,15}$/.test(id)) return refused(105, 'Invalid parameter: domainID');
    const wanted = name && asciiName(name);
    const domain = world.domains.find(
      (candidate) => (!name || candidate.name === wanted) && (!id || candidate.domainID === Number(id)),
    );
    return domain ? operation.run({ ...call, domain }) : refused(2008, 'Domain not found');
  }
  const name = asciiName(parameters.get('serviceName') ?? '');
  const service = world.services.find((candidate) => candidate.name === name);
  return service ? operation.run({ ...call, service }) : refused(4001, 'Service not found');
};
