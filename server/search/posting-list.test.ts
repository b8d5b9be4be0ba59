import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countOccurrences, gallop, intersect, listOf, type PostingList } from './posting-list.ts';
import { PairList, sameRanks } from './posting-table.ts';

const itemCount = 70;
const ascending = fc.uniqueArray(fc.nat(itemCount - 1)).map((items) => items.toSorted((a, b) => a - b));

function toList(items: readonly number[]): PostingList {
  return { items: Uint32Array.from(items), masks: null, whole: true };
}

test('an intersection is what every list holds', () => {
  fc.assert(
    fc.property(fc.array(ascending, { minLength: 1, maxLength: 4 }), (lists) => {
      const [first = []] = lists;
      const expected = first.filter((item) => lists.every((list) => list.includes(item)));
      assert.deepEqual(Array.from(intersect(lists.map(toList))), expected);
    }),
  );
});

test('occurrences count the lists that hold an item', () => {
  fc.assert(
    fc.property(fc.array(ascending, { maxLength: 4 }), (lists) => {
      const { items, counts } = countOccurrences(lists.map(toList), itemCount);
      const expected = Array.from(new Set(lists.flat())).sort((a, b) => a - b);
      assert.deepEqual(Array.from(items), expected);
      assert.deepEqual(
        Array.from(counts),
        expected.map((item) => lists.filter((list) => list.includes(item)).length),
      );
    }),
  );
});

test('galloping finds the first item that is not below', () => {
  fc.assert(
    fc.property(ascending, fc.nat(itemCount), (items, wanted) => {
      const place = items.findIndex((item) => item >= wanted);
      assert.equal(gallop(Uint32Array.from(items), wanted, 0), place === -1 ? items.length : place);
    }),
  );
});

test('a list unites its terms and tells whole words from begun ones', () => {
  const pairs = new PairList();
  pairs.add(0, 5, 1);
  pairs.add(0, 5, 2);
  pairs.add(1, 5, 4);
  pairs.add(1, 3, 1);
  pairs.add(2, 9, 1);
  const table = pairs.toTable(sameRanks(3), sameRanks(itemCount));
  const united = listOf(table, [{ start: 0, end: 2, exact: 0 }]);
  assert.deepEqual(Array.from(united.items), [3, 5]);
  assert.deepEqual(Array.from(united.masks ?? []), [1, (3 << 8) | 7]);
  const begun = listOf(table, [{ start: 2, end: 3, exact: -1 }]);
  assert.deepEqual([Array.from(begun.masks ?? []), begun.whole], [[1], false]);
  const whole = listOf(table, [{ start: 2, end: 3, exact: 2 }]);
  assert.deepEqual([Array.from(whole.masks ?? []), whole.whole], [[1], true]);
  assert.equal(listOf(table, [{ start: 1, end: 1, exact: -1 }]).items.length, 0);
});
