/**
 * Finds the results that no judge has marked: it counts as irrelevant, so people read it before they believe a loss. The first ten
 * products of a query are looked at. Pure: it changes no figure, and without unjudged products the list is empty.
 */
// Tests: ./unjudged.test.ts.
import type { Recording } from './contestant.ts';
import type { JudgedQuery } from './judgments.ts';

/** The fields of a product that a reader is shown. */
export interface ShownProduct {
  readonly title: string;
  readonly category: string | null;
}

/** An unjudged product of an answer. */
export interface UnjudgedProduct extends ShownProduct {
  /** Its place in the answer, from 1. */
  readonly place: number;
  readonly externalId: string;
}

/** A query with products among its first ten that have no judgment. */
export interface UnjudgedQuery {
  readonly text: string;
  readonly products: readonly UnjudgedProduct[];
}

/** The `count` queries with most unjudged products among the first ten; of equals in the order of the judgments. */
export function findUnjudged(
  judged: readonly JudgedQuery[],
  recording: Recording,
  productOf: (externalId: string) => ShownProduct | undefined,
  count: number,
): UnjudgedQuery[] {
  return judged
    .map(({ text, ratings }) => ({
      text,
      products: (recording.queries.get(text) ?? []).slice(0, 10).flatMap((externalId, index) => {
        if (ratings.has(externalId)) return [];
        const { title, category } = productOf(externalId) ?? { title: externalId, category: null };
        return [{ place: index + 1, externalId, title, category }];
      }),
    }))
    .filter(({ products }) => products.length > 0)
    .sort((one, other) => other.products.length - one.products.length)
    .slice(0, count);
}
