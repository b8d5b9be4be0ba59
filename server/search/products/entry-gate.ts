/** Which documents of one segment can still enter an answer, told by two comparisons for most of them. */

import { lowerBound } from '../columns/string-column.ts';
import type { TextLift } from '../columns/text-scores.ts';
import type { SegmentPopularity } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { scoreIn } from './popularity-overlay.ts';
import { compareAlphabetically, isInStock, type RankedDocument } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';

const noDocuments = new Uint32Array(0);

/** Stands before the best products so far; what it lets pass is offered to them. */
export class EntryGate {
  readonly #live: LiveSegment;
  readonly #top: ProductTop;
  readonly popularity: SegmentPopularity;
  readonly #lift: TextLift | null;
  /** What has to be beaten, as of the last question. */
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

  /** How popular a document is to who asks. */
  scoreOf(document: number): number {
    return scoreIn(this.popularity, this.#lift, document);
  }

  /** Whether anything of these tiers at best can enter, whatever its popularity and name. */
  isOpen(tiers: number): boolean {
    return !this.#top.isBeyond(tiers);
  }

  /** Whether a document can enter that has these tiers at best. */
  admits(tiers: number, document: number): boolean {
    if (this.#toBeat !== this.#top.toBeat) this.#follow();
    if (tiers !== this.#tiers) return tiers < this.#tiers;
    const score = this.scoreOf(document);
    const scoreToBeat = this.#toBeat?.popularity ?? 0;
    if (score !== scoreToBeat) return score > scoreToBeat;
    if (this.#tieEnd < 0) this.#tieEnd = this.#findTieEnd();
    return document < this.#tieEnd;
  }

  /** Whether neither a document can enter that has these tiers at best, nor any behind it in the alphabet. */
  isShutFrom(tiers: number, document: number): boolean {
    if (this.popularity.byScore.length > 0) return !this.isOpen(tiers);
    return !this.admits(tiers, document);
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
