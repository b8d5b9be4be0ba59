/**
 * One store's index in the thread that builds it: taken from its files or begun empty, brought up to date by the
 * store's change numbers, and ready to be published, merged and saved at any moment between two pages of changes.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { IndexFiles, SavedIndex } from '../index-files/index-files.ts';
import { type ChangeWitness, type IndexIdentity, identityDifference } from '../index-files/index-manifest.ts';
import {
  bytesOf,
  type IndexSnapshot,
  type IndexWriter,
  type MergeLimits,
  type MergePlan,
  type SegmentSnapshot,
  type SynonymSettings,
  usualSynonyms,
} from '../search/engine.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import type { ChangePosition, Store, StoreSynonyms } from '../storage/records.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';
import { addWitnesses, findContradiction } from './change-witnesses.ts';
import { indexVersion } from './index-version.ts';
import { type RulesNotice, StoreRules } from './store-rules.ts';
import { toDocument } from './to-document.ts';

/** What an index lives on. */
export interface IndexSource {
  readonly storage: Storage;
  /** Null: nothing is saved, every load reads the whole store from the database. */
  readonly files: IndexFiles | null;
  /** Numbers that are never the same twice, over restarts too. */
  readonly newSegmentId: () => number;
  /** Told of what people may want to know: saved indexes that could not be used. */
  readonly warn: (message: string) => void;
  /** Told when an index has new segments to merge, also in the middle of a long read. */
  readonly grown: (index: StoreIndex) => void;
}

/** A page is applied in one go: chosen so that a call for another store waits for a tenth of a second at most. */
const productsPerRead = 1_000;

/**
 * A long read makes segments of so many: each product is rewritten by one merge less than with a segment a page, and to
 * build one takes no longer than to take a page apart (measured: 40 µs a product each).
 */
const productsPerSegment = 4_000;

/** A long read is merged in wide steps, so that each product is rewritten seldom. */
const segmentsPerMerge = 8;

/** See the head of the file. Its calls may overlap; reads take turns. */
export class StoreIndex {
  readonly storeId: string;
  /** When it was last asked, as a number that grows; the least one is the first to leave memory. */
  lastUse = 0;
  readonly #source: IndexSource;
  /** By what everything in it is made; another currency or locale of the store means another index. */
  #identity: IndexIdentity;
  /** The change up to which the identity is the store's. */
  #identityChangeNumber: number;
  #writer: IndexWriter;
  /** Plans of merges with the writer that made them: one that was begun anew cannot adopt what another planned. */
  readonly #plans = new WeakMap<MergePlan, IndexWriter>();
  #position: ChangePosition | null = null;
  #witnesses: readonly ChangeWitness[] = [];
  #changeNumber = -1;
  /** The newest state of the store that it must show before anybody may ask it. */
  #expected: Store | null = null;
  #isOpen = false;
  #isComplete = false;
  #wasComplete = false;
  /** Taken from files, and not yet found equal to the database. */
  #isUnproven = false;
  #readsUnderWay = 0;
  /** The read under way; later ones wait for it. */
  #reading: Promise<unknown> = Promise.resolve();
  readonly #rules: StoreRules;
  /** As the database has them; null where they were never set. */
  #synonyms: StoreSynonyms | null = null;
  #saved: readonly SegmentSnapshot[] | null = null;
  #measured: { readonly snapshot: IndexSnapshot; readonly byteLength: number } | null = null;

  constructor(store: Store, source: IndexSource) {
    this.storeId = store.id;
    this.#source = source;
    this.#identity = identityOf(store);
    this.#identityChangeNumber = store.changeNumber;
    this.#rules = new StoreRules(store.id);
    this.#writer = this.#createWriter([]);
  }

  /** The change up to which the index shows everything; -1 before it was complete for the first time. */
  get changeNumber(): number {
    return this.#changeNumber;
  }

  /** Whether it has shown all of the store's products once; before that it must not be asked. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether a version of it was complete: whoever asks the store may be answered from that one. */
  get wasComplete(): boolean {
    return this.#wasComplete;
  }

  /** Whether changes are being read. */
  get isReading(): boolean {
    return this.#readsUnderWay > 0;
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
   * What commits meanwhile belongs to the next call: under constant writing no call waits for more than its own
   * changes. Two reads at the same time would apply changes out of order, so they take turns.
   */
  catchUp(store: Store): Promise<boolean> {
    this.#readsUnderWay += 1;
    const reading = this.#reading
      .then(() => this.#catchUp(store))
      .finally(() => {
        this.#readsUnderWay -= 1;
      });
    // A failed read is retried by the next one; it must not fail those that wait behind it.
    this.#reading = reading.catch(() => {});
    return reading;
  }

  /** Before it is complete: it must show this state too when it is. */
  expect(store: Store): void {
    if (this.#expected === null || store.changeNumber > this.#expected.changeNumber) this.#expected = store;
  }

  /** As of {@link IndexWriter}; null also while it may turn out that the index must be begun anew. */
  planMerge(limits: MergeLimits): MergePlan | null {
    const plan = this.#isUnproven ? null : this.#writer.planMerge(limits);
    if (plan !== null) this.#plans.set(plan, this.#writer);
    return plan;
  }

  adopt(plan: MergePlan, merged: SharedArrayBuffer): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.adopt(plan, merged);
  }

  abandon(plan: MergePlan): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.abandon(plan);
  }

  /** What is to be saved; null where that was done or there is nothing whole yet. */
  unsaved(): SavedIndex | null {
    // Each version of the index has a list of its own.
    const { segments } = this.#writer.snapshot();
    if (!this.#isComplete || segments === this.#saved) return null;
    const { changeNumber = 0, updatedAt = null } = this.#synonyms ?? {};
    return {
      identity: this.#identity,
      changeNumber: this.#changeNumber,
      position: this.#position,
      witnesses: this.#witnesses,
      synonyms: updatedAt === null ? null : { changeNumber, updatedAt },
      segments,
    };
  }

  /** New rules, to be told before the index is published; null where there are none. */
  takeRules(): RulesNotice | null {
    return this.#rules.takeNews();
  }

  /** To be told when it was saved. */
  noteSaved({ segments }: SavedIndex): void {
    this.#saved = segments;
  }

  async #catchUp(store: Store): Promise<boolean> {
    this.#takeSettings(store);
    if (this.#isComplete) {
      if (this.#changeNumber >= store.changeNumber) return false;
      await this.#readChanges(store);
      this.#changeNumber = store.changeNumber;
    } else {
      await this.#complete(store);
    }
    this.#source.grown(this);
    return true;
  }

  /** The first time. Changes that commit and are answered for meanwhile must be shown from the start. */
  async #complete(store: Store): Promise<void> {
    const { directory } = this.#source.storage;
    // Who looked for this index a moment ago, and did not find it, counts on its showing what was committed then.
    this.expect((await directory.findStore(this.storeId)) ?? store);
    for (let next = this.#expected; next !== null && next.changeNumber > this.#changeNumber; ) {
      this.#takeSettings(next);
      if (!this.#isOpen) await this.#open(next);
      await this.#readChanges(next);
      if (this.#isUnproven && !this.#agreesWith(next)) {
        await this.#source.files?.discard(this.storeId);
        this.#warnOfFiles(`it does not hold the ${next.productCount} products of the database`);
        this.#beginAnew();
        await this.#readChanges(next);
      }
      this.#isUnproven = false;
      this.#changeNumber = next.changeNumber;
      next = this.#expected;
    }
    this.#isComplete = true;
    this.#wasComplete = true;
  }

  /**
   * Where the store has another currency or locale since: everything is read again, and until that is done the version
   * before is the one that is asked. A store that was read before the index took these settings says nothing new.
   */
  #takeSettings(store: Store): void {
    if (store.changeNumber <= this.#identityChangeNumber) return;
    const identity = identityOf(store);
    this.#identityChangeNumber = store.changeNumber;
    if (identityDifference(this.#identity, identity) === null) return;
    this.#identity = identity;
    this.#changeNumber = -1;
    this.#isComplete = false;
    this.#isUnproven = false;
    this.#beginAnew();
  }

  async #readChanges(store: Store): Promise<void> {
    const reader = this.#source.storage.reader(store.id);
    await this.#readSynonyms(reader);
    await this.#rules.read(reader, store.locale);
    // What was whole once is read in small pieces, and what somebody waits for is there first.
    const source = this.#wasComplete ? reader : await this.#source.storage.warmUpReader(store);
    let read = this.#position;
    let witnesses = this.#witnesses;
    for (let built = 0, complete = false; !complete; ) {
      const products = await source.changedProducts({ after: read, limit: productsPerRead });
      this.#writer.stage(products.map((product) => toDocument(product, this.#identity.currency)));
      this.#rules.take(products);
      witnesses = addWitnesses(witnesses, products);
      const last = products.at(-1);
      if (last !== undefined) read = { changeNumber: last.changeNumber, externalId: last.externalId };
      complete = products.length < productsPerRead || (last?.changeNumber ?? 0) > store.changeNumber;
      if (complete || this.#writer.stagedCount >= productsPerSegment) {
        this.#writer.publishStaged();
        // Only now: an index is saved with the place up to which it shows everything.
        this.#position = read;
        this.#witnesses = witnesses;
        built += 1;
        if (built % segmentsPerMerge === 0) this.#source.grown(this);
      }
      await turnOfOthers();
    }
  }

  /** Before the products, which are indexed by them. */
  async #readSynonyms(reader: StoreReader): Promise<void> {
    const changed = await reader.changedSynonyms(this.#synonyms?.changeNumber ?? 0);
    if (changed === null) return;
    this.#synonyms = changed;
    this.#writer.setSynonyms(settingsOf(changed));
  }

  /** Takes what was saved, where it can be used. */
  async #open(store: Store): Promise<void> {
    const { files, storage } = this.#source;
    const reader = storage.reader(store.id);
    const loaded = await files?.load(this.#identity, (progress) =>
      findContradiction(progress, store, reader),
    );
    await this.#readSynonyms(reader);
    this.#isOpen = true;
    if (loaded?.kind === 'refused') this.#warnOfFiles(loaded.reason);
    if (loaded?.kind !== 'loaded') return;
    const { position, witnesses, segments } = loaded.index;
    try {
      this.#writer = this.#createWriter(segments);
    } catch (error) {
      await files?.discard(this.storeId);
      this.#warnOfFiles(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#position = position;
    this.#witnesses = witnesses;
    this.#isUnproven = true;
    this.#saved = this.#writer.snapshot().segments;
  }

  /** Each product row is one document; told only where no change came between the two reads. */
  #agreesWith({ changeNumber, productCount }: Store): boolean {
    const isComparable = (this.#position?.changeNumber ?? 0) <= changeNumber;
    return !isComparable || this.#writer.documentCount === productCount;
  }

  #beginAnew(): void {
    this.#writer = this.#createWriter([]);
    this.#position = null;
    this.#witnesses = [];
  }

  #createWriter(segments: readonly SegmentSnapshot[]): IndexWriter {
    const { locale } = this.#identity;
    const synonyms = this.#synonyms === null ? usualSynonyms : settingsOf(this.#synonyms);
    return createIndexWriter({ locale, synonyms, segments, newSegmentId: this.#source.newSegmentId });
  }

  #warnOfFiles(reason: string): void {
    this.#source.warn(
      `The saved index of store ${this.storeId} cannot be used and is built anew from the database: ${reason}`,
    );
  }
}

function identityOf({ id, createdAt, locale, currency }: Store): IndexIdentity {
  return { storeId: id, createdAt, locale, currency, version: indexVersion };
}

function settingsOf({ rules, common, changeNumber }: StoreSynonyms): SynonymSettings {
  return { rules, common, version: changeNumber };
}
