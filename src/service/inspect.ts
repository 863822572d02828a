import type { Look } from '../platform/tree.ts';
import type { Ports } from './ports.ts';
import type { Step } from './step.ts';

export type Finding =
  | { kind: 'there' }
  | { kind: 'needed' }
  /** Nothing can or should be done about it here. */
  | { kind: 'skipped' | 'wrong'; why: string };

const there: Finding = { kind: 'there' };
const needed: Finding = { kind: 'needed' };
const wrong = (why: string): Finding => ({ kind: 'wrong', why });
const when = (fine: boolean): Finding => (fine ? there : needed);

/** Whether what a step makes sure of is so already. Changes nothing. */
export const inspect = async (step: Step, ports: Ports): Promise<Finding> => {
  const { tree } = ports;
  if (step.kind === 'user') {
    if (ports.exec === undefined) return { kind: 'skipped', why: 'to be made in the running system' };
    return when((await ports.ids(step.name)) !== undefined);
  }
  const found = await tree.look(step.path);
  if (found.kind === 'failure') return wrong(`can't look at it: ${found.reason}`);
  switch (step.kind) {
    case 'folder':
      if (found.kind === 'none') return needed;
      // A link to a folder is somebody's decision, and its permissions as well.
      if (found.kind === 'link') return there;
      if (found.kind !== 'folder') return wrong('it is there, and no folder: move it away');
      return when((found.mode & step.mode) === step.mode && (await isOwner(step, found, ports)));
    case 'file':
      if (found.kind === 'none') return needed;
      if (found.kind !== 'file') return wrong(noFile(found));
      return when(
        found.mode === step.mode &&
          (await tree.digest(step.path)) === tree.digestOf(step.text) &&
          (await isOwner(step, found, ports)),
      );
    case 'access':
      if (found.kind === 'none') return wrong('there is no such file');
      if (found.kind !== 'file') return there;
      return when(
        (found.mode & step.grant) === step.grant &&
          (found.mode & step.deny) === 0 &&
          (await isOwner(step, found, ports)),
      );
    case 'program': {
      if (found.kind === 'none') return needed;
      if (found.kind !== 'file') return wrong(noFile(found));
      const [ours, theirs] = await Promise.all([ports.digestOfFile(step.from), tree.digest(step.path)]);
      if (ours === undefined) return wrong(`can't read ${step.from}`);
      return when(ours === theirs && found.mode === step.mode);
    }
    case 'link':
      if (found.kind === 'none') return needed;
      if (found.kind !== 'link') return wrong('it is there, and no link: move it away');
      return when(found.to === step.to);
  }
};

const noFile = (found: Look): string =>
  found.kind === 'link'
    ? `it is a link to ${found.to}, and nothing is changed through a link: put the file itself there`
    : 'it is there, and no file: move it away';

const isOwner = async (step: { owner?: string }, found: Look & { uid: number }, ports: Ports): Promise<boolean> => {
  if (step.owner === undefined || ports.exec === undefined) return true;
  return (await ports.ids(step.owner))?.uid === found.uid;
};
