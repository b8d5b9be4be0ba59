/**
 * Follows the ranking settings of one store in the thread that builds its index: reads them when they changed, finds the products that
 * boosts meet, and says what is new. Settings that cannot be read leave the previous ones. It writes nothing; at most 20 boosts.
 */
// Tests: ./index-settings.live.test.ts, test/api/ranking.test.ts.
import type { StoreBoost } from '../../../contract/words/ranking.ts';
import { type BoostableProduct, BoostedProducts } from '../../merchandising/boosted-products.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** The settings by which the thread that answers reads an index. Plain data, to cross a thread. */
export interface ShownRanking {
  readonly hidesOutOfStock: boolean;
  readonly boosts: readonly StoreBoost[];
}

/** The settings of a store that never set any. */
export const usualRanking: ShownRanking = { hidesOutOfStock: false, boosts: [] };

/** New boosts of a store, for the same thread. */
export interface BoostNews {
  readonly storeId: string;
  /** Its map is kept up to date; later news say what changed in it. */
  readonly products: BoostedProducts;
  /** The products whose boosts changed; null for new boosts. */
  readonly changed: readonly string[] | null;
}

/** The ranking settings of one store, as far as the thread has read them. */
export class FollowedRanking {
  readonly #storeId: string;
  readonly #nowMicros: () => number;
  #changeNumber = 0;
  #products: BoostedProducts | null = null;
  #changed: Set<string> | null = new Set();
  shown: ShownRanking = usualRanking;

  /** `nowMicros`: the time, of which the hour counts. */
  constructor(storeId: string, nowMicros: () => number) {
    this.#storeId = storeId;
    this.#nowMicros = nowMicros;
  }

  /** Returns whether the settings are new. */
  async read({
    merchandising,
    collections,
  }: Pick<StoreReader, 'merchandising' | 'collections'>): Promise<boolean> {
    const settings = await merchandising.changedRanking(this.#changeNumber);
    if (settings === null) return false;
    const { hidesOutOfStock, boosts, changeNumber } = settings;
    const products = new BoostedProducts(boosts, this.#nowMicros());
    await products.read(collections);
    this.#changeNumber = changeNumber;
    this.#products = products;
    this.#changed = null;
    this.shown = { hidesOutOfStock, boosts };
    return true;
  }

  take(products: readonly BoostableProduct[]): void {
    for (const product of products) if (this.#products?.take(product)) this.#changed?.add(product.id);
  }

  forget(productIds: readonly string[]): void {
    for (const id of productIds) if (this.#products?.forget(id)) this.#changed?.add(id);
  }

  /** What changed since the last call; null for nothing. */
  takeNews(): BoostNews | null {
    const [products, changed] = [this.#products, this.#changed];
    if (products === null || changed?.size === 0) return null;
    this.#changed = new Set();
    return { storeId: this.#storeId, products, changed: changed && [...changed] };
  }
}
