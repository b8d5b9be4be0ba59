import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeTables, PairList, type PostingTable, sameRanks, type TableSource } from './posting-table.ts';

const keyCount = 5;
const itemCount = 9;
const byNumber = (left: number, right: number) => left - right;

/** Pairs in any order, some of them twice. */
const pairs = fc.array(fc.tuple(fc.nat(keyCount - 1), fc.nat(itemCount - 1)), { maxLength: 40 });

/** New numbers: any order of the old ones. */
function ranks(count: number): fc.Arbitrary<Uint32Array> {
  const all = Array.from(sameRanks(count));
  return fc.shuffledSubarray(all, { minLength: count }).map((order) => Uint32Array.from(order));
}

function listOfPairs(all: readonly (readonly [number, number])[]): PairList {
  const list = new PairList();
  for (const [key, item] of all) list.add(key, item);
  return list;
}

/** Returns the items of each key in order, each with the value beside it. */
function rowsOf(
  { offsets, items }: Pick<PostingTable, 'offsets' | 'items'>,
  beside: ArrayLike<number> | null,
) {
  return Array.from(offsets.subarray(1), (end, key) => {
    const start = offsets[key] ?? 0;
    return Array.from(items.subarray(start, end), (item, place) => [item, beside?.[start + place] ?? 0]);
  });
}

test('a table holds each pair once, under new numbers', () => {
  fc.assert(
    fc.property(pairs, ranks(keyCount), ranks(itemCount), (all, keyRanks, itemRanks) => {
      const table = listOfPairs(all).toTable(keyRanks, itemRanks);
      const rows = Array.from({ length: keyCount }, () => new Set<number>());
      for (const [key, item] of all) rows[keyRanks[key] ?? 0]?.add(itemRanks[item] ?? 0);
      const expected = rows.map((row) =>
        Array.from(row, (item) => [item, 0]).sort(([left = 0], [right = 0]) => left - right),
      );
      assert.deepEqual(rowsOf(table, table.occurrences), expected);
      assert.equal(table.itemCount, itemCount);
    }),
  );
});

/** Old number -> new number, rising but for -1. */
function mapTo(count: number): fc.Arbitrary<Int32Array> {
  const kinds = fc.array(fc.constantFrom('none', 'hole', 'kept', 'kept', 'both'), {
    minLength: count,
    maxLength: count,
  });
  const placesOf = {
    none: () => [],
    hole: () => [-1],
    kept: (n: number) => [n],
    both: (n: number) => [-1, n],
  };
  return kinds.map((all) =>
    Int32Array.from(all.flatMap((kind, number) => placesOf[kind as keyof typeof placesOf](number))),
  );
}

/** A table to be merged. */
const source = fc.tuple(mapTo(keyCount), mapTo(itemCount)).chain(([keys, items]) => {
  const pair = fc.tuple(fc.nat(Math.max(keys.length - 1, 0)), fc.nat(Math.max(items.length - 1, 0)));
  const isEmpty = keys.length === 0 || items.length === 0;
  return fc.array(pair, { maxLength: isEmpty ? 0 : 20 }).map((all): TableSource => {
    const table = listOfPairs(all).toTable(sameRanks(keys.length), sameRanks(items.length));
    return { table, keys, items };
  });
});

test('merged tables hold all kept items by new numbers', () => {
  fc.assert(
    fc.property(fc.tuple(source, source, source), (tables) => {
      const merged = mergeTables(tables, keyCount, itemCount);
      const rows = Array.from({ length: keyCount }, () => new Set<number>());
      for (const { table, keys, items } of tables) {
        rowsOf(table, null).forEach((row, key) => {
          for (const [item = 0] of row) {
            const number = items[item] ?? -1;
            if (number >= 0) rows[keys[key] ?? -1]?.add(number);
          }
        });
      }
      const expected = rows.map((row) => Array.from(row).sort(byNumber));
      assert.deepEqual(
        rowsOf(merged, null).map((row) => row.map(([item]) => item)),
        expected,
      );
      assert.equal(merged.itemCount, itemCount);
    }),
  );
});
