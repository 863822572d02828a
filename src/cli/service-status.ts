import { systemdQuestion } from '../service/controls.ts';
import { tell } from '../service/ports.ts';
import type { System } from './service-system.ts';

export type ServiceStatus = {
  init: string;
  /** Whether its unit is there. */
  installed: boolean;
  running: boolean;
  /** What the init says beyond that; null where it says nothing. */
  atBoot: boolean | null;
  pid: number | null;
  user: string | null;
  state: string | null;
  /** The daemon's own words. */
  says: string | null;
  unit: string;
  logs: string;
};

/** How the service is, as its init tells. */
export const statusOf = async (system: System): Promise<ServiceStatus> => {
  const { init, ports, places, controls } = system;
  const fields = init === 'systemd' ? await askSystemd(system) : new Map<string, string>();
  const field = (name: string): string | null => fields.get(name) || null;
  const unit = field('FragmentPath') ?? places.unit;
  const pid = Number(fields.get('MainPID') ?? 0);
  const state = field('ActiveState');
  return {
    init,
    installed: (await ports.tree.look(unit)).kind !== 'none',
    running: ports.exec !== undefined && (await tell(ports.exec, controls.running)) === undefined,
    atBoot: fields.has('UnitFileState') ? field('UnitFileState') === 'enabled' : null,
    pid: pid > 0 ? pid : null,
    user: field('User'),
    state: state === null ? null : `${state} (${field('SubState')}${exitOf(fields)})`,
    says: field('StatusText'),
    unit,
    logs: controls.logs,
  };
};

const exitOf = (fields: ReadonlyMap<string, string>): string =>
  (fields.get('Result') ?? 'success') === 'success' ? '' : `, ${fields.get('Result')} ${fields.get('ExecMainStatus')}`;

const askSystemd = async ({ ports }: System): Promise<Map<string, string>> => {
  const [program, ...args] = systemdQuestion;
  const ran = await ports.exec?.(program, args, { timeoutMs: 10_000, maxBytes: 16_384 });
  if (ran?.kind !== 'exited' || ran.code !== 0) return new Map();
  const pairs = ran.stdout.split('\n').map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return new Map(pairs);
};

export const statusText = (status: ServiceStatus): string => {
  if (!status.installed)
    return `hostpin is not installed as a service of ${status.init} ('hostpin service install' does that).\n`;
  const parts = [
    status.pid === null ? '' : `process ${status.pid}`,
    status.user === null ? '' : `user ${status.user}`,
    status.atBoot === null ? '' : status.atBoot ? 'starts at boot' : 'does not start at boot',
  ].filter((part) => part !== '');
  const state = status.state ?? (status.running ? 'running' : 'not running');
  const says = status.says === null ? '' : `  it says: ${status.says}\n`;
  return `hostpin as a service of ${status.init}: ${[state, ...parts].join(', ')}\n${says}  unit: ${status.unit}\n  log: ${status.logs}\n`;
};
