import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { collectAll, createHeapCheck } from './idle-heap.ts';

const mebibyte = 2 ** 20;

/** A heap that holds 10 MiB once it was collected. */
function createScene() {
  const scene = { busyMs: 0, heldBytes: 30 * mebibyte, collections: 0 };
  const look = createHeapCheck({
    busyMs: () => scene.busyMs,
    heldBytes: () => scene.heldBytes,
    collect() {
      scene.collections += 1;
      scene.busyMs += 200;
      scene.heldBytes = 10 * mebibyte;
    },
  });
  /** So many looks, with so many ms of work before each; returns how often it was collected meanwhile. */
  function lookTimes(count: number, busyMs: number): number {
    const before = scene.collections;
    for (let number = 0; number < count; number += 1) {
      scene.busyMs += busyMs;
      look();
    }
    return scene.collections - before;
  }
  return { scene, lookTimes };
}

test('a heap is collected once its thread rests', () => {
  const { scene, lookTimes } = createScene();
  assert.equal(lookTimes(20, 500), 0);
  assert.equal(lookTimes(1, 10), 1);
  assert.equal(scene.heldBytes, 10 * mebibyte);
});

test('a heap that has not grown is left alone', () => {
  const { scene, lookTimes } = createScene();
  assert.equal(lookTimes(1_000, 10), 1);
  scene.heldBytes += 3 * mebibyte;
  assert.equal(lookTimes(1_000, 10), 0);
  scene.heldBytes += mebibyte;
  assert.equal(lookTimes(1, 10), 1);
});

test('little work has few collections in its way', () => {
  const { scene, lookTimes } = createScene();
  let count = 0;
  for (let round = 0; round < 120; round += 1) {
    scene.heldBytes += 8 * mebibyte;
    count += lookTimes(1, 40);
  }
  assert.equal(count, 10);
});

test('a collection gives back the room of young objects', () => {
  // Much that dies young, and some that lives long enough to make that room grow.
  let kept: unknown[] = [];
  for (let round = 0; round < 200; round += 1) {
    kept = Array.from({ length: 20_000 }, (_, number) => ({ number, round }));
  }
  assert.equal(kept.length, 20_000);
  kept = [];
  const before = getHeapStatistics().total_heap_size;
  collectAll();
  const after = getHeapStatistics().total_heap_size;
  assert.ok(before - after > 4 * mebibyte, `${before} bytes became ${after}`);
});
