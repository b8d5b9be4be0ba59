import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingBelow } from '../../test/search/columns.ts';
import {
  Cursor,
  countPostings,
  gallop,
  intersect,
  itemsOf,
  listOf,
  mergeAscending,
  type PostingList,
  type TermRun,
  unite,
  valueAt,
} from './posting-list.ts';
import { PairList, type PostingTable, sameRanks, selectPostings } from './posting-table.ts';
import { dropEmptyKeys } from './sparse-postings.ts';

const itemCount = 70;
const keyCount = 6;
const byNumber = (left: number, right: number) => left - right;
const ascending = ascendingBelow(itemCount);

const pair = fc.tuple(fc.nat(keyCount - 1), fc.nat(itemCount - 1), fc.nat(3));

/** A table of few keys; the fields of a pair are its occurrence. */
const tables = fc.array(pair, { maxLength: 60 }).map((all): PostingTable => {
  const pairs = new PairList();
  for (const [key, item, occurrence] of all) pairs.add(key, item, occurrence);
  return selectPostings(
    pairs.toFieldTable(sameRanks(keyCount), sameRanks(itemCount)),
    () => true,
    (fields) => fields,
  );
});

const meanings = fc.uint8Array({ minLength: 4, maxLength: 4, min: 1 });
const runs = fc.array(
  fc.tuple(fc.nat(keyCount), fc.nat(keyCount), meanings).map(
    ([one, other, meaning]): TermRun => ({
      start: Math.min(one, other),
      end: Math.max(one, other),
      meaning,
    }),
  ),
  { maxLength: 3 },
);
const lists = fc.array(
  fc
    .tuple(ascending, fc.integer({ min: 1, max: 255 }))
    .map(([items, value]) => listOf(Uint32Array.from(items), value, itemCount)),
  { maxLength: 2 },
);

function pairsOf(list: PostingList): [item: number, value: number][] {
  return Array.from(list.items, (item, place) => [item, valueAt(list, place)]);
}

/** Items with their highest value. */
function uniteNaively(table: PostingTable, ranges: readonly TermRun[], others: readonly PostingList[]) {
  const best = new Map<number, number>();
  const add = (item: number, value: number) => best.set(item, Math.max(best.get(item) ?? 0, value));
  for (const { start, end, meaning } of ranges) {
    for (let place = table.offsets[start] ?? 0; place < (table.offsets[end] ?? 0); place += 1) {
      add(table.items[place] ?? 0, meaning[table.occurrences?.[place] ?? 0] ?? 0);
    }
  }
  for (const list of others) for (const [item, value] of pairsOf(list)) add(item, value);
  return Array.from(best).sort(([left], [right]) => byNumber(left, right));
}

test('united postings are all items with the highest of their values, in tables small and large', () => {
  fc.assert(
    fc.property(tables, runs, lists, fc.boolean(), (filled, ranges, others, hasOccurrences) => {
      const table = hasOccurrences ? filled : { ...filled, occurrences: null };
      const expected = uniteNaively(table, ranges, others);
      assert.deepEqual(pairsOf(unite(table, ranges, others)), expected, 'dense');
      // A table of so many items that few of them are sorted.
      const large = { ...table, itemCount: 1_000_000 };
      assert.deepEqual(pairsOf(unite(large, ranges, others)), expected, 'sparse');
    }),
    { numRuns: 400 },
  );
});

test('one term is read where it stands, without a copy', () => {
  const table = {
    offsets: Uint32Array.of(0, 2),
    items: Uint32Array.of(3, 5),
    occurrences: Uint8Array.of(0, 1),
    itemCount,
  };
  const list = unite(table, [{ start: 0, end: 1, meaning: Uint8Array.of(7, 9) }]);
  assert.equal(list.items.buffer, table.items.buffer);
  assert.deepEqual(pairsOf(list), [
    [3, 7],
    [5, 9],
  ]);
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

test('items hold a word by itself, joined, in another form, or by all words of another way to say it', () => {
  const term = fc.nat(keyCount - 1);
  const range = fc
    .tuple(term, term)
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other), exact: -1 }));
  const words = fc.record({
    own: range,
    joined: fc.array(range, { maxLength: 1 }),
    variants: fc.array(term, { maxLength: 2 }),
    alternatives: fc.array(
      fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      { maxLength: 2 },
    ),
  });
  fc.assert(
    fc.property(tables, words, (filled, terms) => {
      const table = { ...filled, occurrences: null };
      const holds = (item: number, key: number) =>
        table.items.subarray(table.offsets[key], table.offsets[key + 1]).includes(item);
      const isHeld = (item: number) => {
        const among = ({ start, end }: { start: number; end: number }) =>
          Array.from(sameRanks(keyCount))
            .slice(start, end)
            .some((key) => holds(item, key));
        return (
          among(terms.own) ||
          terms.joined.some(among) ||
          terms.variants.some((key) => holds(item, key)) ||
          terms.alternatives.some((all) => all.every((forms) => forms.some((key) => holds(item, key))))
        );
      };
      assert.deepEqual(
        Array.from(itemsOf({ ...dropEmptyKeys(table), occurrences: null, itemCount }, terms)),
        Array.from(sameRanks(itemCount)).filter(isHeld),
      );
    }),
  );
});

test('an intersection is what every list holds', () => {
  fc.assert(
    fc.property(fc.array(ascending, { minLength: 1, maxLength: 4 }), (all) => {
      const [first = []] = all;
      const expected = first.filter((item) => all.every((list) => list.includes(item)));
      assert.deepEqual(Array.from(intersect(all.map((list) => Uint32Array.from(list)))), expected);
    }),
  );
  assert.equal(intersect([]).length, 0);
});

test('galloping finds the first item that is not below, from any place before it', () => {
  fc.assert(
    fc.property(ascending, fc.nat(itemCount), fc.nat(itemCount), (items, wanted, from) => {
      const found = items.findIndex((item) => item >= wanted);
      const place = found === -1 ? items.length : found;
      assert.equal(gallop(Uint32Array.from(items), wanted, Math.min(from, place)), place);
    }),
  );
});

test('a cursor tells values in any order of questions', () => {
  fc.assert(
    fc.property(ascending, fc.array(fc.nat(itemCount)), (items, questions) => {
      const values = Uint8Array.from(items, (item) => 1 + (item % 7));
      const cursor = new Cursor({ items: Uint32Array.from(items), values, meaning: null, best: 0 });
      for (const question of questions) {
        assert.equal(cursor.seek(question), items.includes(question) ? 1 + (question % 7) : 0);
      }
    }),
  );
});

test('two ascending lists merge into one, each item once', () => {
  fc.assert(
    fc.property(ascending, ascending, (left, right) => {
      const expected = Array.from(new Set([...left, ...right])).sort(byNumber);
      assert.deepEqual(Array.from(mergeAscending(Uint32Array.from(left), Uint32Array.from(right))), expected);
    }),
  );
});

test('a list of items in any order is ascending, each once, few of many or most of few', () => {
  for (const count of [10, 3_000]) {
    assert.deepEqual(pairsOf(listOf(Uint32Array.of(5, 2, 9, 5), 4, count)), [
      [2, 4],
      [5, 4],
      [9, 4],
    ]);
  }
});
