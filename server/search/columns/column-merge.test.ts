import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, shortWords, textsOf } from '../../../test/search/columns.ts';
import { mergeColumns } from './column-merge.ts';
import { sortByCodePoints } from './text-order.ts';

/** A sorted column, and which of its strings are wanted. */
const source = fc
  .uniqueArray(fc.tuple(shortWords, fc.boolean()), { maxLength: 8, selector: ([word]) => word })
  .map((pairs) => {
    const wanted = new Map(pairs);
    const words = sortByCodePoints(Array.from(wanted.keys()));
    return { words, keep: Uint8Array.from(words, (word) => (wanted.get(word) === true ? 1 : 0)) };
  });

test('merged columns are the sorted distinct strings of all, and tell where each went', () => {
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

test('a string that is wanted of one column only goes nowhere from the other', () => {
  const { slab, maps } = mergeColumns(
    [columnOf(['a', 'b']), columnOf(['a'])],
    [Uint8Array.of(0, 1), Uint8Array.of(1)],
  );
  assert.deepEqual(textsOf(openSlab(slab)), ['a', 'b']);
  assert.deepEqual(maps, [Int32Array.of(-1, 1), Int32Array.of(0)]);
});
