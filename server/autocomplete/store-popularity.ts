/**
 * What shoppers did, made ready for whoever answers: scores of products are laid over the segments of the store's index
 * here, in the thread that builds, so that hearing of new ones costs a thread that answers nothing.
 */

import type { PlacedPopularity } from '../search/engine.ts';
import { PopularityPlacement } from '../search/popularity-placement.ts';
import type { PublishedIndex } from './index-audience.ts';
import type { SignalsNotice } from './signals-follower.ts';

/** A version of a store's index, with the scores of its products as of now. */
export interface ShownIndex extends PublishedIndex {
  readonly popularity: readonly PlacedPopularity[];
}

/** New scores of a store, those of its products over the index that was published last. Plain data, to cross a thread. */
export interface ShownSignals extends Omit<SignalsNotice, 'products'> {
  readonly popularity: readonly PlacedPopularity[];
}

/** Stores whose indexes or scores were told. */
export class StorePopularity {
  readonly #stores = new Map<string, PopularityPlacement>();

  /** The same index with its scores. */
  show(index: PublishedIndex): ShownIndex {
    const placement = this.#placementOf(index.storeId);
    placement.meet(index.snapshot.segments);
    return { ...index, popularity: placement.placed() };
  }

  /** The same scores over the store's index. */
  tell({ products, ...notice }: SignalsNotice): ShownSignals {
    const placement = this.#placementOf(notice.storeId);
    if (notice.isWhole) placement.replace(products);
    else placement.change(products);
    return { ...notice, popularity: placement.placed() };
  }

  /** The store's index leaves memory. */
  drop(storeId: string): void {
    this.#stores.delete(storeId);
  }

  #placementOf(storeId: string): PopularityPlacement {
    const known = this.#stores.get(storeId);
    if (known !== undefined) return known;
    const placement = new PopularityPlacement();
    this.#stores.set(storeId, placement);
    return placement;
  }
}
