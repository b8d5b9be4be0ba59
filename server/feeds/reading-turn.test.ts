import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readingTurn } from './reading-turn.ts';

test('many documents together read one piece per turn', async () => {
  let [readNow, most] = [0, 0];
  const order: number[] = [];
  const documents = Array.from({ length: 5 }, async (_, number) => {
    for (let piece = 0; piece < 10; piece += 1) {
      await readingTurn();
      readNow += 1;
      most = Math.max(most, readNow);
      order.push(number);
    }
  });
  let isOver = false;
  const all = Promise.all(documents).then(() => {
    isOver = true;
  });
  while (!isOver) {
    readNow = 0;
    await nextTurn();
  }
  await all;
  assert.equal(most, 1);
  assert.deepEqual(order.slice(0, 10), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});
