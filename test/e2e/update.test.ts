import { expect, it } from 'vitest';
import { sandbox, setUp } from './harness.ts';

it('publishes, says updated, and then unchanged without a request', async () => {
  const provider = await sandbox();
  const house = setUp(provider);
  const first = await house.update();
  expect(first).toMatchObject({ code: 0, document: { hosts: [{ outcome: 'updated' }] } });
  console.log(first);
  await provider.forget();
  const again = await house.update();
  console.log(again);
  expect(await provider.requests()).toEqual([]);
});
