/**
 * Finds the queries that go worst, with what was shown (5 products) and what was wanted (3), so that people can see why. Pure: it
 * changes no figure. Queries without a value of nDCG@10 are left out; none at all gives an empty list.
 */
// Tests: ./worst-queries.test.ts.
import type { Recording } from './contestant.ts';
import { type JudgedQuery, relevantRating } from './judgments.ts';
import { ndcgAt10 } from './metrics.ts';

/** A product of an answer, or one that should have been in it; unjudged ones have no rating. */
export interface RatedProduct {
  readonly externalId: string;
  /** The external id where the catalog does not have the product. */
  readonly title: string;
  readonly rating: number | null;
}

/** A query that went badly. */
export interface WorstQuery {
  readonly text: string;
  /** nDCG@10. */
  readonly ndcg: number;
  /** The first five of the answer. */
  readonly shown: readonly RatedProduct[];
  /** Relevant products that are not among the first ten, best rated first, three at most. */
  readonly missed: readonly RatedProduct[];
  readonly missedCount: number;
}

const shownMax = 5;
const missedMax = 3;

/** The `count` queries of the lowest nDCG@10, worst first; of equals in the order of the judgments. */
export function findWorstQueries(
  judged: readonly JudgedQuery[],
  recording: Recording,
  titleOf: (externalId: string) => string | undefined,
  count: number,
): WorstQuery[] {
  return judged
    .flatMap((query) => {
      const ndcg = ndcgAt10(query, recording);
      return ndcg === null ? [] : [{ query, ndcg }];
    })
    .sort((left, right) => left.ndcg - right.ndcg)
    .slice(0, count)
    .map(({ query, ndcg }) => describe(query, ndcg, recording, titleOf));
}

function describe(
  { text, ratings }: JudgedQuery,
  ndcg: number,
  recording: Recording,
  titleOf: (externalId: string) => string | undefined,
): WorstQuery {
  const answer = recording.queries.get(text) ?? [];
  const rated = (externalId: string): RatedProduct => ({
    externalId,
    title: titleOf(externalId) ?? externalId,
    rating: ratings.get(externalId) ?? null,
  });
  const first = new Set(answer.slice(0, 10));
  const missed = Array.from(ratings)
    .filter(([externalId, rating]) => rating >= relevantRating && !first.has(externalId))
    .sort(([, left], [, right]) => right - left)
    .map(([externalId]) => externalId);
  return {
    text,
    ndcg,
    shown: answer.slice(0, shownMax).map(rated),
    missed: missed.slice(0, missedMax).map(rated),
    missedCount: missed.length,
  };
}
