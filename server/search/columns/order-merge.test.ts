import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeDistinct, mergeOrders } from './order-merge.ts';

test('merged orders are one order, equals of earlier lists first', () => {
  const lists = fc.array(fc.array(fc.nat(9)), { maxLength: 4 });
  fc.assert(
    fc.property(lists, (ranks) => {
      const ordered = ranks.map((list) => list.toSorted((left, right) => right - left));
      // The items are places, so that equal ranks can be told apart.
      const places = ordered.map((list) => Uint32Array.from(list.keys()));
      const rankOf = (source: number, item: number) => ordered[source]?.[item] ?? 0;
      const { sources, items } = mergeOrders(
        places,
        (source, item, otherSource, otherItem) => rankOf(otherSource, otherItem) - rankOf(source, item),
      );
      const all = ordered.flatMap((list, source) => list.map((rank, item) => ({ rank, source, item })));
      const expected = all.toSorted((left, right) => right.rank - left.rank);
      assert.deepEqual(
        Array.from(sources, (source, place) => [source, items[place]]),
        expected.map(({ source, item }) => [source, item]),
      );
    }),
  );
});

test('of the same items of several lists one is kept, and each list is told where its items went', () => {
  const list = fc.uniqueArray(fc.nat(9)).map((items) => Uint32Array.from(items).sort());
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), (lists) => {
      const sizes = lists.map(() => 10);
      const { sources, items, maps } = mergeDistinct(lists, sizes, (_, item, __, other) => item - other);
      const expected = Array.from(new Set(lists.flatMap((all) => [...all]))).sort();
      assert.deepEqual(Array.from(items), expected);
      assert.deepEqual(
        Array.from(sources),
        expected.map((item) => lists.findIndex((all) => all.includes(item))),
      );
      assert.deepEqual(
        maps,
        lists.map((all) =>
          Int32Array.from({ length: 10 }, (_, item) => (all.includes(item) ? expected.indexOf(item) : -1)),
        ),
      );
    }),
  );
});
