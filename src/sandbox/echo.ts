import { type Answer, answer, notFound } from './answer.ts';
import { parseFaults } from './faults.ts';
import type { SandboxState } from './state.ts';
import { movePublicAddress } from './world.ts';

export type EchoRequest = { method: string; path: string; body: string };

type Echoed = { state: SandboxState; answer: Answer };

const text = (status: number, body: string): Answer => answer(status, 'text/plain', `${body}\n`);
const json = (value: unknown): Answer => answer(200, 'application/json', `${JSON.stringify(value)}\n`);

const move = (state: SandboxState, body: string): Echoed => {
  const world = movePublicAddress(state.world, body.trim());
  return world
    ? { state: { ...state, world }, answer: text(200, body.trim()) }
    : { state, answer: text(400, 'The body must be an IPv4 or an IPv6 address.') };
};

const script = (state: SandboxState, body: string): Echoed => {
  const faults = parseFaults(body);
  return faults.ok
    ? { state: { ...state, faults: faults.value }, answer: json(faults.value) }
    : { state, answer: text(400, faults.error) };
};

/** What a method on a path does. */
const routes: Readonly<Record<string, (state: SandboxState, body: string) => Echoed>> = {
  /** The public IPv4 address. */
  'GET /': (state) => ({ state, answer: text(200, state.world.publicAddress.ipv4) }),
  'GET /ipv4': (state) => ({ state, answer: text(200, state.world.publicAddress.ipv4) }),
  /** The public IPv6 address; 404 until one was set. */
  'GET /ipv6': (state) => {
    const { ipv6 } = state.world.publicAddress;
    return { state, answer: ipv6 ? text(200, ipv6) : text(404, 'no IPv6 address') };
  },
  /** Moves the public address of the body's family. */
  'PUT /': move,
  /** Replaces the scripted faults. */
  'PUT /faults': script,
  'GET /faults': (state) => ({ state, answer: json(state.faults) }),
  /** What was seen at dyndns and api. */
  'GET /requests': (state) => ({ state, answer: json(state.requests) }),
  'DELETE /requests': (state) => ({ state: { ...state, requests: [] }, answer: json([]) }),
  /** Every record of every zone. */
  'GET /records': (state) => ({ state, answer: json(state.world.records) }),
};

const nameOf = ({ method, path }: EchoRequest): string => `${method === 'HEAD' ? 'GET' : method} ${path}`;

/** Whether the request asks for an address: scripted faults spare everything else, or a test could not end them. */
export const asksForAddress = (request: EchoRequest): boolean =>
  ['GET /', 'GET /ipv4', 'GET /ipv6'].includes(nameOf(request));

/** Answers a request to the echo: the machine's public address, and what tests need. */
export const answerEcho = (state: SandboxState, request: EchoRequest): Echoed =>
  routes[nameOf(request)]?.(state, request.body) ?? { state, answer: notFound() };
