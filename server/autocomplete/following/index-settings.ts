/**
 * The settings of a store that decide how its products are indexed and answered, in the thread that follows it: synonyms, rules of
 * merchants with the products that they name, and words that are never suggested. If a setting cannot be read, its previous version
 * stays. Rules are reported only when they changed, so writes of a store without rules cost nothing. Limits are those of the settings
 * (2,000 synonyms, 500 rules, 2,000 products a read). It writes nothing; errors other than damage reject.
 */
// Tests: ./index-settings.live.test.ts.
import type { MerchandisingRule } from '../../../contract/words/merchandising.ts';
import { type CompiledBlocks, compileBlocklist } from '../../enrichment/phrase-rules/blocked-words.ts';
import type { BoostableProduct } from '../../merchandising/boosted-products.ts';
import { type CompiledRules, compileRules } from '../../merchandising/compile-rules.ts';
import { NamedProducts } from '../../merchandising/named-products.ts';
import { type CompiledSynonyms, usualSynonyms } from '../../search/engine.ts';
import { compileForIndex } from '../../search/query/analysis.ts';
import { createStemmer } from '../../search/text/stems.ts';
import type { NamableProduct } from '../../storage/merchandising/tables.ts';
import type { StoreSynonyms } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import type { LeftOutRows } from '../changes/left-out-rows.ts';
import { type BoostNews, FollowedRanking, type ShownRanking, usualRanking } from './followed-ranking.ts';
import { type IndexSource, settingsOf } from './index-source.ts';
import type { IndexingTurns } from './indexing-turns.ts';
import type { SettingsThrottle } from './settings-throttle.ts';

/** The rules of a store, all of them, and its blocklist. Plain data, to cross a thread. */
export interface RulesNotice {
  readonly storeId: string;
  /** Null if there are none. */
  readonly rules: CompiledRules | null;
  /** Words and phrases that no suggestion may contain; null if there are none. */
  readonly blocks: CompiledBlocks | null;
  readonly locale: string;
  readonly ranking: ShownRanking;
}

type Reader = Pick<StoreReader, 'merchandising' | 'enrichment' | 'collections'>;

/** The fields of a product that rules and boosts ask about. */
type RuledProduct = NamableProduct & BoostableProduct;

/** The settings of one store, as far as the thread has read them. */
export class StoreRules {
  readonly #storeId: string;
  /** The change number up to which the rules are known. */
  #changeNumber = 0;
  #rules: readonly MerchandisingRule[] = [];
  #named = new NamedProducts([]);
  #blocked = { words: [] as readonly string[], changeNumber: 0, locale: '' };
  /** The last report; null if the rules or the products that they name changed since. */
  #reported: { readonly rules: CompiledRules | null } | null = { rules: null };
  #areBlocksNew = false;
  readonly #ranking: FollowedRanking;
  #reportedRanking = usualRanking;

  /** `nowMicros`: the time. */
  constructor(storeId: string, nowMicros: () => number) {
    this.#storeId = storeId;
    this.#ranking = new FollowedRanking(storeId, nowMicros);
  }

  /**
   * Reads the blocklist and the rules, before the changed products that rules may name. If one cannot be read, its previous
   * version stays. Returns whether anything is new.
   */
  async read(reader: Reader, locale: string, leftOut: Pick<LeftOutRows, 'tolerate'>): Promise<boolean> {
    const [reported, wereBlocksNew] = [this.#reported, this.#areBlocksNew];
    await leftOut.tolerate('enrichment_settings', this.#storeId, () => this.#readBlocklist(reader, locale));
    await leftOut.tolerate('merchandising_sets', this.#storeId, () => this.#readRules(reader));
    await leftOut.tolerate('ranking_sets', this.#storeId, () => this.#ranking.read(reader));
    const isRankingNew = this.#ranking.shown !== this.#reportedRanking;
    return isRankingNew || this.#reported !== reported || this.#areBlocksNew !== wereBlocksNew;
  }

  /** Whether there are no rules. */
  get areNone(): boolean {
    const { shown } = this.#ranking;
    return shown === usualRanking && this.#rules.length === 0 && this.#blocked.words.length === 0;
  }

  /** New boosts; null if there are none. */
  takeBoosts(): BoostNews | null {
    return this.#ranking.takeNews();
  }

  async #readRules(reader: Reader): Promise<void> {
    const changed = await reader.merchandising.changed(this.#changeNumber);
    if (changed === null) return;
    const named = new NamedProducts(changed.rules);
    await named.read(reader.merchandising);
    this.#changeNumber = changed.changeNumber;
    this.#rules = changed.rules;
    this.#named = named;
    this.#reported = null;
  }

  async #readBlocklist(reader: Reader, locale: string): Promise<void> {
    const changed = await reader.enrichment.changedBlocklist(this.#blocked.changeNumber);
    if (changed === null && (this.#blocked.locale === locale || this.#blocked.words.length === 0)) return;
    const { words, changeNumber } = this.#blocked;
    this.#blocked = {
      words: changed?.blocklist ?? words,
      changeNumber: changed?.blocklistChange ?? changeNumber,
      locale,
    };
    this.#areBlocksNew = true;
  }

  take(products: readonly RuledProduct[]): void {
    this.#ranking.take(products);
    if (this.#rules.length === 0) return;
    for (const product of products) if (this.#named.take(product)) this.#reported = null;
  }

  forget(productIds: readonly string[]): void {
    this.#ranking.forget(productIds);
    for (const productId of productIds) if (this.#named.forget(productId)) this.#reported = null;
  }

  /** The rules to report; null if they were reported. */
  takeNews(): RulesNotice | null {
    const { shown: ranking } = this.#ranking;
    if (this.#reported !== null && !this.#areBlocksNew && ranking === this.#reportedRanking) return null;
    this.#reportedRanking = ranking;
    this.#reported ??= { rules: this.#rules.length === 0 ? null : compileRules(this.#rules, this.#named) };
    this.#areBlocksNew = false;
    const { words, locale } = this.#blocked;
    const blocks = words.length === 0 ? null : compileBlocklist(words, createStemmer(locale));
    return { storeId: this.#storeId, rules: this.#reported.rules, blocks, locale, ranking };
  }
}

/** Settings of one store as the database has them. */
export class IndexSettings {
  readonly #storeId: string;
  readonly #leftOut: LeftOutRows;
  /** Null where they were never set. */
  #synonyms: StoreSynonyms | null = null;
  #compiled: { readonly locale: string; readonly synonyms: CompiledSynonyms } | null = null;
  #rules: StoreRules;
  readonly #nowMicros: () => number;
  readonly #throttle: SettingsThrottle;
  /** The settings of a store when it is loaded are not a change, and are not charged. */
  #wasRead = false;

  constructor(
    storeId: string,
    leftOut: LeftOutRows,
    { throttle, nowMicros }: Pick<IndexSource, 'throttle' | 'nowMicros'>,
  ) {
    this.#storeId = storeId;
    this.#leftOut = leftOut;
    this.#throttle = throttle;
    this.#nowMicros = nowMicros;
    this.#rules = new StoreRules(storeId, nowMicros);
  }

  /** Compiled once for each change. */
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

  /** Whether the store has no synonyms of its own. */
  get areUsual(): boolean {
    return this.#synonyms === null && this.#rules.areNone;
  }

  /** Identifies the synonyms for a saved index; null if they were never set. */
  synonymsMark(): { readonly changeNumber: number; readonly updatedAt: number } | null {
    const { changeNumber = 0, updatedAt = null } = this.#synonyms ?? {};
    return updatedAt === null ? null : { changeNumber, updatedAt };
  }

  /** Reads the settings; call it before products are read, since products are indexed by them. Long work takes a turn of the store. */
  async read(reader: StoreReader, locale: string, turns: IndexingTurns): Promise<void> {
    await this.readSynonyms(reader, locale, turns);
    const charge = this.#begin();
    if (await turns.readFirst(this.#rules.read(reader, locale, this.#leftOut))) charge();
  }

  /** The same without rules. */
  async readSynonyms(reader: StoreReader, locale: string, turns: IndexingTurns): Promise<void> {
    const read = () => turns.readFirst(reader.synonyms.changed(this.#synonyms?.changeNumber ?? 0));
    const changed = await this.#leftOut.tolerate('synonym_sets', this.#storeId, read);
    if (changed !== null) this.#synonyms = changed;
    // The largest set takes as long as one or two slices.
    if (this.#mustCompile(locale)) await turns.runWhole(this.#storeId, () => this.synonyms(locale));
  }

  /** Notes changed products, which rules may name. */
  take(products: readonly RuledProduct[]): void {
    this.#rules.take(products);
  }

  /** Notes erased products. */
  forget(productIds: readonly string[]): void {
    this.#rules.forget(productIds);
  }

  /** Makes the next read load the rules again: products that they name may have changed unseen. */
  forgetRules(): void {
    this.#rules = new StoreRules(this.#storeId, this.#nowMicros);
  }

  /** New rules, to send before the index; null if there are none. */
  takeNews(): RulesNotice | null {
    const charge = this.#begin();
    const news = this.#rules.takeNews();
    if (news !== null) charge();
    this.#wasRead = true;
    return news;
  }

  /** New boosts, to take before the index is published; null if there are none. */
  takeBoosts(): BoostNews | null {
    return this.#rules.takeBoosts();
  }

  #begin(): () => void {
    return this.#wasRead ? this.#throttle.begin(this.#storeId) : () => {};
  }
}
