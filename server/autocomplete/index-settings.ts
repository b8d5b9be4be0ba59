/**
 * What of a store beside its products decides how they are indexed and answered: synonyms, rules, and words that are
 * never suggested. Of what cannot be read the version before stays.
 */
import { type SynonymSettings, usualSynonyms } from '../search/engine.ts';
import type { NamableProduct } from '../storage/merchandising.ts';
import type { StoreSynonyms } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { settingsOf } from './index-source.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import { type RulesNotice, StoreRules } from './store-rules.ts';

/** Settings of one store as the database has them. */
export class IndexSettings {
  readonly #storeId: string;
  readonly #leftOut: LeftOutRows;
  /** Null where they were never set. */
  #synonyms: StoreSynonyms | null = null;
  #rules: StoreRules;

  constructor(storeId: string, leftOut: LeftOutRows) {
    this.#storeId = storeId;
    this.#leftOut = leftOut;
    this.#rules = new StoreRules(storeId);
  }

  synonyms(): SynonymSettings {
    return this.#synonyms === null ? usualSynonyms : settingsOf(this.#synonyms);
  }

  /** Which synonyms they are, for a saved index; null where they were never set. */
  synonymsMark(): { readonly changeNumber: number; readonly updatedAt: number } | null {
    const { changeNumber = 0, updatedAt = null } = this.#synonyms ?? {};
    return updatedAt === null ? null : { changeNumber, updatedAt };
  }

  /** Before the products, which are indexed by them. Returns whether there are other synonyms. */
  async read(reader: StoreReader, locale: string): Promise<boolean> {
    const areNew = await this.readSynonyms(reader);
    await this.#rules.read(reader, locale, this.#leftOut);
    return areNew;
  }

  /** Returns whether there are other synonyms. */
  async readSynonyms(reader: StoreReader): Promise<boolean> {
    const read = () => reader.changedSynonyms(this.#synonyms?.changeNumber ?? 0);
    const changed = await this.#leftOut.tolerate('synonym_sets', this.#storeId, read);
    if (changed === null) return false;
    this.#synonyms = changed;
    return true;
  }

  /** Products that changed, which rules may name. */
  take(products: readonly NamableProduct[]): void {
    this.#rules.take(products);
  }

  /** Products that were erased. */
  forget(productIds: readonly string[]): void {
    this.#rules.forget(productIds);
  }

  /** To be read again: products that they name may have changed unseen. */
  forgetRules(): void {
    this.#rules = new StoreRules(this.#storeId);
  }

  /** New rules, which go out before the index does; null if there are none. */
  takeNews(): RulesNotice | null {
    return this.#rules.takeNews();
  }
}
