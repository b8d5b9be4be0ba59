import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, shortWords, textsOf } from '../../../test/search/columns.ts';
import { mergeColumns, mergeDistinct, mergeOrders } from './column-merge.ts';
import { sortByCodePoints } from './text-order.ts';

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

test('merged lists unite equal items and know their places', () => {
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

/** A sorted column, and which of its strings are wanted. */
const source = fc
  .uniqueArray(fc.tuple(shortWords, fc.boolean()), { maxLength: 8, selector: ([word]) => word })
  .map((pairs) => {
    const wanted = new Map(pairs);
    const words = sortByCodePoints(Array.from(wanted.keys()));
    return { words, keep: Uint8Array.from(words, (word) => (wanted.get(word) === true ? 1 : 0)) };
  });

test('merged columns hold sorted distinct strings and map the old', () => {
  fc.assert(
    fc.property(fc.array(source, { maxLength: 4 }), fc.boolean(), (sources, keepsAll) => {
      const isKept = (index: number, place: number) => keepsAll || sources[index]?.keep[place] === 1;
      const merged = mergeColumns(
        sources.map(({ words }) => columnOf(words)),
        keepsAll ? null : sources.map(({ keep }) => keep),
      );
      const kept = sources.flatMap(({ words }, index) => words.filter((_, place) => isKept(index, place)));
      const expected = sortByCodePoints(Array.from(new Set(kept)));
      assert.deepEqual(textsOf(openSlab(merged.slab)), expected);
      sources.forEach(({ words }, index) => {
        const places = words.map((word, place) => (isKept(index, place) ? expected.indexOf(word) : -1));
        assert.deepEqual(Array.from(merged.maps[index] ?? []), places);
      });
    }),
  );
});

test('a string wanted from one column maps nowhere from another', () => {
  const { slab, maps } = mergeColumns(
    [columnOf(['a', 'b']), columnOf(['a'])],
    [Uint8Array.of(0, 1), Uint8Array.of(1)],
  );
  assert.deepEqual(textsOf(openSlab(slab)), ['a', 'b']);
  assert.deepEqual(maps, [Int32Array.of(-1, 1), Int32Array.of(0)]);
});
