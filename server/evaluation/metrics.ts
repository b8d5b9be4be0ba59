/**
 * The measures of relevance, each a number for one judged query. A query that a measure says nothing about has null
 * and is left out of its mean, for every engine alike.
 *
 * nDCG: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002), with the gain 2^rating − 1 of Burges et al.,
 * Learning to rank using gradient descent (2005). Unjudged products count as irrelevant. Values are shares from 0 to 1, but for
 * letters. Pure; nothing throws, and no measure looks at time.
 */
// Tests: ./metrics.test.ts.
import { beginningsOf, type Recording, typingLimit } from './contestant.ts';
import { type JudgedQuery, relevantRating } from './judgments.ts';

/** A measure: its name for programs and for people, and how to read it. */
export interface Metric {
  readonly key: MetricKey;
  readonly label: string;
  readonly better: 'higher' | 'lower';
  /** Decimals that mean something. */
  readonly digits: number;
  of(query: JudgedQuery, recording: Recording): number | null;
}

/** The names of the measures for programs. */
export type MetricKey =
  | 'ndcg_at_10'
  | 'mrr_at_5'
  | 'success_at_5'
  | 'recall'
  | 'no_result'
  | 'keystrokes'
  | 'judged_at_10';

/** Every measure, in the order of the report; `limit` is how many products were asked of each query. */
export function createMetrics(limit: number): readonly Metric[] {
  const metric = (key: MetricKey, label: string, of: Metric['of'], shape: Partial<Metric> = {}): Metric => ({
    key,
    label,
    better: 'higher',
    digits: 3,
    of,
    ...shape,
  });
  const lower = { better: 'lower' } as const;
  return [
    metric('ndcg_at_10', 'nDCG@10', ndcgAt10),
    metric('mrr_at_5', 'MRR@5', reciprocalRankAt5),
    metric('success_at_5', 'success@5', (query, recording) => {
      const reciprocalRank = reciprocalRankAt5(query, recording);
      return reciprocalRank === null ? null : Math.sign(reciprocalRank);
    }),
    metric('recall', `recall@${limit}`, recall),
    metric(
      'no_result',
      'no result',
      (query, recording) => (answerOf(query, recording).length === 0 ? 1 : 0),
      lower,
    ),
    metric('keystrokes', 'keystrokes', keystrokes, { ...lower, digits: 2 }),
    metric('judged_at_10', 'judged@10', judgedShareAt10),
  ];
}

/** The gain of the first ten products over that of the best ten; null where no product has any gain. */
export function ndcgAt10(query: JudgedQuery, recording: Recording): number | null {
  const best = Array.from(query.ratings.values()).sort((a, b) => b - a);
  const ideal = discountedGain(best);
  if (ideal === 0) return null;
  return discountedGain(answerOf(query, recording).map((id) => ratingOf(query, id))) / ideal;
}

function discountedGain(ratings: readonly number[]): number {
  return ratings
    .slice(0, 10)
    .reduce((total, rating, index) => total + (2 ** rating - 1) / Math.log2(index + 2), 0);
}

/** One over the place of the first relevant product among five, 0 without one; null where none is relevant. */
function reciprocalRankAt5(query: JudgedQuery, recording: Recording): number | null {
  if (relevantCount(query) === 0) return null;
  const index = answerOf(query, recording)
    .slice(0, 5)
    .findIndex((id) => isRelevant(query, id));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** The part of the relevant products that was found; null where none is relevant. */
function recall(query: JudgedQuery, recording: Recording): number | null {
  const relevant = relevantCount(query);
  if (relevant === 0) return null;
  return answerOf(query, recording).filter((id) => isRelevant(query, id)).length / relevant;
}

/**
 * Letters typed until a relevant product is among the first five, the length and one more where it never is; null
 * where none is relevant.
 */
function keystrokes(query: JudgedQuery, { beginnings }: Recording): number | null {
  if (relevantCount(query) === 0) return null;
  const typed = beginningsOf(query.text);
  const index = typed.findIndex((text) =>
    (beginnings.get(text) ?? []).slice(0, typingLimit).some((id) => isRelevant(query, id)),
  );
  return index < 0 ? typed.length + 1 : index + 1;
}

/** The share of the first ten products that people have judged at all; null without an answer. */
function judgedShareAt10(query: JudgedQuery, recording: Recording): number | null {
  const answer = answerOf(query, recording).slice(0, 10);
  if (answer.length === 0) return null;
  return answer.filter((id) => query.ratings.has(id)).length / answer.length;
}

function answerOf(query: JudgedQuery, { queries }: Recording): readonly string[] {
  return queries.get(query.text) ?? [];
}

function ratingOf(query: JudgedQuery, id: string): number {
  return query.ratings.get(id) ?? 0;
}

function isRelevant(query: JudgedQuery, id: string): boolean {
  return ratingOf(query, id) >= relevantRating;
}

/** Relevant products that people found for the query, in the catalog or not. */
function relevantCount(query: JudgedQuery): number {
  return Array.from(query.ratings.values()).filter((rating) => rating >= relevantRating).length;
}
