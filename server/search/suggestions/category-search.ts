/**
 * Finds and ranks categories (Contract §7): those whose path contains every word of the query, titles that begin with the query first,
 * then by in-stock products, then by the alphabet. Paths with the same folded title are one. It never changes the index or shows a
 * category without live products. When the budget of steps is spent, the categories found so far are the answer; no match gives an
 * empty list.
 */
// Tests: test/search/suggestions.test.ts.

import { TopList } from '../../structures/top-list.ts';
import { compareCodePoints, mostFrequent } from '../columns/text-order.ts';
import type { SearchedSegment } from '../products/product-words.ts';
import type { Query } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { itemsOfAll } from '../segment/word-terms.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';

interface CategoryGroup {
  readonly foldedTitle: string;
  /** Live products of the paths found that spell the title so. */
  readonly spellings: Map<string, number>;
  inStock: number;
}

/** Returns at most `limit` titles, best first. */
export function searchCategories(
  segments: readonly SearchedSegment[],
  query: Query,
  limit: number,
  budget: QueryBudget,
): string[] {
  const groups = new Map<string, CategoryGroup>();
  for (const { live, words } of segments) {
    const terms = words.map((word) => word.terms);
    for (const category of itemsOfAll(live.segment.categoryPostings, terms, budget) ?? []) {
      if (!budget.allows()) break;
      addCategory(groups, live, category, budget);
    }
  }
  return rankCategories(groups, query.folded, limit);
}

/** The categories of all segments, by in-stock products, then by the alphabet; generic ones such as "Other" come last. */
export function strongestCategories(
  segments: readonly LiveSegment[],
  limit: number,
  budget: QueryBudget,
  isGeneric: (foldedTitle: string) => boolean,
): string[] {
  const groups = new Map<string, CategoryGroup>();
  for (const live of segments) {
    for (let category = 0; category < live.segment.categoryPaths.length; category += 1) {
      if (!budget.allows()) break;
      addCategory(groups, live, category, budget);
    }
  }
  return rankCategories(groups, '', limit, isGeneric);
}

function addCategory(
  groups: Map<string, CategoryGroup>,
  live: LiveSegment,
  number: number,
  budget: QueryBudget,
): void {
  budget.spend(stepsOf.categoryMet);
  const products = live.productsOfCategory(number);
  if (products === 0) return;
  const { title, foldedTitle } = live.segment.category(number);
  const group = groups.get(foldedTitle) ?? { foldedTitle, spellings: new Map<string, number>(), inStock: 0 };
  group.inStock += live.inStockOfCategory(number);
  group.spellings.set(title, (group.spellings.get(title) ?? 0) + products);
  groups.set(foldedTitle, group);
}

function rankCategories(
  groups: Map<string, CategoryGroup>,
  foldedQuery: string,
  limit: number,
  isLast: (foldedTitle: string) => boolean = () => false,
): string[] {
  const last = new Set(groups.keys().filter(isLast));
  const top = new TopList<CategoryGroup>(limit, (left, right) => {
    const rightFirst = right.foldedTitle.startsWith(foldedQuery) ? 1 : 0;
    const leftFirst = left.foldedTitle.startsWith(foldedQuery) ? 1 : 0;
    return (
      Number(last.has(left.foldedTitle)) - Number(last.has(right.foldedTitle)) ||
      rightFirst - leftFirst ||
      right.inStock - left.inStock ||
      compareCodePoints(left.foldedTitle, right.foldedTitle)
    );
  });
  for (const group of groups.values()) top.offer(group);
  return top.items.map(({ spellings }) => mostFrequent(spellings));
}
