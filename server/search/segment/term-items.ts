/** The items of a sparse table, such as suggestions, that hold all words of a query. */

import { countPostings, intersect, keepHeld, runOf, unite } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import { type SparseTable, sparseRange } from '../columns/sparse-postings.ts';
import type { Range } from '../columns/string-column.ts';
import type { QueryBudget } from '../step-budget.ts';
import type { WordTerms } from './word-terms.ts';

/** The items that hold all words, ascending, as far as they are less than `below`; null where the budget does not suffice. */
export function itemsOfAll(
  table: SparseTable,
  words: readonly WordTerms[],
  budget: QueryBudget,
  below: number = table.itemCount,
): Integers | null {
  const found: Holders[] = [];
  for (const terms of words) {
    const holders = holdersOf(table, terms, below);
    budget.spend(holders.terms + Math.min(holders.most, wordsOfItem * below));
    if (!budget.allows()) return null;
    found.push(holders);
  }
  const [rarest, ...others] = found.sort((left, right) => left.most - right.most);
  if (rarest === undefined) return new Uint32Array(0);
  const first = unite(table, rarest.ranges, rarest.lists, below);
  return others.reduce((items, { ranges, lists }) => keepHeld(items, table, ranges, lists, below), first);
}

/** Items hold few words each, so that terms of one beginning seldom have an item more often than this. */
const wordsOfItem = 4;

/** Where the items that hold a word are found. */
interface Holders {
  readonly ranges: readonly Range[];
  /** Those that hold the words of a phrase for it. */
  readonly lists: readonly Integers[];
  /** So many terms are united. */
  readonly terms: number;
  /** At most so many there are. */
  readonly most: number;
}

function holdersOf(
  table: SparseTable,
  { own, joined, variants, alternatives }: WordTerms,
  below: number,
): Holders {
  const rangesOf = (wanted: readonly Range[]) => wanted.map((range) => sparseRange(table, range));
  const ranges = rangesOf([own, ...joined, ...variants.map(runOf)]);
  const lists = alternatives.map((alternative) =>
    intersect(alternative.map((forms) => unite(table, rangesOf(forms.map(runOf)), [], below))),
  );
  const most = lists.reduce((total, { length }) => total + length, countPostings(table, ranges));
  const termsOf = (wanted: readonly Range[]) =>
    wanted.reduce((total, { start, end }) => total + end - start, 0);
  return { ranges, lists, most, terms: termsOf(ranges) };
}
