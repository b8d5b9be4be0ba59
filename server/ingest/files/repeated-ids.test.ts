import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RepeatedIds } from './repeated-ids.ts';

test('exactly the ids that came twice are repeated', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.integer({ min: 0, max: 50 }).map(String))), (ids) => {
      const repeated = new RepeatedIds();
      for (const id of ids) repeated.add(id);
      const counts = Map.groupBy(ids, (id) => id);
      assert.equal(repeated.any, counts.size < ids.length);
      for (const [id, all] of counts) assert.equal(repeated.has(id), all.length > 1, id);
    }),
  );
});

test('a million ids in a row have nothing in common', () => {
  const repeated = new RepeatedIds();
  for (let number = 0; number < 1_000_000; number += 1) repeated.add(`sku-${number}`);
  assert.equal(repeated.any, false);
  repeated.add('sku-77');
  assert.equal(repeated.has('sku-77'), true);
  assert.equal(repeated.has('sku-78'), false);
});
