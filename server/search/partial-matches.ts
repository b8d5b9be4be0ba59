/**
 * Products of one segment that miss words of a query (Contract §7): those that miss the fewest first.
 *
 * Whoever misses at most n words holds one of any n + 1 of them: so the products of the rarest word are looked at
 * first, then those of the next one, and so on; what was not met by then misses more words than were asked for.
 */
import { DocumentScan } from './document-scan.ts';
import type { Signals } from './engine.ts';
import { gradeIntent, gradeOfMissingMax, standing, uniteValues } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { popularityOf, type SegmentPopularity } from './popularity-overlay.ts';
import { packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';

/** Offers products that miss words. */
export class PartialMatches {
  readonly #live: LiveSegment;
  /** The rarest first, faint ones last: their products are looked at for their other words only. */
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;

  constructor(live: LiveSegment, words: readonly ProductWord[], signals: Signals, top: ProductTop) {
    this.#live = live;
    this.#words = words.toSorted(
      (left, right) => Number(left.isFaint) - Number(right.isFaint) || left.heldMax - right.heldMax,
    );
    this.#top = top;
    this.#popularity = popularityOf(live.segment, signals.products);
    this.#scan = new DocumentScan(live.segment, this.#words);
  }

  /**
   * Offers the products of the word that `rarer` words are rarer than, but for those of the rarer words, which were
   * offered before: they miss at least so many words. One or two letters alone are no match.
   */
  offer(rarer: number): void {
    const word = this.#words[rarer];
    if (word === undefined || word.isFaint) return;
    const missing = Math.max(rarer, 1);
    const documents = word.held();
    for (const other of this.#words) other.expectLookUps(documents.length);
    const gradeMax = this.#gradeMax(rarer);
    for (const document of documents) {
      const inStock = document < this.#live.segment.inStockCount;
      const best = packTiers(missing, inStock, false, false, gradeMax);
      const isClosed = this.#popularity.size === 0 && this.#top.isClosed(best, this.#live, document);
      if (isClosed || this.#top.isBeyond(best)) break;
      if (this.#live.isLive(document)) this.#offer(document, rarer);
    }
  }

  /** The highest grade of a product that holds none of the rarer words. */
  #gradeMax(rarer: number): number {
    if (rarer === 0) return gradeOfMissingMax;
    const best = Uint8Array.from(this.#words, (word, index) =>
      index < rarer ? 0 : uniteValues(word.bestInTitle, word.bestElsewhere),
    );
    return gradeIntent(best, best.length, standing.scattered);
  }

  #offer(document: number, rarer: number): void {
    const count = this.#words.length;
    const held = this.#scan.countHeld(document, count - this.#top.missingMax(count - 1));
    const { values } = this.#scan;
    // Who holds all words was offered before, and who holds a rarer one at its turn.
    if (held === 0 || held === count) return;
    for (let index = 0; index < rarer; index += 1) if (values[index] !== 0) return;
    const inStock = document < this.#live.segment.inStockCount;
    const tiers = packTiers(
      count - held,
      inStock,
      false,
      false,
      gradeIntent(values, count, standing.scattered),
    );
    this.#top.offer({ tiers, popularity: this.#popularity.get(document) ?? 0, live: this.#live, document });
  }
}
