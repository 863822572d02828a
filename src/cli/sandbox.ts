import { exit } from '../core/exit.ts';
import { server } from '../platform/server.ts';
import { createKeeper, type Kept, problemWith, readKept, startSandbox } from '../sandbox/sandbox.ts';
import { type Call, textFlag } from './call.ts';
import { fail } from './failure.ts';
import { readOptions } from './sandbox-options.ts';

/** `hostpin sandbox`: serves until SIGTERM or SIGINT. Its first line on stdout tells the addresses. */
export const run = async (call: Call): Promise<number> => {
  const options = await readOptions(call);
  if (typeof options === 'string') return fail(call, exit.usage, options);
  const problem = problemWith(options);
  if (problem !== undefined) return fail(call, exit.usage, problem);
  const path = textFlag(call.flags.state);
  const kept = path === undefined ? undefined : await readState(call, path);
  if (typeof kept === 'string') return fail(call, exit.configuration, kept);
  return serve(call, options, path, kept);
};

const serve = async (
  call: Call,
  options: Parameters<typeof startSandbox>[0],
  path: string | undefined,
  kept: Kept | undefined,
): Promise<number> => {
  const { platform } = call;
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) platform.onSignal(name, () => stop.abort());
  let serving = false;
  const unwritten = (reason: string): string => `--state ${path}: the state can't be written: ${reason}.`;
  const keeper =
    path === undefined
      ? undefined
      : createKeeper(platform.files, path, (reason) => {
          if (serving) platform.err(`${unwritten(reason)} It serves on, and tries again at the next change.\n`);
        });
  try {
    const memory = keeper && { kept, keep: keeper.keep };
    const { dyndns, api, echo, close } = await startSandbox(options, server, platform.clock, memory);
    const refused = await keeper?.settle();
    if (refused !== undefined) {
      await close();
      return fail(call, exit.configuration, unwritten(refused));
    }
    serving = true;
    platform.out(`${JSON.stringify({ dyndns, api, echo, pid: platform.pid })}\n`);
    if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await close();
    const lost = await keeper?.settle();
    return lost === undefined ? exit.ok : fail(call, exit.passing, `${unwritten(lost)} What changed last is lost.`);
  } catch (error) {
    return fail(call, exit.passing, error instanceof Error ? error.message : String(error));
  }
};

/** A zone of 10,000 records takes 1.5 MB. */
const maxStateBytes = 256 * 1024 * 1024;

/** The state in the file; undefined where there is no file yet; a text where it can't be used. */
const readState = async ({ flags, platform }: Call, path: string): Promise<Kept | undefined | string> => {
  const file = await platform.files.readText(path, maxStateBytes);
  if (file.kind === 'failure') return file.code === 'ENOENT' ? undefined : `--state ${path}: ${file.reason}.`;
  const kept = readKept(file.text);
  if (!kept.ok) return `--state ${path}: ${kept.error}. It is left as it is: name another file, or delete this one.`;
  if (flags.service !== undefined || flags.record !== undefined)
    platform.err(`--state ${path} has services and records: --service and --record are for a new one.\n`);
  return kept.value;
};
