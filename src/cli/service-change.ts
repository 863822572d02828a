import { exit } from '../core/exit.ts';
import { removeUser } from '../service/controls.ts';
import { keptPlaces } from '../service/init.ts';
import { install, survey } from '../service/install.ts';
import type { Ledger } from '../service/ledger.ts';
import type { Line } from '../service/ports.ts';
import { uninstall } from '../service/uninstall.ts';
import { version } from '../version.ts';
import { type Call, isJson, printJson } from './call.ts';
import { prepare } from './service-prepare.ts';
import { statusOf, statusText } from './service-status.ts';
import type { System } from './service-system.ts';

/** Shows what an installation would do, does it, and shows how the service is. */
export const doInstall = async (call: Call, system: System, ledger: Ledger, dryRun: boolean): Promise<number> => {
  const prepared = await prepare(call, system);
  if (typeof prepared === 'number') return prepared;
  const { steps, command, copied } = prepared;
  const { controls, ports, places, init } = system;
  const installation = { steps, controls, ledger, ledgerPath: places.ledger, release: version };
  const planned = await survey(installation, ports);
  const wanted = planned.filter(({ state }) => state === 'to do');
  const blocked = planned.filter(({ state }) => state === 'failed');
  const say = sayer(call);
  const title = `hostpin as a service of ${init}, as: ${command.join(' ')} run`;
  if (dryRun || blocked.length > 0) {
    say(title, dryRun ? planned : blocked);
    return finish(call, system, 'install', planned, dryRun);
  }
  if (wanted.length === 0) {
    say(`${title}: nothing to do.`);
    return finish(call, system, 'install', planned, dryRun);
  }
  say(`${title}. This will be done:`, wanted);
  const lines = await install(installation, ports);
  const news = lines.filter(({ state }) => state !== 'there');
  say('Done:', news);
  if (news.some(({ state }) => state === 'failed')) await lastWords(system, say);
  else if (copied !== undefined) {
    say(
      `The service's configuration is ${places.config} from now on. ${copied} stays as it is; commands that would find it first want --config ${places.config}.`,
    );
  }
  return finish(call, system, 'install', lines, dryRun);
};

/** Takes back what installations did, and says what is kept. */
export const doUninstall = async (
  call: Call,
  system: System,
  ledger: Ledger | undefined,
  dryRun: boolean,
): Promise<number> => {
  const { places, controls, ports } = system;
  const say = sayer(call);
  if (ledger === undefined) {
    say(`Nothing to do: no installation by 'hostpin service install' is written down in ${places.ledger}.`);
    return finish(call, system, 'uninstall', [], dryRun);
  }
  const tools = await system.userTools();
  const lines = await uninstall(
    { ledger, ledgerPath: places.ledger, controls, dryRun, removeUser: (name) => removeUser(tools, name) },
    ports,
  );
  say(dryRun ? 'This would be done:' : 'Done:', lines);
  const kept: string[] = [];
  for (const path of keptPlaces(places)) if ((await ports.tree.look(path)).kind !== 'none') kept.push(path);
  if (kept.length > 0 && !dryRun) say(`Kept, and yours to delete: ${kept.join(', ')}`);
  return finish(call, system, 'uninstall', lines, dryRun);
};

type Say = (text: string, lines?: readonly Line[]) => void;

/** For a person; a program gets one document at the end. */
const sayer =
  (call: Call): Say =>
  (text, lines = []) => {
    if (!isJson(call)) call.platform.out(`${text}\n${lines.map(lineText).join('')}`);
  };

const lineText = ({ what, state, note }: Line): string =>
  `  ${state.padEnd(6)}  ${what}${note === undefined ? '' : indent(`\n${note}`)}\n`;

const indent = (text: string): string => text.replaceAll('\n', `\n${' '.repeat(10)}`);

/** What the service said before it ended. */
const lastWords = async ({ controls, ports }: System, say: Say): Promise<void> => {
  if (controls.lastWords === undefined || ports.exec === undefined) return;
  const [program, ...args] = controls.lastWords;
  const ran = await ports.exec(program, args, { timeoutMs: 10_000, maxBytes: 16_384 });
  if (ran.kind === 'exited' && ran.stdout.trim() !== '') say(`Its last words:${indent(`\n${ran.stdout.trimEnd()}`)}`);
};

const finish = async (
  call: Call,
  system: System,
  action: 'install' | 'uninstall',
  steps: readonly Line[],
  dryRun: boolean,
): Promise<number> => {
  const failed = steps.find(({ state }) => state === 'failed');
  const shown = action === 'install' && !dryRun && system.root === undefined;
  const status = shown ? await statusOf(system) : null;
  if (isJson(call)) printJson(call, { action, init: system.init, dryRun, ok: failed === undefined, steps, status });
  else if (status !== null) call.platform.out(statusText(status));
  if (failed === undefined) return exit.ok;
  const back = action === 'install' ? ", or 'hostpin service uninstall' to take back what was done" : '';
  const note = failed.note === undefined ? '' : ` (${failed.note.split('\n')[0]})`;
  call.platform.err(
    `service ${action} is not complete: ${failed.what}${note}. Mend that, and run it again to finish${back}.\n`,
  );
  return exit.passing;
};
