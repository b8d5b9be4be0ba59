import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeOrders } from './order-merge.ts';

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
