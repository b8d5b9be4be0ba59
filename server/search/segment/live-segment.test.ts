import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buryDocuments, countDead, createTombstones, deletedSince, isDead } from './live-segment.ts';

test('buried documents are dead and the old tombstones stay', () => {
  const fresh = createTombstones(70);
  const some = buryDocuments(fresh, [0, 31, 32, 69]);
  const words = new Uint32Array(some);
  assert.deepEqual([isDead(words, 31), isDead(words, 30)], [true, false]);
  assert.deepEqual([countDead(words), countDead(new Uint32Array(fresh))], [4, 0]);
});

test('documents deleted between two states are listed exactly', () => {
  const before = buryDocuments(createTombstones(70), [0, 32]);
  const after = buryDocuments(before, [31, 69]);
  assert.deepEqual(deletedSince(new Uint32Array(before), new Uint32Array(after)), [31, 69]);
});
