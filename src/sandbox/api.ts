import { type Answer, notFound } from './answer.ts';
import { type Output, printEnvelope, type Result } from './envelope.ts';
import type { Parameters } from './form.ts';
import { perform, type Reply, refused } from './operations/operation.ts';
import { operations } from './operations/table.ts';
import { progress } from './progress.ts';
import type { World } from './world.ts';

/** `module/action` of a path like `/service/dnslist/`; undefined where the path is another one. */
export const operationOf = (path: string): string | undefined => /^\/([a-z]{1,40}\/[a-z]{1,40})\/?$/.exec(path)?.[1];

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
  return undefined;
};

/**
 * Answers a request to the main API. Parameters are those of the body: the specification ignores those of the query
 * (Transport rules). A path that is no operation's shape is a web server's 404. `now` is in milliseconds since the epoch.
 */
export const answerApi = (
  before: World,
  request: { path: string; parameters: Parameters },
  now: number,
): { world: World; answer: Answer } => {
  const world = progress(before, now);
  const action = operationOf(request.path);
  if (!action) return { world, answer: notFound() };
  const { parameters } = request;
  const operation = operations.get(action);
  const reply = operation
    ? (barrier(world, parameters) ?? perform(operation, { world, parameters, now }))
    : refused(102, `Unknown action ${action}`);
  const result: Result = reply.ok ? { ...reply, action: reply.action ?? action } : { ...reply, action };
  return { world: reply.ok ? reply.world : world, answer: printEnvelope(result, outputOf(parameters)) };
};

/** Answers a request with an error of one's own choice, for scripted faults. */
export const refuseApi = (
  request: { path: string; parameters: Parameters },
  code: number,
  messages: readonly string[],
): Answer =>
  printEnvelope({ ok: false, action: operationOf(request.path) ?? '', code, messages }, outputOf(request.parameters));
