import type { ServerAction, ServerRequest } from '../platform/server.ts';
import { type Answer, answer } from './answer.ts';
import { answerApi, operationOf, refuseApi } from './api.ts';
import { answerDyndns, dyndnsFormat, refuseDyndns } from './dyndns.ts';
import { answerEcho, asksForAddress } from './echo.ts';
import { nextFault, type ReadyFault } from './faults.ts';
import { type Parameters, parseForm, parseQuery } from './form.ts';
import { normalName } from './names.ts';
import { remember, seen } from './requests.ts';
import type { SandboxState } from './state.ts';

type On = ReadyFault['on'];

/** Parameters that count at the endpoint: at api those of the query are ignored (specification, Transport rules). */
const parametersOf = (on: On, request: ServerRequest): Parameters => {
  const form = request.method === 'POST' ? parseForm(request.headers['content-type'], request.body) : new Map();
  return on === 'dyndns' ? new Map([...parseQuery(request.query), ...form]) : form;
};

const truth = (state: SandboxState, on: On, request: ServerRequest, parameters: Parameters, now: number) => {
  const { method, path } = request;
  if (on === 'echo') return answerEcho(state, { method, path, body: request.body.toString('utf8') });
  if (on === 'dyndns' && method !== 'GET' && method !== 'POST') {
    return { state, answer: answer(405, 'text/plain', 'Method Not Allowed\n') };
  }
  const { limits, version } = state;
  const access = { limits, usage: state.usage[on] };
  const {
    world,
    usage,
    answer: said,
  } = on === 'dyndns'
    ? answerDyndns(state.world, { path, parameters }, now, access)
    : answerApi(state.world, { path, parameters }, now, { ...access, ...(version ? { version } : {}) });
  const counted = usage === access.usage ? state.usage : { ...state.usage, [on]: usage };
  return { state: { ...state, world, usage: counted }, answer: said };
};

/** Neither text nor JSON nor XML, under a type that promises one. */
const garbage = answer(200, 'application/json', '\0\u0001{"success": tru\ufffd<data>\u001b[0m');

/** What is done in place of the true answer. */
const spoil = (
  fault: ReadyFault,
  said: Answer,
  refuse: (todo: ReadyFault['do']) => Answer | undefined,
): ServerAction => {
  const todo = fault.do;
  if (todo === 'truncate') return { kind: 'truncate', ...said };
  if (todo === 'garbage') return { kind: 'answer', ...garbage };
  if (typeof todo === 'string') return { kind: todo };
  if ('delayMs' in todo) return { kind: 'answer', ...said, delayMs: todo.delayMs };
  if ('status' in todo) return { kind: 'answer', status: todo.status, headers: todo.headers ?? {}, body: todo.body };
  return { kind: 'answer', ...(refuse(todo) ?? said) };
};

const takesEffect = ({ effect, do: todo }: ReadyFault): boolean =>
  effect ?? (todo === 'truncate' || (typeof todo === 'object' && 'delayMs' in todo));

/**
 * One request at one of the three addresses: the state after it, and what is to be done with the connection. `now` is in
 * milliseconds since the epoch.
 */
export const exchange = (
  state: SandboxState,
  on: On,
  request: ServerRequest,
  now: number,
): { state: SandboxState; action: ServerAction } => {
  const { path, method } = request;
  const parameters = parametersOf(on, request);
  const operation = on === 'echo' ? method : on === 'api' ? operationOf(path) : dyndnsFormat(path);
  const noted: SandboxState =
    on === 'echo'
      ? state
      : {
          ...state,
          requests: remember(
            state.requests,
            seen({ on, method, path, userAgent: request.headers['user-agent'] ?? '' }, operation, parameters, now),
          ),
        };
  const after = truth(noted, on, request, parameters, now);
  if (on === 'echo' && !asksForAddress({ method, path, body: '' })) {
    return { state: after.state, action: { kind: 'answer', ...after.answer } };
  }
  const host = parameters.get('host');
  const { fault, left } = nextFault(noted.faults, {
    on,
    operation: operation ?? '',
    host: host === undefined ? undefined : normalName(host),
  });
  if (!fault) return { state: after.state, action: { kind: 'answer', ...after.answer } };
  const action = spoil(fault, after.answer, (todo) => {
    if (typeof todo === 'object' && 'errorCode' in todo)
      return refuseApi({ path, parameters }, todo.errorCode, todo.messages, noted.version);
    if (typeof todo === 'object' && 'errors' in todo)
      return refuseDyndns(noted.world, { path, parameters }, todo.errors, now);
    return undefined;
  });
  return { state: { ...(takesEffect(fault) ? after.state : noted), faults: left }, action };
};
