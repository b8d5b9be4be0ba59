/**
 * What of a store beside its products decides how they are indexed and answered: synonyms, rules, and words that are
 * never suggested. Of what cannot be read the version before stays.
 */
import { type CompiledSynonyms, usualSynonyms } from '../search/engine.ts';
import { compileForIndex } from '../search/query/analysis.ts';
import type { NamableProduct } from '../storage/merchandising.ts';
import type { StoreSynonyms } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { settingsOf } from './index-source.ts';
import type { IndexingTurns } from './indexing-turns.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import type { SettingsPace } from './settings-pace.ts';
import { type RulesNotice, StoreRules } from './store-rules.ts';

/** Settings of one store as the database has them. */
export class IndexSettings {
  readonly #storeId: string;
  readonly #leftOut: LeftOutRows;
  /** Null where they were never set. */
  #synonyms: StoreSynonyms | null = null;
  #compiled: { readonly locale: string; readonly synonyms: CompiledSynonyms } | null = null;
  #rules: StoreRules;
  readonly #pace: SettingsPace;
  /** What a store has when it is loaded is no change, and is not charged. */
  #wasTold = false;

  constructor(storeId: string, leftOut: LeftOutRows, pace: SettingsPace) {
    this.#storeId = storeId;
    this.#leftOut = leftOut;
    this.#pace = pace;
    this.#rules = new StoreRules(storeId);
  }

  /** Compiled once a change, whoever asks. */
  synonyms(locale: string): CompiledSynonyms {
    if (this.#compiled === null || this.#mustCompile(locale)) {
      const charge = this.#begin();
      this.#compiled = { locale, synonyms: compileForIndex(locale, this.#newest()) };
      charge();
    }
    return this.#compiled.synonyms;
  }

  #mustCompile(locale: string): boolean {
    return this.#compiled?.locale !== locale || this.#compiled.synonyms.version !== this.#newest().version;
  }

  #newest() {
    return this.#synonyms === null ? usualSynonyms : settingsOf(this.#synonyms);
  }

  /** Whether the store has none of its own. */
  get areUsual(): boolean {
    return this.#synonyms === null && this.#rules.areNone;
  }

  /** Which synonyms they are, for a saved index; null where they were never set. */
  synonymsMark(): { readonly changeNumber: number; readonly updatedAt: number } | null {
    const { changeNumber = 0, updatedAt = null } = this.#synonyms ?? {};
    return updatedAt === null ? null : { changeNumber, updatedAt };
  }

  /** Before the products, which are indexed by them. What takes long is done in a turn of the store. */
  async read(reader: StoreReader, locale: string, turns: IndexingTurns): Promise<void> {
    await this.readSynonyms(reader, locale, turns);
    const charge = this.#begin();
    if (await turns.readFirst(this.#rules.read(reader, locale, this.#leftOut))) charge();
  }

  /** The same without rules. */
  async readSynonyms(reader: StoreReader, locale: string, turns: IndexingTurns): Promise<void> {
    const read = () => turns.readFirst(reader.changedSynonyms(this.#synonyms?.changeNumber ?? 0));
    const changed = await this.#leftOut.tolerate('synonym_sets', this.#storeId, read);
    if (changed !== null) this.#synonyms = changed;
    // The greatest set takes as long as a slice or two.
    if (this.#mustCompile(locale)) await turns.runWhole(this.#storeId, () => this.synonyms(locale));
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
    const charge = this.#begin();
    const news = this.#rules.takeNews();
    if (news !== null) charge();
    this.#wasTold = true;
    return news;
  }

  #begin(): () => void {
    return this.#wasTold ? this.#pace.begin(this.#storeId) : () => {};
  }
}
