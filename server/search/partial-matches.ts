/**
 * Products of one segment that miss words of a query (Contract §7): those that miss the fewest first.
 *
 * Whoever misses at most n words holds one of any n + 1 of them: so the products of the rarest word are looked at
 * first, then those of the next one, and so on; what was not met by then misses more words than were asked for.
 */
import { DocumentScan } from './document-scan.ts';
import type { Signals } from './engine.ts';
import { EntryGate } from './entry-gate.ts';
import { walkByGrade } from './grade-walk.ts';
import { gradeElsewhereMax, gradeIntent, standing, uniteValues } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { popularityOf, type SegmentPopularity } from './popularity-overlay.ts';
import { packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';

/** Offers products that miss words. */
export class PartialMatches {
  readonly #live: LiveSegment;
  /** The rarest first. */
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #gate: EntryGate;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;
  /** Places of the words of each run. */
  readonly #runs: readonly (readonly number[])[];

  constructor(live: LiveSegment, words: readonly ProductWord[], signals: Signals, top: ProductTop) {
    this.#live = live;
    this.#words = words.toSorted((left, right) => left.heldMax - right.heldMax);
    this.#top = top;
    this.#gate = new EntryGate(live, top);
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
    const missing = Math.max(rarer, 1);
    // Who holds the word of the stream may hold all that are less rare.
    const best = Array.from(this.#words, (other, index) =>
      index < rarer ? 0 : uniteValues(other.bestInTitle, other.bestElsewhere),
    );
    walkByGrade([...word.titleStreams(), ...word.otherStreams()], this.#live.segment.inStockCount, {
      gate: this.#gate,
      gradeMaxOf: (value) => {
        const grade = gradeIntent(Uint8Array.from(best.with(rarer, value)), best.length, standing.scattered);
        return Math.min(grade, gradeElsewhereMax);
      },
      tiersOf: (grade, inStock) => packTiers(missing, inStock, false, false, grade),
      visit: (document) => {
        if (this.#live.isLive(document) && !this.#popularity.has(document)) this.#offer(document, rarer, 0);
      },
    });
  }

  #offer(document: number, rarer: number, popularity: number): void {
    const count = this.#words.length;
    const { values } = this.#scan;
    // Who holds all words was offered before, and who holds a rarer one at its turn.
    const least = count - this.#top.missingMax(count - 1);
    const most = this.#scan.countHeld(document, least);
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
