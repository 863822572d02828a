import type { ServerAction, ServerRequest } from '../../src/platform/server.ts';
import { exchange } from '../../src/sandbox/exchange.ts';
import { parseFaults } from '../../src/sandbox/faults.ts';
import { type SandboxOptions, sandboxDefaults } from '../../src/sandbox/options.ts';
import { firstState, type SandboxState } from '../../src/sandbox/state.ts';

export const now = Date.UTC(2026, 0, 2, 3, 4, 5);

export const stateOf = (options: Partial<SandboxOptions> = {}, faults: unknown = []): SandboxState => {
  const script = parseFaults(JSON.stringify(faults));
  if (!script.ok) throw new Error(script.error);
  const state = firstState({ ...sandboxDefaults, ...options, faults: script.value }, now);
  if (!state.ok) throw new Error(state.error);
  return state.value;
};

export const request = (over: Partial<ServerRequest>): ServerRequest => ({
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  body: Buffer.alloc(0),
  callerAddress: '127.0.0.1',
  ...over,
});

export const dyndns = (state: SandboxState, format: string, parameters: Record<string, string>) =>
  exchange(state, 'dyndns', request({ path: `/${format}/`, query: new URLSearchParams(parameters).toString() }), now);

export const login = { apiuser: 'demo-api', apipasswd: 'demo-password' };

export const api = (
  state: SandboxState,
  operation: string,
  parameters: Record<string, string> = {},
  credentials = login,
  at = now,
) =>
  exchange(
    state,
    'api',
    request({
      method: 'POST',
      path: `/${operation}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams({ ...credentials, ...parameters }).toString()),
    }),
    at,
  );

export const bodyOf = (action: ServerAction): string => ('body' in action ? action.body : action.kind);

export type Envelope = {
  success: boolean;
  errorCode: number;
  errorCodeMsg: string;
  action: string;
  version: string;
  messages?: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what is there
  responseData: any;
};

export const envelopeOf = (action: ServerAction): Envelope => JSON.parse(bodyOf(action));
