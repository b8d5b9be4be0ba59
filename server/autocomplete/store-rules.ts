/**
 * The merchandising of one store in the thread that follows it: the rules as the database has them, and which products
 * they name now. Told only when either changed, so that writes of a store without rules cost nothing.
 */
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { NamedProducts, type ProductsByName } from '../merchandising/named-products.ts';
import type { NamableProduct } from '../storage/merchandising.ts';
import type { StoreReader } from '../storage/storage.ts';

/** The rules of a store, all of them. Plain data, to cross a thread. */
export interface RulesNotice {
  readonly storeId: string;
  readonly rules: readonly MerchandisingRule[];
  readonly products: ProductsByName;
}

type Reader = Pick<StoreReader, 'changedMerchandising' | 'namableProducts' | 'namedProducts'>;

/** See the head of the file. */
export class StoreRules {
  readonly #storeId: string;
  /** Up to which change the rules are known. */
  #changeNumber = 0;
  #rules: readonly MerchandisingRule[] = [];
  #named = new NamedProducts([]);
  #isNew = false;

  constructor(storeId: string) {
    this.#storeId = storeId;
  }

  /** Before the products that changed, which may be named. */
  async read(reader: Reader): Promise<void> {
    const changed = await reader.changedMerchandising(this.#changeNumber);
    if (changed === null) return;
    const named = new NamedProducts(changed.rules);
    await named.read(reader);
    this.#changeNumber = changed.changeNumber;
    this.#rules = changed.rules;
    this.#named = named;
    this.#isNew = true;
  }

  take(products: readonly NamableProduct[]): void {
    if (this.#rules.length === 0) return;
    for (const product of products) this.#isNew = this.#named.take(product) || this.#isNew;
  }

  /** What is to be told; null where that was done. */
  takeNews(): RulesNotice | null {
    if (!this.#isNew) return null;
    this.#isNew = false;
    return { storeId: this.#storeId, rules: this.#rules, products: this.#named.products() };
  }
}
