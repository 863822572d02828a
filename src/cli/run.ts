import { journal } from '../agent/journal.ts';
import { runLoop } from '../agent/loop.ts';
import { createRings } from '../agent/rings.ts';
import type { Session } from '../agent/session.ts';
import { watch } from '../agent/triggers/watch.ts';
import { createSession, loadConfig, loggerOf } from '../app.ts';
import { exit } from '../core/exit.ts';
import { createServiceManager } from '../report/service-manager.ts';
import { problemLine } from '../report/wording.ts';
import type { Call } from './call.ts';
import { openSession } from './configured.ts';
import { fail } from './failure.ts';

/** `hostpin run`: rounds for ever. Logs go to stdout, as a service manager expects. */
export const run = async (call: Call): Promise<number> => {
  const { platform } = call;
  const session = await openSession(call, platform.out);
  if (typeof session === 'number') return session;
  const lock = await session.store.becomeDaemon();
  if (lock.kind === 'busy') {
    const who =
      lock.holder === undefined ? 'another process' : `process ${lock.holder.pid}, since ${lock.holder.since}`;
    return fail(
      call,
      exit.passing,
      `hostpin is running already for ${session.store.folder} (${who}). Stop that one first, or give this one another state_dir.`,
    );
  }
  try {
    await serve(call, session);
  } finally {
    await lock.release();
  }
  return exit.ok;
};

/** For giving back what was borrowed from the router; a stop takes 5 s at most. Milliseconds. */
const farewell = 2_000;

const serve = async (call: Call, first: Session): Promise<void> => {
  const { platform } = call;
  const stop = new AbortController();
  const rings = createRings(platform.clock);
  const manager = createServiceManager(platform.exec, call.env);
  const book = journal();
  const tidy = platform.frugal();
  let triggers = new AbortController();
  let watching: Promise<void> = Promise.resolve();
  const startTriggers = (session: Session): void => {
    triggers.abort();
    triggers = new AbortController();
    watching = watch(session, rings, AbortSignal.any([triggers.signal, stop.signal]));
  };
  platform.onSignal('SIGTERM', () => stop.abort());
  platform.onSignal('SIGINT', () => stop.abort());
  platform.onSignal('SIGHUP', () => rings.ring('reload'));
  platform.onSignal('SIGUSR1', () => rings.ring('signal'));

  if (first.config.log.format === 'pretty' && !platform.journal)
    first.log.info(`Watching ${hostsOf(first)}; stop with Ctrl+C.`);
  startTriggers(first);
  manager.ready(`Looking for the address of ${hostsOf(first)}`);
  let current = first;
  await runLoop(
    first,
    rings,
    {
      async reload() {
        manager.reloading(platform.clock.monotonic());
        const next = await reload(call, current);
        if (next !== undefined) {
          current = next;
          startTriggers(next);
        }
        manager.ready(`Watching ${hostsOf(current)}`);
        return next;
      },
      afterRound(session, report, why, nextInMs) {
        book.write(session, report, why, nextInMs);
        manager.status(book.summary());
        tidy();
      },
      alive: () => manager.alive(),
      pulseMs: manager.pulseMs,
    },
    stop.signal,
  );
  const told = manager.stopping();
  triggers.abort();
  await Promise.race([Promise.all([watching, told]), platform.clock.sleep(farewell)]);
};

const hostsOf = ({ config }: Session): string => [...new Set(config.targets.map(({ host }) => host))].join(', ');

/** The session of the configuration as it is now; undefined, and said why, where that one can't be used. */
const reload = async (call: Call, current: Session): Promise<Session | undefined> => {
  const { platform } = call;
  const loaded = await loadConfig(platform, call);
  if (loaded.kind === 'wrong') {
    const problems = loaded.problems.map(problemLine).join(' | ');
    current.log.error(`The new configuration is not right; going on with the old one: ${problems}`);
    return undefined;
  }
  if (loaded.config.stateDir !== current.config.stateDir) {
    current.log.error(
      `state_dir can't change while hostpin runs: restart it for ${loaded.config.stateDir}; going on with the old configuration.`,
    );
    return undefined;
  }
  const log = loggerOf(loaded.config, platform, platform.out);
  for (const warning of loaded.warnings) log.warn(problemLine(warning));
  log.debug('The configuration was read again.');
  return createSession(loaded.config, platform, current.store, log);
};
