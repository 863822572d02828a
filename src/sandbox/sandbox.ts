import type { Listening, ServerPort } from '../platform/server.ts';
import { exchange } from './exchange.ts';
import type { Kept } from './kept.ts';
import type { SandboxOptions } from './options.ts';
import { firstState, keptOf } from './state.ts';
import type { ZoneRecord } from './zone.ts';

export { type Fault, parseFaults } from './faults.ts';
export { createKeeper, type Keeper } from './keeper.ts';
export { type Kept, readKept } from './kept.ts';
export { parseLimit, parseSpan } from './limits.ts';
export { parseListen, parseRecord, type SandboxOptions, sandboxDefaults } from './options.ts';
export type { ZoneRecord } from './zone.ts';

/** A provider that runs. */
export type Sandbox = {
  /** Base addresses without a path or a final slash. */
  dyndns: string;
  api: string;
  echo: string;
  /** Every record of every zone, now. */
  world(): readonly ZoneRecord[];
  close(): Promise<void>;
};

/** What outlives a sandbox: the state of an earlier one, and where the state goes whenever it changed. */
export type Memory = { kept: Kept | undefined; keep(kept: Kept): void };

/** What is wrong with the options, for a person; undefined where `startSandbox` takes them. */
export const problemWith = (options: SandboxOptions): string | undefined => {
  const state = firstState(options, 0);
  return state.ok ? undefined : state.error;
};

/**
 * Opens the provider at three ports in a row (any free ones where the port is 0): the dynamic DNS endpoint, the main API,
 * the echo. Rejects with an Error for a person to read where it can't listen or where `problemWith` finds something.
 */
export const startSandbox = async (
  options: SandboxOptions,
  server: ServerPort,
  clock: { now(): number },
  memory?: Memory,
): Promise<Sandbox> => {
  const first = firstState(options, clock.now(), memory?.kept);
  if (!first.ok) throw new Error(first.error);
  let state = first.value;
  const opened: Listening[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((listening) => listening.close()));
  };
  const open = async (on: 'dyndns' | 'api' | 'echo', offset: number): Promise<string> => {
    const { host, port } = options.listen;
    const tls = options.tls ? { tls: options.tls } : {};
    const listening = await server.start(
      (request) => {
        const { state: next, action } = exchange(state, on, request, clock.now());
        if (next.world !== state.world || next.usage !== state.usage) memory?.keep(keptOf(next));
        state = next;
        return action;
      },
      { host, port: port === 0 ? 0 : port + offset, ...tls },
    );
    opened.push(listening);
    return listening.url;
  };
  try {
    const dyndns = await open('dyndns', 0);
    const api = await open('api', 1);
    const echo = await open('echo', 2);
    if (memory && !memory.kept) memory.keep(keptOf(state));
    return { dyndns, api, echo, world: () => state.world.records, close };
  } catch (cause) {
    await close();
    throw cause;
  }
};
