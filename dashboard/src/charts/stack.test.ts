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
  assert.deepEqual(
    [0, 0.7, 1, 3, 51, 100, 620].map(roundUp).map((end) => Number(end.toFixed(3))),
    [1, 0.8, 1, 3, 60, 100, 800],
  );
});
