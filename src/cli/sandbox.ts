import { exit } from '../core/exit.ts';
import { server } from '../platform/server.ts';
import {
  parseFaults,
  parseListen,
  problemWith,
  type SandboxOptions,
  sandboxDefaults,
  startSandbox,
} from '../sandbox/sandbox.ts';
import { type Call, listFlag, textFlag } from './call.ts';
import { fail } from './failure.ts';

/** `hostpin sandbox`: serves until SIGTERM or SIGINT. Its first line on stdout tells the addresses. */
export const run = async (call: Call): Promise<number> => {
  const { platform } = call;
  const options = await readOptions(call);
  if (typeof options === 'string') return fail(call, exit.usage, options);
  const problem = problemWith(options);
  if (problem !== undefined) return fail(call, exit.usage, problem);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) platform.onSignal(name, () => stop.abort());
  try {
    const sandbox = await startSandbox(options, server, platform.clock);
    const { dyndns, api, echo } = sandbox;
    platform.out(`${JSON.stringify({ dyndns, api, echo, pid: platform.pid })}\n`);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await sandbox.close();
    return exit.ok;
  } catch (error) {
    return fail(call, exit.passing, error instanceof Error ? error.message : String(error));
  }
};

const readOptions = async ({ flags, platform }: Call): Promise<SandboxOptions | string> => {
  const listen = parseListen(String(flags.listen));
  if (!listen.ok) return listen.error;
  const keyParameter = String(flags['key-parameter']);
  if (keyParameter !== 'password' && keyParameter !== 'apikey' && keyParameter !== 'both') {
    return `--key-parameter ${keyParameter}: write password, apikey or both.`;
  }
  const options: SandboxOptions = {
    listen: listen.value,
    user: String(flags.user),
    key: String(flags.key),
    apiUser: String(flags['api-user']),
    apiPassword: String(flags['api-password']),
    services: flags.service === undefined ? sandboxDefaults.services : listFlag(flags.service),
    records: flags.record === undefined ? sandboxDefaults.records : listFlag(flags.record),
    keyParameter,
  };
  if (flags['registered-caller'] !== undefined) options.registeredCallers = listFlag(flags['registered-caller']);
  const cert = textFlag(flags['tls-cert']);
  const key = textFlag(flags['tls-key']);
  if ((cert === undefined) !== (key === undefined)) return '--tls-cert and --tls-key go together.';
  if (cert !== undefined && key !== undefined) {
    const [certificate, privateKey] = [await platform.files.readText(cert), await platform.files.readText(key)];
    if (certificate.kind === 'failure') return `--tls-cert ${cert}: ${certificate.reason}.`;
    if (privateKey.kind === 'failure') return `--tls-key ${key}: ${privateKey.reason}.`;
    options.tls = { cert: certificate.text, key: privateKey.text };
  }
  const script = textFlag(flags.faults);
  if (script !== undefined) {
    const text = await platform.files.readText(script);
    if (text.kind === 'failure') return `--faults ${script}: ${text.reason}.`;
    const faults = parseFaults(text.text);
    if (!faults.ok) return `--faults ${script}: ${faults.error}`;
    options.faults = faults.value;
  }
  return options;
};
