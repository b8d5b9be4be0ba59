/**
 * The best products so far; a gate that decides, by two comparisons for most documents of a segment, which can still enter; and
 * documents by their highest possible grade, so the highest grades are examined first. It holds at most `limit` products (20 for an
 * answer) and never evicts a better one. Numbers of documents and grades from 0 to 15 are trusted.
 */
// Tests: ./product-top.test.ts.
import { TopList } from '../../structures/top-list.ts';
import { lowerBound } from '../columns/string-column.ts';
import type { TextLift } from '../columns/text-scores.ts';
import type { SegmentPopularity } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { scoreIn } from './popularity-overlay.ts';
import {
  bestTiersOf,
  compareAlphabetically,
  compareRanked,
  isInStock,
  missingWordsOf,
  type RankedDocument,
} from './product-rank.ts';

/** A bounded list of candidates, best first. */
export class ProductTop {
  /** The longest answer. */
  readonly limit: number;
  readonly #list: TopList<RankedDocument>;
  constructor(limit: number) {
    this.limit = limit;
    this.#list = new TopList<RankedDocument>(limit, compareRanked);
  }

  get items(): readonly RankedDocument[] {
    return this.#list.items;
  }

  /** The last product of a full answer, which a further one has to beat; undefined while there is room. */
  get toBeat(): RankedDocument | undefined {
    return this.#list.toBeat;
  }

  /** Whether no product that misses at least `missingWords` words can enter. */
  isDecided(missingWords: number): boolean {
    return this.isBeyond(bestTiersOf(missingWords));
  }

  /** The maximum number of words that a product may miss and still enter, at most `limit`. */
  missingMax(limit: number): number {
    const { toBeat } = this.#list;
    return toBeat === undefined ? limit : Math.min(limit, missingWordsOf(toBeat.tiers));
  }

  offer(candidate: RankedDocument): void {
    if (!this.isBeyond(candidate.tiers) && !this.#holds(candidate)) this.#list.offer(candidate);
  }

  /** One that was pushed out comes with the same tiers again, or with worse ones, and cannot enter. */
  #holds({ live, document }: RankedDocument): boolean {
    const { items } = this.#list;
    for (let place = 0; place < items.length; place += 1) {
      const item = items[place] as RankedDocument;
      if (item.document === document && item.live === live) return true;
    }
    return false;
  }

  /** Whether no product of these tiers can enter, however popular it is. */
  isBeyond(tiers: number): boolean {
    const { toBeat } = this.#list;
    return toBeat !== undefined && tiers > toBeat.tiers;
  }
}

const noDocuments = new Uint32Array(0);

/** Decides which documents may enter the best products so far, and offers those. */
export class EntryGate {
  readonly #live: LiveSegment;
  readonly #top: ProductTop;
  readonly popularity: SegmentPopularity;
  readonly #lift: TextLift | null;
  /** The product that has to be beaten, as of the last question. */
  #toBeat: RankedDocument | undefined;
  #tiers = Number.POSITIVE_INFINITY;
  /** Documents of the same tiers and popularity before this one come first in the alphabet; -1 until it is asked for. */
  #tieEnd = -1;

  /** `text`: the query, folded, for which products may be popular. */
  constructor(live: LiveSegment, top: ProductTop, popularity: SegmentPopularity, text: string) {
    this.#live = live;
    this.#top = top;
    this.popularity = popularity;
    this.#lift = popularity.byText?.find(text) ?? null;
  }

  /** Documents that the query lifts above what is popular for other reasons, the highest first. */
  get lifted(): Uint32Array {
    return this.#lift?.documents ?? noDocuments;
  }

  /** Returns the popularity of a document for this query. */
  scoreOf(document: number): number {
    return scoreIn(this.popularity, this.#lift, document);
  }

  /** Whether a product of these tiers at best can enter, if it is popular enough. */
  isOpen(tiers: number): boolean {
    return !this.#top.isBeyond(tiers);
  }

  /** Whether a document can enter that has these tiers at best. */
  admits(tiers: number, document: number): boolean {
    if (this.#toBeat !== this.#top.toBeat) this.#follow();
    if (tiers !== this.#tiers) return tiers < this.#tiers;
    return this.#admitsScore(tiers, document, this.scoreOf(document));
  }

  #admitsScore(tiers: number, document: number, score: number): boolean {
    if (this.#toBeat !== this.#top.toBeat) this.#follow();
    if (tiers !== this.#tiers) return tiers < this.#tiers;
    const scoreToBeat = this.#toBeat?.popularity ?? 0;
    if (score !== scoreToBeat) return score > scoreToBeat;
    if (this.#tieEnd < 0) this.#tieEnd = this.#findTieEnd();
    return document < this.#tieEnd;
  }

  /** Whether neither a document can enter that has these tiers at best, nor any behind it in the alphabet. */
  isShutFrom(tiers: number, document: number): boolean {
    if (this.popularity.byScore.length > 0) return !this.isOpen(tiers);
    // Some may be lowered, and none is raised.
    return !this.#admitsScore(tiers, document, 0);
  }

  #follow(): void {
    this.#toBeat = this.#top.toBeat;
    this.#tiers = this.#toBeat?.tiers ?? Number.POSITIVE_INFINITY;
    this.#tieEnd = -1;
  }

  #findTieEnd(): number {
    const toBeat = this.#toBeat;
    if (toBeat === undefined) return 0;
    if (toBeat.live === this.#live) return toBeat.document;
    const { inStockCount, documentCount } = this.#live.segment;
    const [start, end] = isInStock(toBeat.tiers) ? [0, inStockCount] : [inStockCount, documentCount];
    return lowerBound(start, end, (document) =>
      compareAlphabetically({ live: this.#live, document }, toBeat),
    );
  }
}

/** Grades are 0 to 15. */
export const gradeCount = 16;
const firstRoom = 256;
/** The room that is kept when buckets are cleared; more is rarely needed. Chosen. */
const keptRoom = 65_536;

/** Documents by their highest possible grade, so that the highest grades are examined first. */
export class GradeBuckets {
  readonly #documents = Array.from({ length: gradeCount }, () => new Uint32Array(firstRoom));
  readonly #counts = new Uint32Array(gradeCount);

  clear(): void {
    this.#counts.fill(0);
    for (const [grade, { length }] of this.#documents.entries()) {
      if (length > keptRoom) this.#documents[grade] = new Uint32Array(firstRoom);
    }
  }

  add(grade: number, document: number): void {
    const count = this.#counts[grade] ?? 0;
    let documents = this.#documents[grade] as Uint32Array;
    if (count === documents.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(documents);
      this.#documents[grade] = larger;
      documents = larger;
    }
    documents[count] = document;
    this.#counts[grade] = count + 1;
  }

  /** Returns the number of documents of a grade. */
  countOf(grade: number): number {
    return this.#counts[grade] ?? 0;
  }

  /** Returns the documents of a grade, in the order in which they were added. Valid until the next {@link clear}. */
  of(grade: number): Uint32Array {
    return (this.#documents[grade] as Uint32Array).subarray(0, this.#counts[grade]);
  }
}
