/**
 * What the merchants of one store want of answers, in the thread that follows it: the rules as the database has them,
 * which products they name now, and what is never suggested. Told only when something of it changed, so that writes of a
 * store without rules cost nothing.
 */
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { NamedProducts, type ProductsByName } from '../merchandising/named-products.ts';
import type { NamableProduct } from '../storage/merchandising.ts';
import type { StoreReader } from '../storage/storage.ts';
import type { LeftOutRows } from './left-out-rows.ts';

/** The rules of a store, all of them, and its blocklist. Plain data, to cross a thread. */
export interface RulesNotice {
  readonly storeId: string;
  readonly rules: readonly MerchandisingRule[];
  readonly products: ProductsByName;
  /** Words and phrases that no suggestion may hold, in any form that the locale's language gives them. */
  readonly blocklist: readonly string[];
  readonly locale: string;
}

type Reader = Pick<
  StoreReader,
  'changedMerchandising' | 'changedBlocklist' | 'namableProducts' | 'namedProducts'
>;

/** See the head of the file. */
export class StoreRules {
  readonly #storeId: string;
  /** Up to which change the rules are known. */
  #changeNumber = 0;
  #rules: readonly MerchandisingRule[] = [];
  #named = new NamedProducts([]);
  #blocked = { words: [] as readonly string[], changeNumber: 0, locale: '' };
  #isNew = false;

  constructor(storeId: string) {
    this.#storeId = storeId;
  }

  /** Before the products that changed, which may be named. Of what cannot be read the version before stays. */
  async read(reader: Reader, locale: string, leftOut: Pick<LeftOutRows, 'tolerate'>): Promise<void> {
    await leftOut.tolerate('enrichment_settings', this.#storeId, () => this.#readBlocklist(reader, locale));
    await leftOut.tolerate('merchandising_sets', this.#storeId, () => this.#readRules(reader));
  }

  async #readRules(reader: Reader): Promise<void> {
    const changed = await reader.changedMerchandising(this.#changeNumber);
    if (changed === null) return;
    const named = new NamedProducts(changed.rules);
    await named.read(reader);
    this.#changeNumber = changed.changeNumber;
    this.#rules = changed.rules;
    this.#named = named;
    this.#isNew = true;
  }

  async #readBlocklist(reader: Reader, locale: string): Promise<void> {
    const changed = await reader.changedBlocklist(this.#blocked.changeNumber);
    if (changed === null && (this.#blocked.locale === locale || this.#blocked.words.length === 0)) return;
    const { words, changeNumber } = this.#blocked;
    this.#blocked = {
      words: changed?.blocklist ?? words,
      changeNumber: changed?.blocklistChange ?? changeNumber,
      locale,
    };
    this.#isNew = true;
  }

  take(products: readonly NamableProduct[]): void {
    if (this.#rules.length === 0) return;
    for (const product of products) this.#isNew = this.#named.take(product) || this.#isNew;
  }

  forget(productIds: readonly string[]): void {
    for (const productId of productIds) this.#isNew = this.#named.forget(productId) || this.#isNew;
  }

  /** What is to be told; null where that was done. */
  takeNews(): RulesNotice | null {
    if (!this.#isNew) return null;
    this.#isNew = false;
    const { words: blocklist, locale } = this.#blocked;
    const products = this.#named.products();
    return { storeId: this.#storeId, rules: this.#rules, products, blocklist, locale };
  }
}
