/**
 * One store's index in the thread that builds it: taken from where it was saved or begun empty, brought up to date by the
 * store's change numbers, and ready to be published, merged and saved at any moment between two pages of changes.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { IndexPlace, SavedIndex } from '../index-files/index-files.ts';
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
import { type IndexOrigin, type OpenedIndex, openSavedIndex, type SavedIndexes } from './saved-indexes.ts';
import { type RulesNotice, StoreRules } from './store-rules.ts';
import { toDocument } from './to-document.ts';

/** What an index lives on. */
export interface IndexSource {
  readonly storage: Storage;
  /** Where nothing is saved, every load reads the whole store from the database. */
  readonly saved: SavedIndexes;
  /** Numbers that are never the same twice, on any node. */
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
  #origin: IndexOrigin = 'products';
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
  #mustReopen = false;
  #isComplete = false;
  #wasComplete = false;
  /** Where it was taken from, while it was not yet found equal to the database. */
  #unprovenFrom: IndexPlace | null = null;
  #readsUnderWay = 0;
  /** The read under way; later ones wait for it. */
  #reading: Promise<unknown> = Promise.resolve();
  #rules: StoreRules;
  /** As the database has them; null where they were never set. */
  #synonyms: StoreSynonyms | null = null;
  /** One for each list of segments, and the same for lists of the same bytes. */
  readonly #contents = new WeakMap<readonly SegmentSnapshot[], object>();
  /** What was saved last in each place. */
  readonly #saved = new Map<IndexPlace, object>();
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

  /** Where most of it came from. */
  get origin(): IndexOrigin {
    return this.#origin;
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

  /** By what everything in it is made. */
  get identity(): IndexIdentity {
    return this.#identity;
  }

  /** Memory of all segments, shared by the threads that hold them. */
  get byteLength(): number {
    const snapshot = this.#writer.snapshot();
    // Of these pages come at any time.
    if (snapshot.segments.some(({ pages }) => pages !== undefined)) return bytesOf(snapshot);
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
    const plan = this.#unprovenFrom === null ? this.#writer.planMerge(limits) : null;
    if (plan !== null) this.#plans.set(plan, this.#writer);
    return plan;
  }

  adopt(plan: MergePlan, merged: SharedArrayBuffer): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.adopt(plan, merged);
  }

  abandon(plan: MergePlan): void {
    if (this.#plans.get(plan) === this.#writer) this.#writer.abandon(plan);
  }

  /** What is to be saved there; null where that was done or there is nothing whole yet. */
  unsaved(place: IndexPlace): SavedIndex | null {
    // Each version of the index has a list of its own.
    const { segments } = this.#writer.snapshot();
    if (!this.#isComplete || this.#contentOf(segments) === this.#saved.get(place)) return null;
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

  /** Has segments held by other memory with the same bytes; to be published, and nothing to be saved. */
  hold(segments: readonly SegmentSnapshot[]): void {
    const content = this.#contentOf(this.#writer.snapshot().segments);
    for (const segment of segments) this.#writer.hold(segment);
    this.#contents.set(this.#writer.snapshot().segments, content);
  }

  /**
   * To be taken anew from where it is saved by the next read, if somebody else has saved it there. Until that is done the
   * version before is the one that is asked. A read that is under way ends as it began.
   */
  reopen(): void {
    this.#mustReopen = true;
  }

  /** New rules, to be told before the index is published; null where there are none. */
  takeRules(): RulesNotice | null {
    return this.#rules.takeNews();
  }

  /** To be told when it was saved there. */
  noteSaved(place: IndexPlace, { segments }: SavedIndex): void {
    this.#saved.set(place, this.#contentOf(segments));
  }

  #contentOf(segments: readonly SegmentSnapshot[]): object {
    const content = this.#contents.get(segments) ?? {};
    this.#contents.set(segments, content);
    return content;
  }

  async #catchUp(store: Store): Promise<boolean> {
    if (this.#mustReopen) {
      this.#mustReopen = false;
      this.#isOpen = false;
      this.#isComplete = false;
      this.#changeNumber = -1;
    }
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
    if (!this.#isOpen) await this.#open(this.#expected ?? store);
    for (let next = this.#expected; next !== null && next.changeNumber > this.#changeNumber; ) {
      this.#takeSettings(next);
      await this.#readChanges(next);
      if (this.#unprovenFrom !== null && !this.#agreesWith(next)) {
        await this.#unprovenFrom.discard(this.storeId);
        this.#warnOfSaved(`it does not hold the ${next.productCount} products of the database`);
        this.#beginAnew();
        await this.#readChanges(next);
      }
      this.#unprovenFrom = null;
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
      const { currency, locale } = this.#identity;
      this.#writer.stage(products.map((product) => toDocument(product, currency, locale)));
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
    this.#takeSettings(store);
    const { saved, storage } = this.#source;
    const reader = storage.reader(store.id);
    const opened = await openSavedIndex(saved, this.#identity, {
      accept: async (progress) => {
        // Another node may have saved more than the store had when it was asked for.
        this.expect((await storage.directory.findStore(this.storeId)) ?? store);
        return await findContradiction(progress, this.#expected ?? store, reader);
      },
      isNear: async ({ position }) =>
        (await reader.changedProducts({ after: position, limit: productsPerRead })).length < productsPerRead,
      refused: (reason) => this.#warnOfSaved(reason),
    });
    await this.#readSynonyms(reader);
    this.#isOpen = true;
    if (opened !== null && (await this.#takeSaved(opened))) return;
    // Where its pages were stored nothing is any more.
    if (this.#writer.snapshot().segments.some(({ pages }) => pages !== undefined)) this.#beginAnew();
  }

  /** Returns whether it could be used. */
  async #takeSaved({ index, origin, place }: OpenedIndex): Promise<boolean> {
    const { position, witnesses, segments } = index;
    try {
      this.#writer = this.#createWriter(segments);
    } catch (error) {
      await place.discard(this.storeId);
      this.#warnOfSaved(error instanceof Error ? error.message : String(error));
      return false;
    }
    this.#position = position;
    this.#witnesses = witnesses;
    // Products that changed up to there are not read, and rules may name them.
    this.#rules = new StoreRules(this.storeId);
    this.#unprovenFrom = place;
    this.#origin = origin;
    this.#saved.set(place, this.#contentOf(this.#writer.snapshot().segments));
    return true;
  }

  /** Each product row is one document; told only where no change came between the two reads. */
  #agreesWith({ changeNumber, productCount }: Store): boolean {
    const isComparable = (this.#position?.changeNumber ?? 0) <= changeNumber;
    return !isComparable || this.#writer.documentCount === productCount;
  }

  #beginAnew(): void {
    this.#origin = 'products';
    this.#unprovenFrom = null;
    this.#writer = this.#createWriter([]);
    this.#position = null;
    this.#witnesses = [];
  }

  #createWriter(segments: readonly SegmentSnapshot[]): IndexWriter {
    const { locale } = this.#identity;
    const synonyms = this.#synonyms === null ? usualSynonyms : settingsOf(this.#synonyms);
    return createIndexWriter({ locale, synonyms, segments, newSegmentId: this.#source.newSegmentId });
  }

  #warnOfSaved(reason: string): void {
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
