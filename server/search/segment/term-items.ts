/** The items of a sparse table, such as suggestions, that hold all words of a query. */
import { countPostings, intersect, keepHeld, runOf, unite } from '../columns/posting-list.ts';
import { type SparseTable, sparseRange } from '../columns/sparse-postings.ts';
import type { Range } from '../columns/string-column.ts';
import type { WordTerms } from './word-terms.ts';

/** The items that hold all words, ascending, as far as they are less than `below`. */
export function itemsOfAll(
  table: SparseTable,
  words: readonly WordTerms[],
  below: number = table.itemCount,
): Uint32Array {
  const found = words.map((terms) => holdersOf(table, terms, below));
  const [rarest, ...others] = found.sort((left, right) => left.most - right.most);
  if (rarest === undefined) return new Uint32Array(0);
  const first = unite(table, rarest.ranges, rarest.lists, below);
  return others.reduce((items, { ranges, lists }) => keepHeld(items, table, ranges, lists, below), first);
}

/** Where the items that hold a word are found. */
interface Holders {
  readonly ranges: readonly Range[];
  /** Those that hold the words of a phrase for it. */
  readonly lists: readonly Uint32Array[];
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
  return { ranges, lists, most };
}
