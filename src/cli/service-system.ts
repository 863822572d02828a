import { createTree, digestOfFile } from '../platform/tree.ts';
import { controlsOf, type UserTools } from '../service/controls.ts';
import { type Init, inits, marks, type Places, placesOf, rootMarks } from '../service/init.ts';
import { type Ledger, readLedger } from '../service/ledger.ts';
import type { Ids, Ports } from '../service/ports.ts';
import type { Controls } from '../service/step.ts';
import { type Call, textFlag } from './call.ts';

/** The system that a service is installed on: this one, or a folder that will be one. */
export type System = {
  init: Init;
  places: Places;
  controls: Controls;
  ports: Ports;
  /** The folder, where it is one. */
  root: string | undefined;
  /** What earlier installations did. */
  readLedger(): Promise<{ ledger: Ledger; found: boolean } | { problem: string }>;
  userTools(): Promise<UserTools>;
};

/** How long a question to the system may take, milliseconds. */
const patience = 10_000;

/** The system, by the init that is named or found; a sentence where there is none. */
export const openSystem = async (call: Call, named: string | undefined): Promise<System | { problem: string }> => {
  const { platform, flags } = call;
  const root = textFlag(flags.root);
  if (root !== undefined) {
    const found = await platform.files.stat(root);
    if (found.kind === 'failure') return { problem: `--root ${root}: ${found.reason}.` };
    if (found.type !== 'folder') return { problem: `--root ${root}: it is no folder.` };
  }
  const tree = createTree(root ?? '/');
  let detected: Init | undefined;
  for (const [path, init] of root === undefined ? marks : rootMarks) {
    if ((await tree.look(path)).kind === 'none') continue;
    detected = init;
    break;
  }
  const wanted = inits.find((one) => one === named);
  if (wanted !== undefined && root === undefined && wanted !== detected) {
    const here = detected === undefined ? 'no init that hostpin knows runs here' : `${detected} runs here`;
    return {
      problem: `${wanted} is not what starts services on this system: ${here}. For a system that does not run, add --root FOLDER.`,
    };
  }
  const init = wanted ?? detected;
  if (init === undefined)
    return {
      problem: root === undefined ? '' : `--root ${root}: no init is found in it; name one of ${inits.join(', ')}.`,
    };

  const places = placesOf[init];
  const id = async (name: string, flag: string): Promise<number | undefined> => {
    const ran = await platform.exec('id', [flag, name], { timeoutMs: patience, maxBytes: 1_024 });
    return ran.kind === 'exited' && ran.code === 0 ? Number(ran.stdout) : undefined;
  };
  const ids = async (name: string): Promise<Ids | undefined> => {
    if (root !== undefined) return undefined;
    const [uid, gid] = [await id(name, '-u'), await id(name, '-g')];
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  };
  return {
    init,
    places,
    controls: controlsOf[init],
    root,
    ports: { tree, digestOfFile, ids, ...(root === undefined ? { exec: platform.exec } : {}) },
    async readLedger() {
      const empty: Ledger = { version: 1, init, finished: true, entries: [] };
      const read = await tree.readText(places.ledger);
      if (read.kind === 'failure' && ['ENOENT', 'ENOTDIR'].includes(read.code)) return { ledger: empty, found: false };
      if (read.kind === 'failure' && read.code === 'EACCES')
        return { problem: `Only root may read what is installed (${places.ledger}): run this with sudo.` };
      const ledger = read.kind === 'text' ? readLedger(read.text) : undefined;
      const problem = `${places.ledger} does not tell what an earlier installation did: ${read.kind === 'text' ? 'it is damaged' : read.reason}. Move it away; what that installation made is then yours to remove.`;
      if (ledger === undefined) return { problem };
      if (ledger.init !== init)
        return {
          problem: `hostpin is installed for ${ledger.init} here: first run 'hostpin service uninstall ${ledger.init}'.`,
        };
      return { ledger, found: true };
    },
    async userTools() {
      if (init === 'launchd') return 'dscl';
      return (await tree.look('/usr/sbin/useradd')).kind === 'none' ? 'adduser' : 'useradd';
    },
  };
};
