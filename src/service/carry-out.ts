import type { FileDone } from '../platform/files.ts';
import type { Look } from '../platform/tree.ts';
import { type Entry, findEntry } from './ledger.ts';
import { type Ports, tell } from './ports.ts';
import { parentOf, type Record } from './record.ts';
import type { Step } from './step.ts';

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;
type Before = Extract<Entry, { kind: 'file' }>['was'];

/** What went wrong; undefined where it is done. */
type Wrong = string | undefined;

/** The first failure of several things that are done one after the other. */
const inOrder = async (...works: (() => Promise<FileDone>)[]): Promise<Wrong> => {
  for (const work of works) {
    const result = await work();
    if (result.kind === 'failure') return result.reason;
  }
  return undefined;
};

/** Does one step that is needed. What it needs for being taken back is in the record before it is done. */
export const carryOut = async (step: Step, ports: Ports, record: Record): Promise<Wrong> => {
  if (step.kind === 'user') return makeUser(step, ports, record);
  const found = await ports.tree.look(step.path);
  switch (step.kind) {
    case 'folder':
      if (found.kind !== 'none') return changeAccess(step.path, found, step.mode, 0, step.owner, ports, record);
      return inOrder(
        () => record.makeFolders(step.path, step.mode),
        () => own(step.path, step.owner, ports),
      );
    case 'access':
      return changeAccess(step.path, found, step.grant, step.deny, step.owner, ports, record);
    case 'file':
      return writeFile(step, found, ports, record);
    case 'program':
      return copyProgram(step, found, ports, record);
    case 'link': {
      const was = findEntry(record.ledger(), 'link', step.path)?.was ?? (found.kind === 'link' ? found.to : undefined);
      return inOrder(
        () => record.makeFolders(parentOf(step.path), 0o755),
        () => record.add({ kind: 'link', path: step.path, to: step.to, ...(was === undefined ? {} : { was }) }),
        () => ports.tree.link(step.path, step.to),
      );
    }
  }
};

const makeUser = async ({ name, make }: Of<'user'>, { exec }: Ports, record: Record): Promise<Wrong> => {
  const wrong = await inOrder(() => record.add({ kind: 'user', name }));
  if (wrong !== undefined || exec === undefined) return wrong;
  for (const argv of make) {
    const failure = await tell(exec, argv);
    if (failure !== undefined) return `${argv.join(' ')}: ${failure}`;
  }
  return undefined;
};

const own = async (path: string, owner: string | undefined, { tree, ids }: Ports): Promise<FileDone> => {
  const numbers = owner === undefined ? undefined : await ids(owner);
  return numbers === undefined ? { kind: 'done' } : tree.chown(path, numbers.uid, numbers.gid);
};

const changeAccess = (
  path: string,
  found: Look,
  grant: number,
  deny: number,
  owner: string | undefined,
  ports: Ports,
  record: Record,
): Promise<Wrong> => {
  if (!('mode' in found)) return Promise.resolve('it is gone');
  const now = (found.mode | grant) & ~deny;
  // What it was before the first installation is what counts.
  const { mode, uid, gid } = findEntry(record.ledger(), 'access', path) ?? found;
  return inOrder(
    () => record.add({ kind: 'access', path, mode, uid, gid, now }),
    () => ports.tree.chmod(path, now),
    () => own(path, owner, ports),
  );
};

/** What was there and is not ours: the text, or why it can't be kept. */
const beforeOf = async (
  path: string,
  found: Look,
  ours: readonly string[],
  { tree }: Ports,
): Promise<{ was: Before } | { wrong: string }> => {
  if (found.kind !== 'file') return { was: undefined };
  const digest = await tree.digest(path);
  if (digest !== undefined && ours.includes(digest)) return { was: undefined };
  const read = await tree.readText(path);
  if (read.kind === 'failure') return { wrong: `can't read what is there: ${read.reason}` };
  if (tree.digestOf(read.text) !== digest)
    return { wrong: 'what is there is not UTF-8 without a byte order mark: save it as that' };
  const { mode, uid, gid } = found;
  return { was: { text: read.text, mode, uid, gid } };
};

const writeFile = async (step: Of<'file'>, found: Look, ports: Ports, record: Record): Promise<Wrong> => {
  const { tree } = ports;
  const { what, path, text, mode, from, owner } = step;
  const entry = findEntry(record.ledger(), 'file', path);
  const before = await beforeOf(path, found, entry?.digests ?? [], ports);
  if ('wrong' in before) return before.wrong;
  const was = before.was ?? entry?.was;
  const digests = [...new Set([...(entry?.digests ?? []), tree.digestOf(text)])];
  return inOrder(
    () => record.makeFolders(parentOf(path), 0o755),
    () =>
      record.add({
        kind: 'file',
        what,
        path,
        digests,
        ...(from === undefined ? {} : { from }),
        ...(was === undefined ? {} : { was }),
      }),
    () => tree.write(path, text, mode),
    () => own(path, owner, ports),
  );
};

const copyProgram = async (step: Of<'program'>, found: Look, ports: Ports, record: Record): Promise<Wrong> => {
  const { tree } = ports;
  const { path, from, mode } = step;
  const entry = findEntry(record.ledger(), 'program', path);
  const [current, ours] = await Promise.all([tree.digest(path), ports.digestOfFile(from)]);
  if (ours === undefined) return `can't read ${from}`;
  const theirs = found.kind === 'file' && (current === undefined || !entry?.digests.includes(current));
  const aside = entry?.aside ?? (theirs ? `${path}.before` : undefined);
  const digests = [...new Set([...(entry?.digests ?? []), ours])];
  return inOrder(
    () => record.makeFolders(parentOf(path), 0o755),
    () => record.add({ kind: 'program', path, digests, ...(aside === undefined ? {} : { aside }) }),
    async () => (theirs && aside !== undefined ? tree.rename(path, aside) : { kind: 'done' }),
    () => tree.copy(from, path, mode),
  );
};
