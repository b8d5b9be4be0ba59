/**
 * Goal: a bounded memory keeps of each store the newest entries, and takes from a store only while it holds its part.
 * Method: random histories against plain lists.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PartitionedCache } from './partitioned-cache.ts';

const most = 12;
const step = fc.record({
  store: fc.constantFrom('a', 'a', 'a', 'b', 'c'),
  name: fc.nat(20).map(String),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});

test('each store keeps its newest entries', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const memory = new PartitionedCache<number>(most);
      let expected: { store: string; name: string; value: number }[] = [];
      for (const [value, { store, name, isDeleted }] of steps.entries()) {
        expected = expected.filter((entry) => entry.store !== store || entry.name !== name);
        if (isDeleted) memory.delete(store, name);
        else {
          expected.push({ store, name, value });
          const forgotten = memory.set(store, name, value);
          assert.equal(forgotten !== null, expected.length > most);
          if (forgotten !== null) {
            const ofStore = expected.filter((entry) => entry.store === forgotten.storeId);
            const stores = new Set(expected.map((entry) => entry.store)).size;
            assert.ok(ofStore.length * stores >= expected.length, 'it holds its part or more');
            assert.equal(forgotten.name, ofStore[0]?.name);
            expected = expected.filter((entry) => entry !== ofStore[0]);
          }
        }
        const kept = [...memory.entries()].map((entry) => [entry.storeId, entry.name, entry.value]);
        const wanted = expected.map((entry) => [entry.store, entry.name, entry.value]);
        assert.deepEqual(kept.sort(), wanted.sort());
        for (const entry of expected) assert.equal(memory.get(entry.store, entry.name), entry.value);
      }
    }),
  );
});

test('a store that floods the memory pushes out no other', () => {
  const memory = new PartitionedCache<number>(100);
  for (let number = 0; number < 20; number += 1) memory.set('calm', `${number}`, number);
  for (let number = 0; number < 1_000; number += 1) memory.set('flooding', `${number}`, number);
  for (let number = 0; number < 20; number += 1) assert.equal(memory.get('calm', `${number}`), number);
});
