import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingBelow } from '../../../test/search/columns.ts';
import { countPostings, gallop, gallopWithin, holds, intersect, sortedItems, unite } from './posting-list.ts';
import { PairList, type PostingTable, sameRanks } from './posting-table.ts';

const itemCount = 70;
const keyCount = 6;
const byNumber = (left: number, right: number) => left - right;
const ascending = ascendingBelow(itemCount);

/** A table of few keys. */
const tables = fc
  .array(fc.tuple(fc.nat(keyCount - 1), fc.nat(itemCount - 1)), { maxLength: 60 })
  .map((all): PostingTable => {
    const pairs = new PairList();
    for (const [key, item] of all) pairs.add(key, item);
    return pairs.toTable(sameRanks(keyCount), sameRanks(itemCount));
  });

const ranges = fc.array(
  fc
    .tuple(fc.nat(keyCount), fc.nat(keyCount))
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) })),
  { maxLength: 3 },
);
const lists = fc.array(
  ascending.map((items) => Uint32Array.from(items)),
  { maxLength: 2 },
);

test('united postings hold every item below a bound once', () => {
  fc.assert(
    fc.property(tables, ranges, lists, fc.nat(itemCount), (table, wanted, others, below) => {
      const all = wanted.flatMap(({ start, end }) =>
        Array.from(table.items.subarray(table.offsets[start], table.offsets[end])),
      );
      const expected = Array.from(new Set([...all, ...others.flatMap((list) => Array.from(list))])).sort(
        byNumber,
      );
      const expectedBelow = expected.filter((item) => item < below);
      assert.deepEqual(Array.from(unite(table, wanted, others, below)), expectedBelow, 'dense');
      assert.deepEqual(Array.from(unite(table, wanted, others)), expected, 'dense, all');
      // A table of so many items that few of them are sorted.
      const large = { ...table, itemCount: 1_000_000 };
      assert.deepEqual(Array.from(unite(large, wanted, others)), expected, 'sparse');
    }),
    { numRuns: 400 },
  );
});

test('one term is read where it stands, without a copy', () => {
  const table = { offsets: Uint32Array.of(0, 2), items: Uint32Array.of(3, 5), itemCount };
  const list = unite(table, [{ start: 0, end: 1 }]);
  assert.equal(list.buffer, table.items.buffer);
  assert.deepEqual(Array.from(list), [3, 5]);
});

test('postings are counted by the terms of a range', () => {
  const table = {
    offsets: Uint32Array.of(0, 2, 2, 5),
    items: new Uint32Array(5),
    occurrences: null,
    itemCount,
  };
  assert.equal(
    countPostings(table, [
      { start: 0, end: 2 },
      { start: 2, end: 3 },
    ]),
    5,
  );
  assert.equal(countPostings(table, [{ start: 1, end: 2 }]), 0);
  assert.equal(countPostings(table, []), 0);
});

test('an intersection holds the items of every list', () => {
  fc.assert(
    fc.property(fc.array(ascending, { minLength: 1, maxLength: 4 }), (all) => {
      const [first = []] = all;
      const expected = first.filter((item) => all.every((list) => list.includes(item)));
      assert.deepEqual(Array.from(intersect(all.map((list) => Uint32Array.from(list)))), expected);
    }),
  );
  assert.equal(intersect([]).length, 0);
});

test('galloping finds the next item from any earlier place', () => {
  fc.assert(
    fc.property(ascending, fc.nat(itemCount), fc.nat(itemCount), (items, wanted, from) => {
      const found = items.findIndex((item) => item >= wanted);
      const place = found === -1 ? items.length : found;
      assert.equal(gallop(Uint32Array.from(items), wanted, Math.min(from, place)), place);
    }),
  );
});

test('galloping ends before a bound and reports a hit', () => {
  const items = Uint32Array.of(2, 4, 6, 8);
  assert.equal(gallopWithin(items, 7, 0, 2), 2);
  assert.equal(gallopWithin(items, 3, 0, 2), 1);
  assert.deepEqual(
    [1, 4, 8, 9].map((item) => holds(items, item)),
    [false, true, true, false],
  );
  assert.equal(holds(new Uint32Array(0), 0), false);
});

test('items in any order are sorted, each once', () => {
  assert.deepEqual(Array.from(sortedItems(Uint32Array.of(5, 2, 9, 5))), [2, 5, 9]);
});
