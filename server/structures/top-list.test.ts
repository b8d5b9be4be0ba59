import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopList } from './top-list.ts';

test('an item costs few comparisons however long the list', () => {
  let count = 0;
  const top = new TopList<number>(1_000, (left, right) => {
    count += 1;
    return left - right;
  });
  // Each of them belongs in front of all.
  for (let item = 1_000; item > 0; item -= 1) top.offer(item);
  assert.ok(count <= 10 * 1_000, `${count} comparisons`);
});

test('a top list is the head of the sorted whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 6 }), (items, limit) => {
      const top = new TopList<number>(limit, (left, right) => left - right);
      for (const item of items) top.offer(item);
      const sorted = items.toSorted((left, right) => left - right);
      assert.deepEqual(top.items, sorted.slice(0, limit));
      assert.equal(top.toBeat, sorted[limit - 1]);
      assert.equal(top.takeFirst(), sorted[0]);
      assert.deepEqual(top.items, sorted.slice(1, limit));
    }),
  );
});
