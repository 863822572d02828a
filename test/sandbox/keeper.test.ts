import { expect, it } from 'vitest';
import type { FileDone } from '../../src/platform/files.ts';
import { createKeeper } from '../../src/sandbox/keeper.ts';
import { keptOf } from '../../src/sandbox/state.ts';
import { stateOf } from './world.ts';

/** Lets what was begun go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A disk whose writes end when the test says so. */
const disk = () => {
  const texts: string[] = [];
  let finish: (done: FileDone) => void = () => {};
  return {
    texts,
    writeAtomic: (_: string, text: string) => {
      texts.push(text);
      return new Promise<FileDone>((resolve) => {
        finish = resolve;
      });
    },
    /** Ends the write that goes on, and lets the next one begin. */
    end: async (done: FileDone = { kind: 'done' }) => {
      await turn();
      finish(done);
      await turn();
    },
  };
};

const kept = keptOf(stateOf());
const numbered = (nextEntity: number) => ({ ...kept, world: { ...kept.world, nextEntity } });
const numbersOf = (texts: readonly string[]) => texts.map((text) => JSON.parse(text).world.nextEntity);
const full: FileDone = { kind: 'failure', code: 'ENOSPC', reason: 'the disk is full' };

it('writes one state at a time, and of those that came meanwhile the newest', async () => {
  const file = disk();
  const { keep, settle } = createKeeper(file, 'x', () => {});
  for (const number of [1, 2, 3]) keep(numbered(number));
  await file.end();
  keep(numbered(4));
  await file.end();
  const settled = settle();
  await file.end();
  expect(await settled).toBeUndefined();
  expect(numbersOf(file.texts)).toEqual([1, 3, 4]);
  keep(numbered(5));
  expect(numbersOf(file.texts)).toEqual([1, 3, 4, 5]);
});

it('tells once why it can not write, and tries again with the next state', async () => {
  const [file, told] = [disk(), [] as string[]];
  const { keep, settle } = createKeeper(file, 'x', (reason) => told.push(reason));
  for (const number of [1, 2]) {
    keep(numbered(number));
    await file.end(full);
  }
  keep(numbered(3));
  await file.end();
  expect([told, await settle()]).toEqual([['the disk is full'], undefined]);
});

it('tries the last state once more at the end', async () => {
  const file = disk();
  const { keep, settle } = createKeeper(file, 'x', () => {});
  keep(numbered(1));
  await file.end(full);
  const settled = settle();
  await file.end(full);
  expect([await settled, numbersOf(file.texts)]).toEqual(['the disk is full', [1, 1]]);
});
