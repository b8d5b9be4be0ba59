/**
 * What the merchants of one store want of answers, in the thread that follows it: the rules as the database has them,
 * which products they name now, and what is never suggested. Told only when something of it changed, so that writes of a
 * store without rules cost nothing.
 */
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { type CompiledBlocks, compileBlocklist } from '../enrichment/phrase-rules/blocked-words.ts';
import { type CompiledRules, compileRules } from '../merchandising/compile-rules.ts';
import { NamedProducts } from '../merchandising/named-products.ts';
import { createStemmer } from '../search/text/stems.ts';
import type { NamableProduct } from '../storage/merchandising.ts';
import type { StoreReader } from '../storage/storage.ts';
import type { LeftOutRows } from './left-out-rows.ts';

/** The rules of a store, all of them, and its blocklist. Plain data, to cross a thread. */
export interface RulesNotice {
  readonly storeId: string;
  /** Null where there are none. */
  readonly rules: CompiledRules | null;
  /** Words and phrases that no suggestion may hold; null where there are none. */
  readonly blocks: CompiledBlocks | null;
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
  /** As they were told; null where rules or what they name are others since. */
  #told: { readonly rules: CompiledRules | null } | null = { rules: null };
  #areBlocksNew = false;

  constructor(storeId: string) {
    this.#storeId = storeId;
  }

  /**
   * Before the products that changed, which may be named. Of what cannot be read the version before stays. Returns whether
   * anything is new.
   */
  async read(reader: Reader, locale: string, leftOut: Pick<LeftOutRows, 'tolerate'>): Promise<boolean> {
    const [told, wereBlocksNew] = [this.#told, this.#areBlocksNew];
    await leftOut.tolerate('enrichment_settings', this.#storeId, () => this.#readBlocklist(reader, locale));
    await leftOut.tolerate('merchandising_sets', this.#storeId, () => this.#readRules(reader));
    return this.#told !== told || this.#areBlocksNew !== wereBlocksNew;
  }

  /** Whether there is nothing that they want. */
  get areNone(): boolean {
    return this.#rules.length === 0 && this.#blocked.words.length === 0;
  }

  async #readRules(reader: Reader): Promise<void> {
    const changed = await reader.changedMerchandising(this.#changeNumber);
    if (changed === null) return;
    const named = new NamedProducts(changed.rules);
    await named.read(reader);
    this.#changeNumber = changed.changeNumber;
    this.#rules = changed.rules;
    this.#named = named;
    this.#told = null;
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
    this.#areBlocksNew = true;
  }

  take(products: readonly NamableProduct[]): void {
    if (this.#rules.length === 0) return;
    for (const product of products) if (this.#named.take(product)) this.#told = null;
  }

  forget(productIds: readonly string[]): void {
    for (const productId of productIds) if (this.#named.forget(productId)) this.#told = null;
  }

  /** What is to be told; null where that was done. */
  takeNews(): RulesNotice | null {
    if (this.#told !== null && !this.#areBlocksNew) return null;
    this.#told ??= { rules: this.#rules.length === 0 ? null : compileRules(this.#rules, this.#named) };
    this.#areBlocksNew = false;
    const { words, locale } = this.#blocked;
    const blocks = words.length === 0 ? null : compileBlocklist(words, createStemmer(locale));
    return { storeId: this.#storeId, rules: this.#told.rules, blocks, locale };
  }
}
