import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
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
  assert.ok(collected >= 100, `${collected} were collected`);
});
