import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Growth of the heap that is worth the 20 ms of a collection: when nothing else is to be done, and at once. Bytes. */
const little = 200_000;
const much = 1_000_000;
/** Then the connections of a round are closed, and their memory can be given back. Milliseconds. */
const quiet = 6_000;

/**
 * For a program that stays: from now on V8 takes the time rather than the memory. undici's parser is WebAssembly that is
 * compiled again when it is hot, as JavaScript is, and each takes megabytes for good. The returned function, called when
 * a piece of work is done, gives memory that is no longer used back to the system: V8 by itself waits for tens of
 * megabytes to come together.
 */
export const beFrugal = (): (() => void) => {
  for (const flag of flags) setFlagsFromString(flag);
  let kept = 0;
  let timer: NodeJS.Timeout | undefined;
  const collect = (worth: number): void => {
    if (getHeapStatistics().used_heap_size < kept + worth) return;
    collectGarbage();
    kept = getHeapStatistics().used_heap_size;
  };
  return () => {
    collect(much);
    clearTimeout(timer);
    timer = setTimeout(collect, quiet, little).unref();
  };
};

const flags = [
  ...['--no-wasm-dynamic-tiering', '--no-wasm-tier-up', '--no-opt', '--no-maglev', '--no-sparkplug'],
  '--semi-space-growth-factor=1',
];

/** V8's function, which it gives to new contexts only. */
let gc: ((how: object) => void) | undefined;

const collectGarbage = (): void => {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as typeof gc;
  }
  // Compiled code goes, too: what is called again is compiled again.
  setFlagsFromString('--stress-flush-code');
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-stress-flush-code');
};
