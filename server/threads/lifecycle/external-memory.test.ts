import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { countSharedMemory, noteReleased } from './external-memory.ts';

/** Makes shared memory of so many bytes again and again, which is let go at once; untouched, so that none of it takes any. */
async function untilCollected(byteLength: number, note: (shared: SharedArrayBuffer) => void): Promise<void> {
  let collected = 0;
  const registry = new FinalizationRegistry(() => {
    collected += 1;
  });
  for (let round = 0; round < 4_000 && collected < 100; round += 1) {
    const shared = new SharedArrayBuffer(byteLength);
    registry.register(shared, null);
    note(shared);
    await turn();
  }
  // The collector works beside this thread, and on a busy machine behind it.
  await waitUntil('a hundred of them to be collected', () => collected >= 100);
}

test('shared memory that was released is collected unasked', async () => {
  await untilCollected(8 * 1024 * 1024, countSharedMemory);
});

test('released small segments are collected together', async () => {
  let collected = 0;
  const registry = new FinalizationRegistry(() => {
    collected += 1;
  });
  let held: readonly SharedArrayBuffer[] = Array.from(
    { length: 300 },
    () => new SharedArrayBuffer(512 * 1024),
  );
  for (const shared of held) registry.register(shared, null);
  // Until they are old: what dies young is collected all the time.
  for (let round = 0; round < 100; round += 1) {
    Array.from({ length: 10_000 }, (_, place) => ({ place, round }));
    await turn();
  }
  const letGo = held.map(({ byteLength }) => byteLength);
  held = [];
  for (const byteLength of letGo) noteReleased(byteLength);
  await waitUntil('a hundred old ones to be collected', () => collected >= 100);
});
