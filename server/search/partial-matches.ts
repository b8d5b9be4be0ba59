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
import { sameRanks } from './posting-table.ts';
import { packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';

/** So many documents are tried by themselves before a long list is made: often the answer is full by then. Chosen. */
const triedFirst = 256;

/** Offers products that miss words. */
export class PartialMatches {
  readonly #live: LiveSegment;
  /** The rarest first. */
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;
  /** Places of the words of each run. */
  readonly #runs: readonly (readonly number[])[];

  constructor(live: LiveSegment, words: readonly ProductWord[], signals: Signals, top: ProductTop) {
    this.#live = live;
    this.#words = words.toSorted((left, right) => left.heldMax - right.heldMax);
    this.#top = top;
    this.#popularity = popularityOf(live.segment, signals.products);
    this.#scan = new DocumentScan(live.segment, this.#words);
    const places = Array.from(this.#words.keys());
    this.#runs = Array.from(Map.groupBy(places, (place) => this.#words[place]?.run).values());
  }

  /** Offers products with popularity; {@link PartialMatches.offer} looks at those without. */
  offerPopular(): void {
    for (const [document, popularity] of this.#popularity) {
      if (this.#live.isLive(document)) this.#offer(document, 0, popularity);
    }
  }

  /**
   * Offers the products of the word that `rarer` words are rarer than, but for those of the rarer words, which were
   * offered before: they miss at least so many words.
   */
  offer(rarer: number): void {
    const word = this.#words[rarer];
    if (word === undefined || word.heldMax === 0) return;
    const isLong = !word.isListed && word.heldMax > triedFirst;
    if (isLong && this.#walk(sameRanks(Math.min(triedFirst, this.#live.segment.documentCount)), rarer))
      return;
    const documents = word.held();
    for (const other of this.#words) other.expectLookUps(documents.length);
    this.#walk(documents, rarer);
  }

  /** Offers documents, ascending; returns whether no later one can enter. */
  #walk(documents: Uint32Array, rarer: number): boolean {
    const missing = Math.max(rarer, 1);
    const gradeMax = this.#gradeMax(rarer);
    for (const document of documents) {
      const inStock = document < this.#live.segment.inStockCount;
      const best = packTiers(missing, inStock, false, false, gradeMax);
      if (this.#top.isClosed(best, this.#live, document)) return true;
      if (this.#live.isLive(document) && !this.#popularity.has(document)) this.#offer(document, rarer, 0);
    }
    return false;
  }

  /** The highest grade of a product that holds none of the rarer words. */
  #gradeMax(rarer: number): number {
    if (rarer === 0) return gradeOfMissingMax;
    const best = Uint8Array.from(this.#words, (word, index) =>
      index < rarer ? 0 : uniteValues(word.bestInTitle, word.bestElsewhere),
    );
    return gradeIntent(best, best.length, standing.scattered);
  }

  #offer(document: number, rarer: number, popularity: number): void {
    const count = this.#words.length;
    const { values } = this.#scan;
    // Who holds all words was offered before, and who holds a rarer one at its turn.
    const most = this.#scan.countHeld(document, count - this.#top.missingMax(count - 1));
    if (most === 0 || most === count) return;
    for (let index = 0; index < rarer; index += 1) if (values[index] !== 0) return;
    const held = this.#dropScraps();
    if (held === 0) return;
    const inStock = document < this.#live.segment.inStockCount;
    const intent = gradeIntent(values, count, standing.scattered);
    const tiers = packTiers(count - held, inStock, false, false, intent);
    this.#top.offer({ tiers, popularity, live: this.#live, document });
  }

  /**
   * A few pairs of characters in common are no word in common: what is held of a run without spaces counts for nothing
   * unless it is more than half of the run. Returns how many words are held then.
   */
  #dropScraps(): number {
    const { values } = this.#scan;
    let total = 0;
    for (const run of this.#runs) {
      const held = run.filter((index) => values[index] !== 0).length;
      if (held * 2 > run.length) total += held;
      else for (const index of run) values[index] = 0;
    }
    return total;
  }
}
