import type { FileDone } from '../platform/files.ts';
import type { Entry, Ledger } from './ledger.ts';
import { type Line, type Ports, tell } from './ports.ts';
import type { Argv, Controls } from './step.ts';
import { entryWords } from './words.ts';

export type Removal = {
  ledger: Ledger;
  ledgerPath: string;
  controls: Controls;
  removeUser(name: string): Argv;
  dryRun: boolean;
};

type Verdict = { kind: 'take back' } | { kind: 'gone' } | { kind: 'left'; why: string };

const takeBack: Verdict = { kind: 'take back' };
const gone: Verdict = { kind: 'gone' };
const left = (why: string): Verdict => ({ kind: 'left', why });

/** Takes back what the ledger says, the newest first. What somebody changed since then stays, and is said. */
export const uninstall = async (removal: Removal, ports: Ports): Promise<Line[]> => {
  const { ledger, ledgerPath, controls, dryRun } = removal;
  const { tree, exec } = ports;
  const lines: Line[] = [];
  const run = async (argv: Argv): Promise<void> => {
    if (exec === undefined) return;
    // A service that is not running can't be stopped, and that is as good.
    if (!dryRun) await tell(exec, argv);
    lines.push({ what: `run ${argv.join(' ')}`, state: dryRun ? 'to do' : 'done' });
  };
  for (const { argv } of controls.stop) await run(argv);

  // The folders that the ledger lies in go last, when it is gone itself.
  const around = (entry: Entry): boolean => entry.kind === 'folder' && ledgerPath.startsWith(`${entry.path}/`);
  const entries = ledger.entries.toReversed();
  let keepsOwn = false;
  const work = async (entry: Entry): Promise<void> => {
    const verdict = await judge(entry, ports, keepsOwn);
    if (verdict.kind === 'left' && entry.kind === 'file' && entry.what === 'configuration') keepsOwn = true;
    if (verdict.kind === 'gone') return;
    const what = entryWords(entry);
    if (verdict.kind === 'left') lines.push({ what, state: 'left', note: verdict.why });
    else if (dryRun) lines.push({ what, state: 'to do' });
    else {
      const undone = await undo(entry, removal, ports);
      const full = undone.kind === 'failure' && entry.kind === 'folder' && undone.code === 'ENOTEMPTY';
      if (undone.kind === 'done') lines.push({ what, state: 'done' });
      else lines.push({ what, state: full ? 'left' : 'failed', note: undone.reason });
    }
  };
  for (const entry of entries) if (!around(entry)) await work(entry);
  if (lines.some(({ state }) => state === 'failed')) return lines;
  const forgotten = dryRun ? undefined : await tree.remove(ledgerPath);
  if (forgotten?.kind === 'failure')
    lines.push({ what: `remove ${ledgerPath}`, state: 'failed', note: forgotten.reason });
  for (const entry of entries) if (around(entry)) await work(entry);
  for (const { argv } of controls.forget) await run(argv);
  return lines;
};

const judge = async (entry: Entry, ports: Ports, keepsOwn: boolean): Promise<Verdict> => {
  const { tree, exec, ids } = ports;
  if (entry.kind === 'user') {
    if (exec === undefined) return left('to be removed in the running system');
    return (await ids(entry.name)) === undefined ? gone : takeBack;
  }
  const found = await tree.look(entry.path);
  // What was put aside comes back though the program is gone.
  if (found.kind === 'none' && !(entry.kind === 'program' && entry.aside !== undefined)) return gone;
  switch (entry.kind) {
    case 'folder':
      return found.kind === 'folder' ? takeBack : left('it is no folder any more');
    case 'access':
      if ('mode' in found && found.mode === entry.mode && found.uid === entry.uid) return gone;
      return 'mode' in found && found.mode === entry.now ? takeBack : left('its permissions were changed since then');
    case 'link':
      if (found.kind === 'link' && found.to === entry.was) return gone;
      return found.kind === 'link' && found.to === entry.to ? takeBack : left('it was changed since then');
    case 'program':
    case 'file': {
      const digest = await tree.digest(entry.path);
      if (found.kind !== 'none' && (digest === undefined || !entry.digests.includes(digest))) {
        const was = entry.kind === 'file' && entry.was !== undefined && tree.digestOf(entry.was.text) === digest;
        return was ? gone : left('it was changed since then');
      }
      if (entry.kind === 'program' || entry.what === 'unit' || entry.was !== undefined) return takeBack;
      return judgeOwn(entry, keepsOwn, ports);
    }
  }
};

/** A copy of something that belongs to the person goes only where they have it still, and nothing that stays needs it. */
const judgeOwn = async (
  entry: Extract<Entry, { kind: 'file' }>,
  keepsOwn: boolean,
  { tree, digestOfFile }: Ports,
): Promise<Verdict> => {
  if (keepsOwn) return left('the configuration that stays needs it');
  const origin =
    entry.from === undefined ? undefined : ((await tree.digest(entry.from)) ?? (await digestOfFile(entry.from)));
  return origin === undefined ? left('it is the only copy') : takeBack;
};

const undo = async (entry: Entry, { removeUser }: Removal, { tree, exec }: Ports): Promise<FileDone> => {
  switch (entry.kind) {
    case 'user': {
      const wrong = exec === undefined ? undefined : await tell(exec, removeUser(entry.name));
      return wrong === undefined ? { kind: 'done' } : { kind: 'failure', code: 'EUNKNOWN', reason: wrong };
    }
    case 'folder':
      return tree.removeFolder(entry.path);
    case 'access':
      return restoreAccess(entry.path, entry, tree);
    case 'link':
      return entry.was === undefined ? tree.remove(entry.path) : tree.link(entry.path, entry.was);
    case 'program':
      return entry.aside === undefined || (await tree.look(entry.aside)).kind === 'none'
        ? tree.remove(entry.path)
        : tree.rename(entry.aside, entry.path);
    case 'file': {
      if (entry.was === undefined) return tree.remove(entry.path);
      const written = await tree.write(entry.path, entry.was.text, entry.was.mode);
      return written.kind === 'failure' ? written : restoreAccess(entry.path, entry.was, tree);
    }
  }
};

const restoreAccess = async (
  path: string,
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  tree: Ports['tree'],
): Promise<FileDone> => {
  const found = await tree.look(path);
  // A change of owner takes set-user bits away, so the mode comes last.
  if ('uid' in found && (found.uid !== uid || found.gid !== gid)) {
    const given = await tree.chown(path, uid, gid);
    if (given.kind === 'failure') return given;
  }
  return tree.chmod(path, mode);
};
