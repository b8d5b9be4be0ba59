/** The best products so far. Streams of candidates overlap: a document that is offered again is not taken again. */

import { TopList } from '../../top-list.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { bestTiersOf, compareRanked, missingWordsOf, type RankedDocument } from './product-rank.ts';

/** A bounded list of candidates, best first. */
export class ProductTop {
  /** The longest answer. */
  readonly limit: number;
  readonly #list: TopList<RankedDocument>;
  /** Documents that entered. One that is pushed out stays here: it comes with the same tiers again, or with worse ones. */
  readonly #entered = new Map<LiveSegment, Set<number>>();

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
    const { tiers, live, document } = candidate;
    if (this.isBeyond(tiers)) return;
    const entered = this.#entered.get(live) ?? new Set();
    if (entered.has(document)) return;
    this.#entered.set(live, entered.add(document));
    this.#list.offer(candidate);
  }

  /** Whether nothing of these tiers can enter, whatever its popularity and name. */
  isBeyond(tiers: number): boolean {
    const { toBeat } = this.#list;
    return toBeat !== undefined && tiers > toBeat.tiers;
  }
}
