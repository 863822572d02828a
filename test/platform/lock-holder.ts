// A process that takes the lock named by its argument, says what came of it, and holds it until it is told to end.
import { acquireLock } from '../../src/platform/lock.ts';

const lock = await acquireLock(process.argv[2] ?? '');
process.stdout.write(`${lock.kind}\n`);
process.stdin.once('data', async () => {
  if (lock.kind === 'acquired') await lock.release();
  process.exit(0);
});
