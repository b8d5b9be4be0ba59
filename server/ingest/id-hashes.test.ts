import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOfId, IdHashes } from './id-hashes.ts';

test('exactly the ids that came twice are repeated', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.integer({ min: 0, max: 50 }).map(String))), (ids) => {
      const repeated = new IdHashes();
      for (const id of ids) repeated.add(id);
      const counts = Map.groupBy(ids, (id) => id);
      assert.equal(repeated.anyRepeated, counts.size < ids.length);
      for (const [id, all] of counts) assert.equal(repeated.isRepeated(id), all.length > 1, id);
    }),
  );
});

test('a million ids in a row have nothing in common', () => {
  const repeated = new IdHashes();
  for (let number = 0; number < 1_000_000; number += 1) repeated.add(`sku-${number}`);
  assert.equal(repeated.anyRepeated, false);
  repeated.add('sku-77');
  assert.equal(repeated.isRepeated('sku-77'), true);
  assert.equal(repeated.isRepeated('sku-78'), false);
});

test('every added id is present, with hashes in order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (ids, other) => {
      const hashes = new IdHashes();
      for (const id of ids) hashes.add(id);
      assert.ok(ids.every((id) => hashes.has(id)));
      assert.equal(hashes.has(other), ids.includes(other));
      assert.deepEqual(
        [...hashes.sorted()],
        ids.map(hashOfId).sort((left, right) => left - right),
      );
    }),
  );
});
