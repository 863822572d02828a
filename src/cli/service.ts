import { exit } from '../core/exit.ts';
import { runningProgram } from '../platform/program.ts';
import { inits, withoutInit } from '../service/init.ts';
import { programOf } from '../service/program.ts';
import { printable, renderUnit } from '../service/units.ts';
import { type Call, isJson, printJson, textFlag } from './call.ts';
import { fail } from './failure.ts';
import { doInstall, doUninstall } from './service-change.ts';
import { statusOf, statusText } from './service-status.ts';
import { openSystem } from './service-system.ts';

const actions = ['install', 'uninstall', 'status', 'print'] as const;

/** `hostpin service <action> [init]`: hostpin as a service of this system's init. */
export const run = async (call: Call): Promise<number> => {
  const { platform, flags } = call;
  const action = actions.find((one) => one === flags.action);
  if (action === undefined)
    return fail(call, exit.usage, `service ${flags.action}: write one of ${actions.join(', ')}.`);
  const named = textFlag(flags.init);
  const known: readonly string[] = action === 'print' ? printable : inits;
  if (named !== undefined && !known.includes(named))
    return fail(call, exit.usage, `service ${action} ${named}: write one of ${known.join(', ')}, or nothing.`);
  if (action === 'print') return print(call, named);

  const system = await openSystem(call, named);
  if ('problem' in system) return fail(call, exit.usage, system.problem || withoutInit(commandHere()));
  if (action === 'status') {
    const status = await statusOf(system);
    if (isJson(call)) printJson(call, status);
    else platform.out(statusText(status));
    return exit.ok;
  }
  const dryRun = flags['dry-run'] === true;
  if (platform.uid !== 0 && system.root === undefined && !dryRun) {
    const line = ['sudo', ...commandHere(), 'service', action].join(' ');
    return fail(
      call,
      exit.usage,
      `service ${action} changes the system, and only root may do that. Run: ${line}\n'hostpin service ${action} --dry-run' shows what it would do.`,
    );
  }
  const read = await system.readLedger();
  if ('problem' in read) return fail(call, exit.internal, read.problem);
  return action === 'install'
    ? doInstall(call, system, read.ledger, dryRun)
    : doUninstall(call, system, read.found ? read.ledger : undefined, dryRun);
};

/** How this very program is called. */
const commandHere = (): string[] => {
  const { execPath, script } = runningProgram();
  return script === undefined ? [execPath] : [execPath, script];
};

const print = async (call: Call, named: string | undefined): Promise<number> => {
  const program = programOf(runningProgram());
  if (program.kind === 'wrong' && named !== 'windows') call.platform.err(`Mind: ${program.what}; ${program.fix}.\n`);
  const command = program.kind === 'wrong' ? commandHere() : program.command;
  let chosen = printable.find((one) => one === named);
  if (chosen === undefined) {
    const system = await openSystem(call, undefined);
    if ('problem' in system)
      return fail(
        call,
        exit.usage,
        `${withoutInit(command)}\nOr name one: hostpin service print ${printable.join('|')}`,
      );
    chosen = system.init;
  }
  const unit = renderUnit[chosen](chosen === 'windows' ? commandHere() : command);
  if (isJson(call)) printJson(call, { init: chosen, unit });
  else call.platform.out(unit);
  return exit.ok;
};
