/**
 * Finds products (Contract §7): those that hold every word of the query, and where they are too few, those that
 * miss the fewest words.
 */
import type { ProductHit } from '../engine.ts';
import { isOnePrefix, mayBeListed, type Query } from '../query/query.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import type { EngineQuestion, ProductQuestion } from './product-question.ts';
import { lackingOne, missingWordsOf, type RankedDocument, toHits } from './product-rank.ts';
import { ProductTop } from './product-top.ts';
import type { SearchedSegment } from './product-words.ts';
import { SegmentProducts } from './segment-products.ts';

/** One search for products. Those that hold every word are found at once, those that miss some by `fill`. */
export class ProductSearch {
  /** Whether the prefix graph gave all that it should have given, so that nothing had to be ranked. */
  readonly fromGraph: boolean;
  readonly #segments: readonly SegmentProducts[];
  readonly #query: Query;
  readonly #question: EngineQuestion;
  readonly #top: ProductTop;
  /** What comes before all that is found here. */
  readonly #first: readonly RankedDocument[];

  /**
   * `synonymsVersion` is that of the query. What `before` found with all words comes first, and what is found here beside it
   * counts as lacking one.
   */
  constructor(
    segments: readonly SearchedSegment[],
    query: Query,
    question: EngineQuestion,
    synonymsVersion: number,
    before: ProductSearch | null = null,
  ) {
    this.#first = before?.wholeItems ?? [];
    const top = new ProductTop(question.limit);
    const isPrefix = isOnePrefix(query);
    const isFull = this.#first.length === question.limit;
    const left = isFull
      ? []
      : mayBeListed(query)
        ? segments.filter((searched) => !offerListed(searched, query, question, synonymsVersion, top))
        : segments;
    this.#query = query;
    this.#question = question;
    this.#top = top;
    this.#segments = offerWhole(left, query, question, top);
    this.fromGraph = isPrefix && left.every(({ live }) => !live.segment.graph.isHeavy(query.folded));
  }

  /** Whether a product holds every word of the query. */
  get isMet(): boolean {
    return this.#first.length > 0 || this.wholeItems.length > 0;
  }

  /** Products that hold every word, best first. */
  get wholeItems(): readonly RankedDocument[] {
    return this.#top.items.filter(({ tiers }) => missingWordsOf(tiers) === 0);
  }

  /** Where there is room, takes products that miss words, the fewest first. */
  fill(budget: QueryBudget = this.#question.budget): void {
    offerMissing(this.#segments, this.#query.words.length, this.#top, budget);
  }

  /** At most as many products as were asked for, best first. */
  hits(): ProductHit[] {
    const items = this.#items();
    this.#question.budget.spend(items.length * stepsOf.productShown);
    return toHits(items);
  }

  #items(): readonly RankedDocument[] {
    const { items } = this.#top;
    if (this.#first.length === 0) return items;
    const isFirst = ({ live, document }: RankedDocument) =>
      this.#first.some((one) => one.live === live && one.document === document);
    const others = items
      .filter((item) => !isFirst(item))
      .map((item) => ({ ...item, tiers: lackingOne(item.tiers) }));
    return [...this.#first, ...others].slice(0, this.#question.limit);
  }
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
  return new SegmentProducts(live, query, words, question, top).offerList(list);
}

/** Offers all that the query finds, those that miss words too where there is room. */
export function offerWords(
  segments: readonly SearchedSegment[],
  query: Query,
  question: ProductQuestion,
  top: ProductTop,
): void {
  offerMissing(offerWhole(segments, query, question, top), query.words.length, top, question.budget);
}

/** Offers what holds every word. */
function offerWhole(
  segments: readonly SearchedSegment[],
  query: Query,
  question: ProductQuestion,
  top: ProductTop,
): SegmentProducts[] {
  const searched = segments.map(({ live, words }) => new SegmentProducts(live, query, words, question, top));
  // The best of all segments before the rest, which then ends early.
  for (const products of searched) products.offerCodes();
  for (const products of searched) products.offerWhole();
  return searched;
}

/** Offers what misses words, the fewest first. */
function offerMissing(
  segments: readonly SegmentProducts[],
  wordCount: number,
  top: ProductTop,
  budget: QueryBudget,
): void {
  for (let missing = 1; missing < wordCount && !top.isDecided(missing); missing += 1) {
    for (const products of segments) products.offerMissing(missing, budget);
  }
}
