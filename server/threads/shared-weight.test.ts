import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { waitUntil } from '../../test/support/wait-until.ts';
import { weigh } from './shared-weight.ts';

test('shared memory that was weighed and let go is collected without being asked for', async () => {
  let collected = 0;
  const registry = new FinalizationRegistry(() => {
    collected += 1;
  });
  // Untouched, so that none of it takes memory.
  for (let round = 0; round < 400 && collected < 100; round += 1) {
    const shared = new SharedArrayBuffer(8 * 1024 * 1024);
    registry.register(shared, null);
    weigh(shared);
    await turn();
  }
  // The collector works beside this thread, and on a busy machine behind it.
  await waitUntil('a hundred of them to be collected', () => collected >= 100);
});
