import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundUp, stackLayers } from './stack.ts';

test('each layer stands on the one below it', () => {
  assert.deepEqual(
    stackLayers([
      [1, 2],
      [10, 0],
      [0, 5],
    ]),
    [
      [1, 2],
      [11, 2],
      [11, 7],
    ],
  );
  assert.deepEqual(stackLayers([]), []);
});

test('an axis ends at a round number that holds every value', () => {
  assert.deepEqual([0, 0.7, 1, 3, 51, 100, 720].map(roundUp), [1, 1, 1, 5, 100, 100, 1000]);
});
