import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PairList, type PostingTable, sameRanks } from '../columns/posting-table.ts';
import { dropEmptyKeys } from '../columns/sparse-postings.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { itemsOfAll } from './term-items.ts';

const itemCount = 70;
const keyCount = 6;

/** A table of few keys. */
const tables = fc
  .array(fc.tuple(fc.nat(keyCount - 1), fc.nat(itemCount - 1)), { maxLength: 60 })
  .map((all): PostingTable => {
    const pairs = new PairList();
    for (const [key, item] of all) pairs.add(key, item);
    return pairs.toTable(sameRanks(keyCount), sameRanks(itemCount));
  });

test('items hold all words, each by itself, joined, in another form, or by all words of another way to say it', () => {
  const term = fc.nat(keyCount - 1);
  const range = fc
    .tuple(term, term)
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other), exact: -1 }));
  const words = fc.record({
    own: range,
    inTitle: fc.constant(null),
    joined: fc.array(range, { maxLength: 1 }),
    variants: fc.array(term, { maxLength: 2 }),
    alternatives: fc.array(
      fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      { maxLength: 2 },
    ),
  });
  fc.assert(
    fc.property(
      tables,
      fc.array(words, { minLength: 1, maxLength: 3 }),
      fc.nat(itemCount),
      (table, all, below) => {
        const holds = (item: number, key: number) =>
          table.items.subarray(table.offsets[key], table.offsets[key + 1]).includes(item);
        const isHeld = (item: number, terms: (typeof all)[number]) => {
          const among = ({ start, end }: { start: number; end: number }) =>
            Array.from(sameRanks(keyCount))
              .slice(start, end)
              .some((key) => holds(item, key));
          return (
            among(terms.own) ||
            terms.joined.some(among) ||
            terms.variants.some((key) => holds(item, key)) ||
            terms.alternatives.some((others) =>
              others.every((forms) => forms.some((key) => holds(item, key))),
            )
          );
        };
        const sparse = { ...dropEmptyKeys(table), occurrences: null, itemCount };
        const held = Array.from(sameRanks(itemCount)).filter((item) =>
          all.every((terms) => isHeld(item, terms)),
        );
        assert.deepEqual(Array.from(itemsOfAll(sparse, all, unlimitedBudget()) ?? []), held);
        assert.deepEqual(
          Array.from(itemsOfAll(sparse, all, unlimitedBudget(), below) ?? []),
          held.filter((item) => item < below),
        );
      },
    ),
  );
});
