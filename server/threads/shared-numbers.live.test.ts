import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import type { TakerData } from '../../test/support/number-taker.ts';
import { createNumbers, giveBack, type Numbers, take } from './numbers.ts';
import { createSharedBounds, forgetCounts, openSharedBounds } from './shared-numbers.ts';

function createShared(): Numbers {
  return openSharedBounds(createSharedBounds()).numbers('counts', 'test');
}

test('shared numbers are those that one thread would have', () => {
  const bounds = createSharedBounds();
  let run = 0;
  const change = fc.record({
    name: fc.constantFrom('', 'a', 'b', 'ä', '__proto__', 'a'.repeat(300)),
    amount: fc.integer({ min: -3, max: 5 }),
    raise: fc.nat(2),
    most: fc.integer({ min: 3, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      run += 1;
      // Of two threads, by turns.
      const shared = [0, 1].map(() => openSharedBounds(bounds).numbers('counts', `run ${run}`));
      const own = createNumbers();
      let floor = 0;
      for (const [index, { name, amount, raise, most }] of changes.entries()) {
        floor += raise;
        const expected = own.add(name, amount, floor, floor + most);
        assert.equal(shared[index % 2]?.add(name, amount, floor, floor + most), expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('numbers of different purposes stay apart', () => {
  const bounds = openSharedBounds(createSharedBounds());
  assert.equal(take(bounds.numbers('counts', 'one'), 'a', 1, 1), true);
  assert.equal(take(bounds.numbers('counts', 'one'), 'a', 1, 1), false);
  assert.equal(take(bounds.numbers('counts', 'other'), 'a', 1, 1), true);
  assert.equal(take(bounds.numbers('days', 'one'), 'a', 1, 1), true);
});

test('amounts given back free room, never below zero', () => {
  const numbers = createShared();
  for (let name = 0; name < 200_000; name += 1) {
    assert.equal(take(numbers, `name ${name}`, 1, 1), true);
    giveBack(numbers, `name ${name}`, 1);
  }
  giveBack(numbers, 'never taken', 5);
  assert.equal(take(numbers, 'never taken', 2, 1), false);
  assert.equal(take(numbers, 'name 0', 1, 1), true);
});

test('a flood of small numbers pushes out no large one', () => {
  const numbers = createShared();
  assert.equal(take(numbers, 'large', 1_000, 1_000), true);
  for (let name = 0; name < 200_000; name += 1) take(numbers, `small ${name}`, 1, 1);
  assert.equal(take(numbers, 'large', 1, 1_000), false);
});

test('a lock never released is waited for once', (t) => {
  const bounds = createSharedBounds();
  // As if a thread had ended while it held a lock: every integer of the table is 1, the locks too.
  new Int32Array(bounds.tables.counts).fill(1);
  const numbers = openSharedBounds(bounds).numbers('counts', 'test');
  const waits = t.mock.method(Atomics, 'wait', () => 'timed-out').mock;
  assert.equal(take(numbers, 'a', 1, 1), true);
  const first = waits.callCount();
  assert.ok(first > 0);
  assert.equal(take(numbers, 'a', 1, 1), false);
  assert.equal(waits.callCount(), first);
});

test('two threads together never exceed a shared bound', async () => {
  const workerData: TakerData = { bounds: createSharedBounds(), tries: 200_000, most: 150_000 };
  const file = new URL('../../test/support/number-taker.ts', import.meta.url);
  const takers = [0, 1].map(() => new Worker(file, { workerData }));
  const counts = await Promise.all(takers.map(async (taker) => (await once(taker, 'message'))[0] as number));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    150_000,
  );
});

test('an ended thread’s work is forgotten, other numbers stay', () => {
  const shared = createSharedBounds();
  const bounds = openSharedBounds(shared);
  const [counts, days] = [bounds.numbers('counts', 'writes'), bounds.numbers('days', 'events')];
  assert.ok(take(counts, 'store', 2, 2) && take(days, 'store', 2, 2));
  forgetCounts(shared);
  assert.ok(take(counts, 'store', 1, 2));
  assert.ok(!take(days, 'store', 1, 2));
  // A call that was under way in another thread ends: no number falls below nothing.
  for (let call = 0; call < 3; call += 1) giveBack(counts, 'store', 1);
  assert.ok(take(counts, 'store', 2, 2));
  assert.ok(!take(counts, 'store', 1, 2));
});
