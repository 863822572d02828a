import { type Access, freeAccess, underLimits } from './access.ts';
import { type Answer, notFound } from './answer.ts';
import { type Output, printEnvelope, type Result } from './envelope.ts';
import type { Parameters } from './form.ts';
import type { Usage } from './limits.ts';
import { choice, invalid } from './operations/checks.ts';
import { type Only, type Operation, perform, type Reply, refused } from './operations/operation.ts';
import { operations } from './operations/table.ts';
import { progress } from './progress.ts';
import type { World } from './world.ts';

/** `module/action` of a path like `/service/dnslist/`, whether there is one or not; undefined where the path is another one. */
export const operationOf = (path: string): string | undefined => /^\/([\w-]{1,40}\/[\w-]{1,40})\/?$/.exec(path)?.[1];

const outputOf = (parameters: Parameters): Output => ({
  format: parameters.get('output-format')?.toLowerCase() === 'xml' ? 'xml' : 'json',
  pretty: ['true', '1'].includes(parameters.get('output-pretty')?.toLowerCase() ?? ''),
});

/** Why the caller may not call; undefined where it may. */
const barrier = ({ account, publicAddress }: World, parameters: Parameters): Reply | undefined => {
  const [user, password] = [parameters.get('apiuser'), parameters.get('apipasswd')];
  if (!user || !password) return refused(200, 'apiuser and apipasswd are required');
  if (user !== account.apiUser || password !== account.apiPassword) return refused(201, 'Wrong apiuser or apipasswd');
  const callers = account.registeredCallers;
  // The code for this is not known; "Action not allowed" is the nearest of the error table.
  if (callers && !callers.includes(publicAddress.ipv4)) return refused(300, `IP ${publicAddress.ipv4} not registered`);
  const format = choice(parameters, 'output-format', ['json', 'xml', 'JSON', 'XML']);
  return format.ok ? undefined : invalid('output-format', 'json or xml');
};

/** The operation, where the version has it: one of the other version alone is as unknown as one that nobody has. */
const find = (action: string, version: Only | undefined): Operation | undefined => {
  const row = operations.get(action);
  return row?.only && version && row.only !== version ? undefined : row;
};

/** Specification, Errors: Account blocked, Account banned. Which of their codes means what is not shown. */
const blocks = {
  operations: refused(1000, 'Too many operations: the account is blocked for a while'),
  errors: refused(1030, 'Too many errors: the account is banned for a while'),
};

/**
 * Answers a request to the main API. Parameters are those of the body: the specification ignores those of the query
 * (Transport rules). A path that is no operation's shape is a web server's 404. `now` is in milliseconds since the epoch.
 */
export const answerApi = (
  before: World,
  request: { path: string; parameters: Parameters },
  now: number,
  { version, ...access }: Access & { version?: Only } = freeAccess,
): { world: World; usage: Usage; answer: Answer } => {
  const world = progress(before, now);
  const action = operationOf(request.path);
  if (!action) return { world, usage: access.usage, answer: notFound() };
  const { parameters } = request;
  const operation = find(action, version);
  const run = (): Reply =>
    operation
      ? (barrier(world, parameters) ?? perform(operation, { world, parameters, now, ...(version ? { version } : {}) }))
      : refused(102, `Unknown action ${action}`);
  const known = parameters.get('apiuser') === world.account.apiUser;
  const { reply, usage } = known
    ? underLimits<Reply>(access, now, { run, failed: ({ ok }) => !ok, refuse: (why) => blocks[why] })
    : { reply: run(), usage: access.usage };
  const result: Result = reply.ok ? { ...reply, action: reply.action ?? action } : { ...reply, action };
  return { world: reply.ok ? reply.world : world, usage, answer: printEnvelope(result, outputOf(parameters), version) };
};

/** Answers a request with an error of one's own choice, for scripted faults. */
export const refuseApi = (
  request: { path: string; parameters: Parameters },
  code: number,
  messages: readonly string[],
  version?: Only,
): Answer =>
  printEnvelope(
    { ok: false, action: operationOf(request.path) ?? '', code, messages },
    outputOf(request.parameters),
    version,
  );
