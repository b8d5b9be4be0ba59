/** A store as a dry run sees it: what its batches would have written, on top of what the store holds. */
import type { StoreWriter } from '../storage/storage.ts';
import type { Decisions } from './decide-writes.ts';

/** Grows with the batches that were decided. */
export class WouldHold {
  #products = 0;
  #enriched = 0;

  add({ createdRows, enrichmentCount }: Pick<Decisions, 'createdRows' | 'enrichmentCount'>): void {
    this.#products += createdRows;
    this.#enriched += enrichmentCount;
  }

  /** The store as it would be by now, had the batches been written. */
  over<Source extends Pick<StoreWriter, 'store'>>(source: Source): Source {
    const { store } = source;
    const productCount = store.productCount + this.#products;
    const enrichmentCount = store.enrichmentCount + this.#enriched;
    return { ...source, store: { ...store, productCount, enrichmentCount } };
  }
}
