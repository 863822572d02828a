import { runLoop } from '../agent/loop.ts';
import type { RecordReport } from '../agent/record-report.ts';
import { createRings } from '../agent/rings.ts';
import { createSession, loadConfig, loggerOf, openStoreOf } from '../app.ts';
import { exit } from '../core/exit.ts';
import { server } from '../platform/server.ts';
import { temporaryFolder } from '../platform/temporary.ts';
import { type Sandbox, sandboxDefaults, startSandbox } from '../sandbox/sandbox.ts';
import type { Call } from './call.ts';
import { fail } from './failure.ts';

/** Addresses for documentation (RFC 5737): the machine of the demo moves through them. */
const moves = ['203.0.113.7', '198.51.100.23', '203.0.113.99', '192.0.2.45'] as const;
const host = 'home.example.com';
const patience = 5_000;

/** `npm run demo`: the daemon against the embedded provider. Exit 0 only where the record followed every move. */
export const run = async (call: Call): Promise<number> => {
  const { platform } = call;
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) platform.onSignal(name, () => stop.abort());
  const folder = await temporaryFolder();
  const sandbox = await startSandbox(sandboxDefaults, server, platform.clock);
  try {
    return await show(call, sandbox, folder.path, stop);
  } finally {
    await sandbox.close();
    await folder.remove();
  }
};

const show = async (call: Call, sandbox: Sandbox, folder: string, stop: AbortController): Promise<number> => {
  const { platform } = call;
  const paint = (code: string, text: string): string => (platform.colorful ? `\u001b[${code}m${text}\u001b[0m` : text);
  const say = (text = ''): void => platform.out(`${text}\n`);
  const given = {
    flags: {},
    env: {
      HOSTPIN_CONFIG: '',
      HOSTPIN_USER: sandboxDefaults.user,
      HOSTPIN_KEY: sandboxDefaults.key,
      HOSTPIN_HOSTS: host,
      HOSTPIN_ENDPOINTS_DYNDNS: sandbox.dyndns,
      HOSTPIN_ENDPOINTS_API: sandbox.api,
      HOSTPIN_DETECT_IPV4: `${sandbox.echo}/ipv4`,
      HOSTPIN_DETECT_ALLOW_PRIVATE: 'true',
      HOSTPIN_SCHEDULE_EVERY: '1s',
      HOSTPIN_STATE_DIR: folder,
    },
  };
  const loaded = await loadConfig({ ...platform, cwd: () => folder }, given);
  if (loaded.kind === 'wrong') return fail(call, exit.internal, 'The demo does not fit this version.', loaded.problems);
  const log = loggerOf({ ...loaded.config, log: { level: 'error', format: 'pretty' } }, platform, platform.err);
  const session = await createSession(loaded.config, platform, openStoreOf(loaded.config, platform), log);

  say(`${paint('1', 'hostpin demo')}: a provider on this machine, a host record, and an address that moves`);
  say(paint('2', `  provider  ${sandbox.dyndns}   record  ${host} A`));
  say();
  const recordNow = (): string =>
    sandbox.world().find(({ name, type }) => name === host && type === 'A')?.value ?? 'none';
  say(`  before      ${host} A ${paint('33', recordNow())}`);

  const rings = createRings(platform.clock);
  let report: RecordReport | undefined;
  const daemon = runLoop(
    session,
    rings,
    {
      reload: async () => undefined,
      alive: () => {},
      pulseMs: Number.POSITIVE_INFINITY,
      afterRound: (_session, { records }) => {
        report = records[0];
      },
    },
    stop.signal,
  );
  let followed = 0;
  for (const address of moves) {
    const start = platform.clock.monotonic();
    await platform.http.send({ method: 'PUT', url: sandbox.echo, body: address, timeoutMs: patience, maxBytes: 1024 });
    const seconds = (): string => ((platform.clock.monotonic() - start) / 1000).toFixed(2).padStart(5);
    const isWaiting = (): boolean =>
      recordNow() !== address && platform.clock.monotonic() - start < patience && !stop.signal.aborted;
    while (isWaiting()) await platform.clock.sleep(10);
    if (stop.signal.aborted) break;
    const right = recordNow() === address;
    if (right) followed++;
    const mark = right ? paint('32', '✓') : paint('31', '✗');
    const title = address === moves[0] ? 'first look' : 'moved     ';
    say(
      `  ${title}  ${address.padEnd(15)} ${mark} ${host} A ${paint(right ? '32' : '31', recordNow())}  after ${seconds()} s`,
    );
    if (!right) say(`     ${report?.message ?? 'no round was finished'}`);
    await platform.clock.sleep(400);
  }
  const isLeft = stop.signal.aborted;
  stop.abort();
  await daemon;
  say();
  if (isLeft) return fail(call, exit.passing, 'The demo was stopped before its end.');
  if (followed < moves.length)
    return fail(call, exit.passing, `The record followed ${followed} of ${moves.length} times.`);
  say(paint('32', `The record followed every move. Looking every second here; by default every 5 minutes.`));
  return exit.ok;
};
