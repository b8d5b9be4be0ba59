/**
 * The terms of a dictionary that match a word of a query, found by binary search once for all uses of the word; and the items of a
 * sparse table, such as suggestions, that contain all words of a query. It never changes the index. A word that the dictionary lacks
 * has no terms; with too small a budget the answer is null and not a part of the items.
 */
// Tests: ./word-terms.test.ts.

import { countPostings, intersect, keepHeld, runOf, unite } from '../columns/posting-list.ts';
import { type SparseTable, sparseRange } from '../columns/posting-table.ts';
import type { Integers } from '../columns/sections.ts';
import type { Range } from '../columns/string-column.ts';
import type { QueryWord, StemmedWord } from '../query/query.ts';
import type { QueryBudget } from '../step-budget.ts';
import type { Dictionary, TermMatch } from './dictionary.ts';

/** The terms of one dictionary that match one word of a query. */
export interface WordTerms {
  /** Terms that meet the word itself: they decide which words stand side by side in a title. */
  readonly own: TermMatch;
  /** Terms that meet it in titles alone, where those of `own` do not: see {@link QueryWord}. */
  readonly inTitle: readonly TermMatch[] | null;
  /** Terms that meet the word joined with its neighbours. */
  readonly joined: readonly TermMatch[];
  /** Other forms of the word: terms of its stem but for itself. */
  readonly variants: readonly number[];
  /** The other ways to say it. */
  readonly alternatives: readonly Alternative[];
}

/** The terms of each word: the word itself and its other forms. All words are needed, and one term of each. */
export type Alternative = readonly (readonly number[])[];

/** Looks a word up in a dictionary. */
export function lookUpWord(dictionary: Dictionary, word: QueryWord): WordTerms {
  const own = dictionary.find(word.own);
  return {
    own,
    inTitle: word.inTitle?.map((pattern) => dictionary.find(pattern)) ?? null,
    joined: word.joined.map((pattern) => dictionary.find(pattern)),
    variants: dictionary.ofStem(word.stem).filter((term) => term !== own.exact),
    alternatives: word.alternatives
      .map((words) => words.map((text) => formsOf(dictionary, text)))
      .filter(isHeld),
  };
}

function formsOf(dictionary: Dictionary, { text, stem }: StemmedWord): number[] {
  const { exact } = dictionary.find({ text, prefix: false });
  const variants = dictionary.ofStem(stem).filter((term) => term !== exact);
  return exact < 0 ? variants : [exact, ...variants];
}

function isHeld(alternative: Alternative): boolean {
  return alternative.every((terms) => terms.length > 0);
}

/** The items with all words, ascending, below `below`; null if the budget is too small. */
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

/** The ranges and lists of items that hold a word. */
interface Holders {
  readonly ranges: readonly Range[];
  /** The items that hold the words of a phrase for it. */
  readonly lists: readonly Integers[];
  /** The number of terms that are united. */
  readonly terms: number;
  /** The most items that there can be. */
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
