/**
 * Finds products (Contract §7): those that hold every word of the query, and where they are too few, those that
 * miss the fewest words.
 */
import type { ProductHit } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { stepsOf } from '../step-budget.ts';
import { PartialMatches } from './partial-matches.ts';
import type { EngineQuestion, ProductQuestion } from './product-question.ts';
import { toHits } from './product-rank.ts';
import { ProductScorer } from './product-scorer.ts';
import { ProductTop } from './product-top.ts';
import type { SearchedSegment } from './product-words.ts';

/** The products of an answer, and whether the prefix graph gave them without the ranking's help. */
export interface FoundProducts {
  readonly hits: readonly ProductHit[];
  readonly fromGraph: boolean;
}

/** At most `limit` products, best first. `synonymsVersion` is that of the query. */
export function searchProducts(
  segments: readonly SearchedSegment[],
  query: Query,
  question: EngineQuestion,
  synonymsVersion: number,
): FoundProducts {
  const top = new ProductTop(question.limit);
  const isPrefix = isOnePrefix(query);
  const left = isPrefix
    ? segments.filter((searched) => !offerListed(searched, query, question, synonymsVersion, top))
    : segments;
  offerWords(left, query, question, top);
  question.budget.spend(top.items.length * stepsOf.productShown);
  const fromGraph = isPrefix && left.every(({ live }) => !live.segment.graph.isHeavy(query.folded));
  return { hits: toHits(top.items), fromGraph };
}

/** Whether the query is the beginning of one word, and nothing else. */
function isOnePrefix({ folded, words: [word, ...others] }: Query): boolean {
  if (word === undefined || others.length > 0) return false;
  return word.own.prefix && word.own.text === folded && word.joined.length === 0;
}

/** Offers what the graph lists for the query; returns whether nothing more of the segment can enter. */
function offerListed(
  { live, words }: SearchedSegment,
  query: Query,
  question: ProductQuestion,
  synonymsVersion: number,
  top: ProductTop,
): boolean {
  const { graph } = live.segment;
  const list = graph.synonymsVersion === synonymsVersion ? graph.find(query.folded) : null;
  if (list === null) return false;
  return new ProductScorer(live, query, words, question, top).offerList(list);
}

/** Offers all that the query finds, those that miss words too where there is room. */
export function offerWords(
  segments: readonly SearchedSegment[],
  query: Query,
  question: ProductQuestion,
  top: ProductTop,
): void {
  const scorers = segments.map(({ live, words }) => new ProductScorer(live, query, words, question, top));
  // Each stream of all segments before the next one, so that the later ones end early.
  for (const scorer of scorers) scorer.offerBegun();
  for (const scorer of scorers) scorer.offerPhrases();
  for (const scorer of scorers) scorer.offerInTitle();
  for (const scorer of scorers) scorer.offerElsewhere();
  if (query.words.length < 2 || top.isDecided(1)) return;
  const partial = segments.map(({ live, words }) => new PartialMatches(live, words, question, top));
  for (let missing = 1; missing < query.words.length && !top.isDecided(missing); missing += 1) {
    for (const matches of partial) matches.offer(missing);
  }
}
