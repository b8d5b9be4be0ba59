/**
 * What shoppers did, made ready for whoever answers: scores of products are laid over the segments of the store's index
 * here, in the thread that builds, so that hearing of new ones costs a thread that answers nothing.
 */

import type { PlacedPopularity } from '../search/engine.ts';
import { PopularityPlacement } from '../search/popularity-placement.ts';
import type { PublishedIndex } from './index-audience.ts';
import { IntentScores, type Scored } from './intent-scores.ts';
import type { SignalsNotice } from './signals-follower.ts';

/** A version of a store's index, with the scores of its products as of now. */
export interface ShownIndex extends PublishedIndex {
  readonly popularity: readonly PlacedPopularity[];
}

/** New scores of a store, those of its products over the index that was published last. Plain data, to cross a thread. */
export interface ShownSignals extends Omit<SignalsNotice, 'products' | 'intents'> {
  readonly popularity: readonly PlacedPopularity[];
}

/** What is known of one store. */
interface KnownStore {
  readonly placement: PopularityPlacement;
  intents: IntentScores;
  queries: readonly Scored[];
}

/** Stores whose indexes or scores were told. */
export class StorePopularity {
  readonly #stores = new Map<string, KnownStore>();

  /** The same index with its scores. */
  show(index: PublishedIndex): ShownIndex {
    const { placement } = this.#knownOf(index.storeId);
    placement.meet(index.snapshot.segments);
    return { ...index, popularity: placement.placed() };
  }

  /** The same scores over the store's index. */
  tell({ products, intents, ...notice }: SignalsNotice): ShownSignals {
    const known = this.#knownOf(notice.storeId);
    const { placement } = known;
    if (notice.isWhole) {
      placement.replace(products);
      known.intents = new IntentScores();
    } else placement.change(products);
    known.queries = notice.queries ?? known.queries;
    known.intents.change(intents);
    if (notice.isWhole || notice.queries !== null || intents.length > 0) {
      placement.setTexts(known.intents.byText(known.queries));
    }
    return { ...notice, popularity: placement.placed() };
  }

  /** The store's index leaves memory. */
  drop(storeId: string): void {
    this.#stores.delete(storeId);
  }

  #knownOf(storeId: string): KnownStore {
    const known = this.#stores.get(storeId);
    if (known !== undefined) return known;
    const store = { placement: new PopularityPlacement(), intents: new IntentScores(), queries: [] };
    this.#stores.set(storeId, store);
    return store;
  }
}
