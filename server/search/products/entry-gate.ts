/** Which documents of one segment can still enter an answer, told by two comparisons for most of them. */

import { lowerBound } from '../columns/string-column.ts';
import type { SegmentPopularity } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { compareAlphabetically, isInStock, type RankedDocument } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';

/** Stands before the best products so far; what it lets pass is offered to them. */
export class EntryGate {
  readonly #live: LiveSegment;
  readonly #top: ProductTop;
  readonly #popularity: SegmentPopularity;
  /** What has to be beaten, as of the last question. */
  #toBeat: RankedDocument | undefined;
  #tiers = Number.POSITIVE_INFINITY;
  /** Documents of the same tiers and popularity before this one come first in the alphabet; -1 until it is asked for. */
  #tieEnd = -1;

  constructor(live: LiveSegment, top: ProductTop, popularity: SegmentPopularity) {
    this.#live = live;
    this.#top = top;
    this.#popularity = popularity;
  }

  /** Whether anything of these tiers at best can enter, whatever its popularity and name. */
  isOpen(tiers: number): boolean {
    return !this.#top.isBeyond(tiers);
  }

  /** Whether a document can enter that has these tiers at best. */
  admits(tiers: number, document: number): boolean {
    if (this.#toBeat !== this.#top.toBeat) this.#follow();
    if (tiers !== this.#tiers) return tiers < this.#tiers;
    const score = this.#popularity.scores[document] ?? 0;
    const scoreToBeat = this.#toBeat?.popularity ?? 0;
    if (score !== scoreToBeat) return score > scoreToBeat;
    if (this.#tieEnd < 0) this.#tieEnd = this.#findTieEnd();
    return document < this.#tieEnd;
  }

  /** Whether neither a document can enter that has these tiers at best, nor any behind it in the alphabet. */
  isShutFrom(tiers: number, document: number): boolean {
    if (this.#popularity.byScore.length > 0) return !this.isOpen(tiers);
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
