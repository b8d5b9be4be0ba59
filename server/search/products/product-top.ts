/** The best products so far. Streams of candidates overlap: a document that is offered again is not taken again. */

import { TopList } from '../../top-list.ts';
import { bestTiersOf, compareRanked, missingWordsOf, type RankedDocument } from './product-rank.ts';

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

  /** Whether nothing that misses so many words or more can enter. */
  isDecided(missingWords: number): boolean {
    return this.isBeyond(bestTiersOf(missingWords));
  }

  /** The most words that a product may miss to enter, at most `limit`. */
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

  /** Whether nothing of these tiers can enter, whatever its popularity and name. */
  isBeyond(tiers: number): boolean {
    const { toBeat } = this.#list;
    return toBeat !== undefined && tiers > toBeat.tiers;
  }
}
