/**
 * Finds products (Contract §7): those that hold every word of the query, and where they are too few, those that
 * miss the fewest words.
 */
import type { ProductHit } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { PartialMatches } from './partial-matches.ts';
import type { EngineQuestion, ProductQuestion } from './product-question.ts';
import { missingWordsOf, toHits } from './product-rank.ts';
import { ProductScorer } from './product-scorer.ts';
import { ProductTop } from './product-top.ts';
import type { SearchedSegment } from './product-words.ts';

/** One search for products. Those that hold every word are found at once, those that miss some by `fill`. */
export class ProductSearch {
  /** Whether the prefix graph gave all that it should have given, so that nothing had to be ranked. */
  readonly fromGraph: boolean;
  readonly #segments: readonly SearchedSegment[];
  readonly #query: Query;
  readonly #question: EngineQuestion;
  readonly #top: ProductTop;

  /** `synonymsVersion` is that of the query. */
  constructor(
    segments: readonly SearchedSegment[],
    query: Query,
    question: EngineQuestion,
    synonymsVersion: number,
  ) {
    const top = new ProductTop(question.limit);
    const isPrefix = isOnePrefix(query);
    this.#segments = isPrefix
      ? segments.filter((searched) => !offerListed(searched, query, question, synonymsVersion, top))
      : segments;
    this.#query = query;
    this.#question = question;
    this.#top = top;
    offerMet(this.#segments, query, question, top);
    this.fromGraph =
      isPrefix && this.#segments.every(({ live }) => !live.segment.graph.isHeavy(query.folded));
  }

  /** Whether a product holds every word of the query. */
  get isMet(): boolean {
    const [best] = this.#top.items;
    return best !== undefined && missingWordsOf(best.tiers) === 0;
  }

  /** Where there is room, takes products that miss words, the fewest first. */
  fill(budget: QueryBudget = this.#question.budget): void {
    offerPartial(this.#segments, this.#query, { ...this.#question, budget }, this.#top);
  }

  /** At most as many products as were asked for, best first. */
  hits(): ProductHit[] {
    this.#question.budget.spend(this.#top.items.length * stepsOf.productShown);
    return toHits(this.#top.items);
  }
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
  offerMet(segments, query, question, top);
  offerPartial(segments, query, question, top);
}

/** Offers what holds every word. */
function offerMet(
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
}

function offerPartial(
  segments: readonly SearchedSegment[],
  { words }: Query,
  question: ProductQuestion,
  top: ProductTop,
): void {
  if (words.length < 2 || top.isDecided(1)) return;
  const partial = segments.map(({ live, words: found }) => new PartialMatches(live, found, question, top));
  for (let missing = 1; missing < words.length && !top.isDecided(missing); missing += 1) {
    for (const matches of partial) matches.offer(missing);
  }
}
