/**
 * One store's index in the thread that builds it: taken from where it was saved or begun empty, brought up to date by the store's
 * change numbers, and ready to be published, merged and saved at any moment between two pages of changes. Change numbers count
 * changes, not time; sizes are bytes. It never writes to the catalog and evicts nothing. Rows that cannot be read are left out and
 * listed; other errors reject the read.
 */
// Tests: ./store-index.live.test.ts.
import type { IndexPlace, SavedIndex } from '../../index-files/index-files.ts';
import {
  type ChangeWitness,
  type IndexIdentity,
  identityDifference,
} from '../../index-files/index-manifest.ts';
import {
  bytesOf,
  type IndexSnapshot,
  type IndexWriter,
  type MergeLimits,
  type MergePlan,
  type SegmentSnapshot,
} from '../../search/engine.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { passDamage } from '../../storage/damage/damage.ts';
import type { ChangePosition, IndexedProduct, Store } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { changePages, takeErasures } from '../changes/change-pages.ts';
import { ChangeStaging, Growth } from '../changes/change-staging.ts';
import { addWitnesses, dropWitnesses } from '../changes/change-witnesses.ts';
import { LeftOutRows } from '../changes/left-out-rows.ts';
import { type IndexOrigin, type OpenedIndex, openForStore, SavedContents } from '../upkeep/saved-indexes.ts';
import type { BoostNews } from './followed-ranking.ts';
import { IndexSettings, type RulesNotice } from './index-settings.ts';
import { agreesWith, type IndexSource, identityOf, newerOf } from './index-source.ts';
import { SharedRuns } from './shared-runs.ts';

/** The index of one store. Its calls may overlap; reads take turns. */
export class StoreIndex {
  readonly storeId: string;
  /** Rows that cannot be read and that it lacks, or shows as they were. */
  readonly leftOut = new LeftOutRows();
  /** When it was last asked, as a number that grows; the least one is the first to leave memory. */
  lastUse = 0;
  readonly #growth = new Growth();
  #origin: IndexOrigin = 'products';
  readonly #source: IndexSource;
  /** The settings by which everything in it is made; another currency or locale of the store means another index. */
  #identity: IndexIdentity;
  /** The change up to which the identity is the store's. */
  #identityChangeNumber: number;
  #writer: IndexWriter;
  /** Plans of merges with the writer that made them: a new writer cannot adopt what another planned. */
  readonly #plans = new WeakMap<MergePlan, IndexWriter>();
  #position: ChangePosition | null = null;
  #witnesses: readonly ChangeWitness[] = [];
  #changeNumber = -1;
  /** The change up to which erased products were taken out; null until the first read, which meets no row that was erased before. */
  #erasedTo: number | null = null;
  /** The newest state of the store that it must show before it may be asked. */
  #expected: Store | null = null;
  #isOpen = false;
  #mustRestart = false;
  #mustReread = false;
  #isComplete = false;
  #wasComplete = false;
  /** The place it was taken from, until it was found equal to the database. */
  #unprovenFrom: IndexPlace | null = null;
  /** One after the other, each after what settings owe: two at the same time would apply changes out of order. */
  readonly #reads = new SharedRuns<Store, boolean>(async (begin) => {
    await this.#source.throttle.turn(this.storeId);
    return await this.#catchUp(begin());
  }, newerOf);
  readonly #settings: IndexSettings;
  readonly #saved = new SavedContents();
  #measured: { readonly snapshot: IndexSnapshot; readonly byteLength: number } | null = null;

  constructor(store: Store, source: IndexSource) {
    this.storeId = store.id;
    this.#source = source;
    this.#identity = identityOf(store);
    this.#identityChangeNumber = store.changeNumber;
    this.#settings = new IndexSettings(store.id, this.leftOut, source);
    this.#writer = this.#createWriter([]);
  }

  /** The change up to which the index shows everything; -1 before it was complete for the first time. */
  get changeNumber(): number {
    return this.#changeNumber;
  }

  /** The source that most of it came from. */
  get origin(): IndexOrigin {
    return this.#origin;
  }

  /** The change as of which the store has no settings of its own, and all rows can be read; null where that is not so. */
  get usualAt(): number | null {
    return this.#isComplete && this.leftOut.size === 0 && this.#settings.areUsual ? this.#changeNumber : null;
  }

  /** Whether it has shown all products once; before that it must not be asked. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether a version of it was complete, from which questions may be answered. */
  get wasComplete(): boolean {
    return this.#wasComplete;
  }

  /** Whether changes are being read. */
  get isReading(): boolean {
    return this.#reads.isRunning;
  }

  /** The settings by which everything in it is made. */
  get identity(): IndexIdentity {
    return this.#identity;
  }

  /** Memory of all segments, shared by the threads that hold them. */
  get byteLength(): number {
    const snapshot = this.#writer.snapshot();
    if (this.#measured?.snapshot !== snapshot) this.#measured = { snapshot, byteLength: bytesOf(snapshot) };
    return this.#measured.byteLength;
  }

  snapshot(): IndexSnapshot {
    return this.#writer.snapshot();
  }

  /**
   * Reads everything that had committed when `store` was read. Returns whether there is a new version to publish.
   * Changes that commit meanwhile belong to the next read: under constant writing no call waits for more than two reads. Calls
   * before a read begins share it, and get the same promise.
   */
  catchUp(store: Store): Promise<boolean> {
    return this.#reads.ask(store);
  }

  /** Notes a state of the store that an incomplete index must show once it is complete. */
  expect(store: Store): void {
    this.#expected = this.#expected === null ? store : newerOf(this.#expected, store);
  }

  /** Implements {@link IndexWriter.planMerge}; null also while it may turn out that the index must be rebuilt. */
  planMerge(limits: MergeLimits): MergePlan | null {
    // Merges that can wait for the end of an import wait for it.
    const isGrowing = limits.isAtRest !== true && this.#growth.isImport(this.#source.turns.nowMs());
    const plan = this.#unprovenFrom === null ? this.#writer.planMerge({ ...limits, isGrowing }) : null;
    if (plan !== null) this.#plans.set(plan, this.#writer);
    return plan;
  }

  adopt(plan: MergePlan, merged: SharedArrayBuffer): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.adopt(plan, merged);
  }

  abandon(plan: MergePlan): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.abandon(plan);
  }

  /** Call it when the index was saved there. */
  noteSaved(place: IndexPlace, { segments }: Pick<SavedIndex, 'segments'>): void {
    this.#saved.noteSaved(place, segments);
  }

  /** Returns the contents to save there; null where that was done or nothing is whole yet. */
  unsaved(place: IndexPlace): SavedIndex | null {
    const { segments } = this.#writer.snapshot();
    if (!this.#isComplete || this.#saved.isSaved(place, segments)) return null;
    // An index that was saved when every row could be read is worth more.
    if (this.leftOut.size > 0) return null;
    const reached = { identity: this.#identity, changeNumber: this.#changeNumber, position: this.#position };
    return { ...reached, witnesses: this.#witnesses, synonyms: this.#settings.synonymsMark(), segments };
  }

  /**
   * Makes the next read begin again from the products, since something failed unexpectedly. Until then the previous version is
   * asked. A read under way ends as it began.
   */
  restart(): void {
    this.#mustRestart = true;
  }

  /** Rows that it lacks are to be read again by the next read. */
  rereadLeftOut(): void {
    this.#mustReread = this.leftOut.size > 0;
  }

  /**
   * Serves what was saved, after a failed read, if nothing better was ever complete. Returns whether there is a version to
   * publish.
   */
  fallBack(): boolean {
    if (this.#wasComplete || this.#unprovenFrom === null) return false;
    this.#changeNumber = this.#erasedTo ?? -1;
    this.#isComplete = true;
    this.#wasComplete = true;
    return true;
  }

  /** New rules, which go out before the index does; null if there are none. */
  takeRules(): RulesNotice | null {
    return this.#settings.takeNews();
  }

  /** New boosts, to take before the index is published; null if there are none. */
  takeBoosts(): BoostNews | null {
    return this.#settings.takeBoosts();
  }

  async #catchUp(store: Store): Promise<boolean> {
    if (this.#mustRestart) {
      this.#mustRestart = false;
      this.#isOpen = true;
      this.#beginAnew();
      this.#isComplete = false;
      this.#changeNumber = -1;
    }
    this.#takeSettings(store);
    if (!this.#isComplete) {
      await this.#complete(store);
    } else {
      const isReread = await this.#reread();
      if (this.#changeNumber >= store.changeNumber && !isReread) return false;
      await this.#readTo(store);
    }
    this.#source.grown();
    return true;
  }

  /** Returns whether a row that was left out can be read now, or is gone. */
  async #reread(): Promise<boolean> {
    if (!this.#mustReread) return false;
    this.#mustReread = false;
    const reader = this.#source.storage.reader(this.storeId);
    const { size } = this.leftOut;
    await this.#readSettings(reader);
    this.#writer.stage(await this.leftOut.readAgain(reader, this.#identity));
    this.#writer.publishStaged();
    return this.leftOut.size < size;
  }

  async #readTo(store: Store): Promise<void> {
    // Where nothing changed while it was saved, there is nothing to read.
    const isAsItWas = this.#source.usualAt === store.changeNumber && this.#erasedTo === store.changeNumber;
    if (!isAsItWas || this.#unprovenFrom === null) await this.#readChanges(store);
    if (this.#unprovenFrom !== null && !agreesWith(store, this.#position, this.#writer, this.leftOut)) {
      this.expect((await this.#source.storage.directory.findStore(this.storeId)) ?? store);
      // Something was erased meanwhile: only a moment without changes can be compared.
      if ((this.#expected?.changeNumber ?? 0) > store.changeNumber) return;
      await this.#unprovenFrom.discard(this.storeId);
      this.#warnOfSaved(`it does not hold the ${store.productCount} products of the database`);
      this.#beginAnew();
      await this.#readChanges(store);
    }
    this.#unprovenFrom = null;
    this.#changeNumber = Math.max(store.changeNumber, this.#changeNumber);
  }

  /** The first time. Changes that commit and are answered for meanwhile must be shown from the start. */
  async #complete(store: Store): Promise<void> {
    const found = this.#source.storage.directory.findStore(this.storeId);
    // A caller that looked for this index a moment ago, and did not find it, relies on its showing what was committed then.
    this.expect((await found.catch(passDamage)) ?? store);
    if (!this.#isOpen) await this.#open(this.#expected ?? store);
    // Where the store's own row cannot be read, what was opened is there for `fallBack`.
    await found;
    for (let next = this.#expected; next !== null && next.changeNumber > this.#changeNumber; ) {
      this.#takeSettings(next);
      await this.#readTo(next);
      next = this.#expected;
    }
    this.#isComplete = true;
    this.#wasComplete = true;
  }

  /**
   * Takes the settings of the store. With another currency or locale everything is read again, and until then the previous
   * version is asked. A store that was read before the index took its settings says nothing new.
   */
  #takeSettings(store: Store): void {
    if (store.changeNumber <= this.#identityChangeNumber) return;
    const identity = identityOf(store);
    this.#identityChangeNumber = store.changeNumber;
    if (identityDifference(this.#identity, identity) === null) return;
    this.#identity = identity;
    this.#changeNumber = -1;
    this.#isComplete = false;
    this.#beginAnew();
  }

  async #readChanges(store: Store): Promise<void> {
    const { storage, turns } = this.#source;
    const reader = storage.reader(store.id);
    // Changes that a failed read left come again.
    this.#writer.discardStaged();
    await this.#readSettings(reader);
    // An index that was complete once is read in small pieces, and what callers wait for comes first.
    const source = this.#wasComplete ? turns.readerFirst(reader.products) : await storage.warmUpReader(store);
    let witnesses = this.#witnesses;
    this.#erasedTo ??= store.changeNumber;
    const toDocuments = (products: readonly IndexedProduct[]) =>
      this.leftOut.documentsOf(products, this.#identity);
    const parts = { storeId: this.storeId, writer: this.#writer, turns, isAsked: this.#isComplete };
    const staging = new ChangeStaging({ ...parts, toDocuments });
    for await (const { page, position, isLast } of changePages(source, this.#position, store.changeNumber)) {
      this.leftOut.add(page.damaged);
      const isBuilt = await staging.take(page.products, isLast);
      this.#settings.take(page.products);
      witnesses = addWitnesses(witnesses, page.products);
      if (!isBuilt) continue;
      // Only now: an index is saved with the place up to which it shows everything.
      this.#position = position;
      this.#witnesses = witnesses;
      if (this.#isComplete && !isLast) this.#source.partlyRead();
    }
    this.#growth.add(staging.takenCount, turns.nowMs());
    const erased = { after: this.#erasedTo, upTo: store.changeNumber };
    const erase = takeErasures(reader, erased, (ids) => {
      this.#writer.erase(ids);
      this.#witnesses = dropWitnesses(this.#witnesses, ids);
      this.#settings.forget(ids);
    });
    this.#erasedTo = await turns.readFirst(erase);
  }

  /** Reads the settings, before the products that are indexed by them. */
  async #readSettings(reader: StoreReader): Promise<void> {
    const { locale } = this.#identity;
    await this.#settings.read(reader, locale, this.#source.turns);
    this.#writer.setSynonyms(this.#settings.synonyms(locale));
  }

  /** Takes what was saved, where it can be used. */
  async #open(store: Store): Promise<void> {
    this.#takeSettings(store);
    const { saved, storage } = this.#source;
    const reader = storage.reader(store.id);
    const opened = await openForStore(saved, this.#identity, {
      reader,
      newest: async () => {
        // Another node may have saved more than the store had when it was asked for.
        this.expect((await storage.directory.findStore(this.storeId).catch(passDamage)) ?? store);
        return this.#expected ?? store;
      },
      refused: (reason) => this.#warnOfSaved(reason),
    });
    if (this.#source.usualAt !== store.changeNumber)
      await this.#settings.readSynonyms(reader, this.#identity.locale, this.#source.turns);
    this.#isOpen = true;
    if (opened !== null) await this.#takeSaved(opened);
  }

  /** Goes on from what was saved, unless it cannot be used. */
  async #takeSaved({ index, origin, place }: OpenedIndex): Promise<void> {
    try {
      const { segments } = index;
      this.#writer = await this.#source.turns.runWhole(this.storeId, () => this.#createWriter(segments));
    } catch (error) {
      await place.discard(this.storeId);
      this.#warnOfSaved(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#position = index.position;
    this.#witnesses = index.witnesses;
    this.#erasedTo = index.changeNumber;
    // Products that changed up to there are not read, and rules may name them.
    this.#settings.forgetRules();
    this.#unprovenFrom = place;
    this.#origin = origin;
    this.noteSaved(place, this.#writer.snapshot());
  }

  #beginAnew(): void {
    this.#origin = 'products';
    this.#unprovenFrom = null;
    this.#writer = this.#createWriter([]);
    this.#position = null;
    this.#erasedTo = null;
    this.#witnesses = [];
  }

  #createWriter(segments: readonly SegmentSnapshot[]): IndexWriter {
    const { locale } = this.#identity;
    const { newSegmentId } = this.#source;
    return createIndexWriter({ locale, synonyms: this.#settings.synonyms(locale), segments, newSegmentId });
  }

  #warnOfSaved(reason: string): void {
    const what = `The saved index of store ${this.storeId} cannot be used`;
    this.#source.warn(`${what} and is rebuilt from the database: ${reason}`);
  }
}
