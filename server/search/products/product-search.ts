/**
 * Finds products (Contract §7): those with every word of the query and, if these are too few, those that miss the fewest words; for a
 * blank query (§4.7 discovery) products in stock, the most popular first, then the newest; and products by their ids. It never changes
 * the index and reads no clock. A spent budget ends the search with the best products so far; unknown ids are passed over.
 */
// Tests: test/search/matching.test.ts, test/search/ranking.test.ts.

import type { ProductHit, Signals } from '../engine.ts';
import { isOnePrefix, mayBeListed, type Query } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { popularityOf } from './popularity-overlay.ts';
import type { EngineQuestion, ProductQuestion } from './product-question.ts';
import {
  missingOneWord,
  missingWordsOf,
  packTiers,
  type RankedDocument,
  takeOnePlace,
  toHits,
} from './product-rank.ts';
import { AnswerTop, PlaceCount, type ProductTop } from './product-top.ts';
import type { SearchedSegment } from './product-words.ts';
import { SegmentProducts } from './segment-products.ts';

/** One search for products. It finds those with every word at once, and those that miss words in `fill`. */
export class ProductSearch {
  /** Whether the prefix graph gave all that it should have given, so that nothing had to be ranked. */
  readonly fromGraph: boolean;
  readonly #segments: readonly SegmentProducts[];
  readonly #query: Query;
  readonly #question: EngineQuestion;
  readonly #top: ProductTop;
  /** The products that come before all those that this search finds itself. */
  readonly #first: readonly RankedDocument[];

  /**
   * `synonymsVersion` is that of the query. Products that `before` found with all words come first, and those found here beside them
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
    const top = new AnswerTop(question.limit, question.isAlone);
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

  /** Takes products that miss words while there is room, those that miss fewest first. */
  fill(budget: QueryBudget = this.#question.budget): void {
    offerMissing(this.#segments, this.#query.words.length, this.#top, budget);
  }

  /** Returns at most as many products as the question asks for, best first. */
  hits(): ProductHit[] {
    const items = this.#items();
    this.#question.budget.spend(items.length * stepsOf.productShown);
    return toHits(items);
  }

  #items(): readonly RankedDocument[] {
    const { items } = this.#top;
    if (this.#first.length === 0) return items;
    const isFirst = (item: RankedDocument) => this.#first.some((one) => takeOnePlace(one, item));
    const others = items
      .filter((item) => !isFirst(item))
      .map((item) => ({ ...item, tiers: missingOneWord(item.tiers) }));
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

/** Offers all products that the query finds, including those that miss words if there is room. */
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

/** A blank query misses nothing and meets nothing. */
const discoveryTiers = packTiers(0, true, false, false, 0);

/** Returns at most `limit` products, best first. Reads only each segment's newest documents and those with popularity. */
export function discoverProducts(
  segments: readonly LiveSegment[],
  { limit, signals, budget, isAlone }: Pick<EngineQuestion, 'limit' | 'signals' | 'budget' | 'isAlone'>,
): ProductHit[] {
  const top = new AnswerTop(limit, isAlone, compareDiscovered);
  const offer = (live: LiveSegment, document: number, popularity: number, boosts: number) => {
    const group = top.groupOf(live, document);
    top.offer({ tiers: discoveryTiers, popularity, boosts, live, document, group });
  };
  for (const live of segments) {
    const { segment } = live;
    const { scores, byScore, boosted } = popularityOf(live, signals);
    for (const document of byScore) {
      if (!budget.allows()) break;
      budget.spend(1);
      const score = scores[document] ?? 0;
      // The rest is less popular than the last of a full answer.
      if (top.toBeat !== undefined && score < top.toBeat.popularity) break;
      if (document >= segment.inStockCount || !live.isLive(document)) continue;
      offer(live, document, score, boosted[document] ?? 0);
    }
    const places = new PlaceCount(limit);
    for (const document of segment.newestDocuments) {
      if (places.areTaken || !budget.allows()) break;
      budget.spend(1);
      const score = scores[document] ?? 0;
      if (score > 0 || !live.isLive(document)) continue;
      offer(live, document, score, boosted[document] ?? 0);
      // An older product ranks before one that is lowered.
      if (score === 0) places.add(top.groupOf(live, document));
    }
  }
  return toHits(top.items);
}

/** Finds the live products in stock among ids. O(log n) each. */
export function findByIds(
  segments: readonly LiveSegment[],
  productIds: readonly string[],
  signals: Signals,
): Map<string, ProductHit> {
  const found: RankedDocument[] = [];
  for (const productId of productIds) {
    const id = Buffer.from(productId);
    for (const live of segments) {
      const document = live.findLiveDocument(id);
      if (document < 0 || document >= live.segment.inStockCount) continue;
      const { scores, boosted } = popularityOf(live, signals);
      const [popularity, boosts] = [scores[document] ?? 0, boosted[document] ?? 0];
      found.push({ tiers: discoveryTiers, popularity, boosts, live, document, group: 0 });
    }
  }
  return new Map(toHits(found).map((hit) => [hit.productId, hit]));
}

function compareDiscovered(left: RankedDocument, right: RankedDocument): number {
  const { segment } = left.live;
  const { segment: other } = right.live;
  return (
    right.popularity - left.popularity ||
    (other.createdAt[right.document] ?? 0) - (segment.createdAt[left.document] ?? 0) ||
    segment.externalIds.compare(left.document, other.externalIds, right.document)
  );
}
