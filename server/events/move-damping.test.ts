import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMoveDamping } from './move-damping.ts';

const hourMs = 3_600_000;

function sumOf(count: number, take: () => number): number {
  return Array.from({ length: count }, take).reduce((sum, worth) => sum + worth, 0);
}

test('a hundred thousand clicks of one network are worth less than fifty shoppers', () => {
  const damping = createMoveDamping(() => 0);
  const worth = sumOf(100_000, () => damping.take('a'));
  assert.ok(worth > 20 && worth < 40, String(worth));
});

test('of two things that one network clicks the one with more clicks stays ahead', () => {
  const damping = createMoveDamping(() => 0);
  const worths = [5, 20, 21, 60, 100, 140].map((count) => sumOf(count, () => damping.take(`of ${count}`)));
  assert.deepEqual(
    worths,
    worths.toSorted((left, right) => left - right),
  );
  assert.equal(worths[1], 20);
  assert.equal(new Set(worths).size, worths.length);
});

test('networks and things do not count for one another', () => {
  const damping = createMoveDamping(() => 0);
  sumOf(1_000, () => damping.take('a'));
  assert.equal(damping.take('b'), 1);
});

test('a flood is forgotten click by click', () => {
  let now = 0;
  const damping = createMoveDamping(() => now);
  sumOf(1_000, () => damping.take('a'));
  assert.equal(damping.take('a'), 0);
  now = 24 * hourMs;
  const dayLater = sumOf(1_000, () => damping.take('a'));
  assert.ok(dayLater < 1, String(dayLater));
  now += 200 * hourMs;
  assert.equal(damping.take('a'), 1);
});
