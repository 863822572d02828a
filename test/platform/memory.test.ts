import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('memory that is no longer used is given back when a piece of work is done', () => {
  const code = `import { beFrugal } from ${JSON.stringify(resolve('src/platform/memory.ts'))};
    const tidy = beFrugal();
    tidy();
    const before = process.memoryUsage().heapUsed;
    let kept = Array.from({ length: 300_000 }, (_, at) => ({ at }));
    const grown = process.memoryUsage().heapUsed - before;
    kept = undefined;
    tidy();
    process.stdout.write(JSON.stringify({ grown, left: process.memoryUsage().heapUsed - before }));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  const { grown, left } = JSON.parse(text);
  expect(grown).toBeGreaterThan(5_000_000);
  expect(left).toBeLessThan(1_000_000);
});
