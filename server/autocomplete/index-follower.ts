/**
 * Keeps the index of each store equal to its products by following the store's change numbers: whatever committed,
 * here or on another machine, is read back in the order of its change, turned into a small segment and published.
 * There is no second way into an index, so a start, a local write and a write elsewhere cannot disagree.
 *
 * Indexes share a bound on memory. Beyond it those that were not asked for longest leave, and come back from their
 * files, or from the database, when they are asked again; until then their stores are not followed.
 */
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { randomNumber } from '../ids.ts';
import type { IndexFiles } from '../index-files/index-files.ts';
import type { SharedIndexFiles } from '../index-files/shared-index-files.ts';
import type { IndexSnapshot } from '../search/engine.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { IndexMemory } from './index-memory.ts';
import { IndexMerging, type MergeElsewhere } from './index-merging.ts';
import { IndexPaging, type PagingBounds } from './index-paging.ts';
import { IndexSaving } from './index-saving.ts';
import type { IndexOrigin } from './saved-indexes.ts';
import { StoreIndex } from './store-index.ts';
import type { RulesNotice } from './store-rules.ts';

/** A version of a store's index that shows every change up to its number. */
export interface PublishedIndex {
  readonly storeId: string;
  readonly changeNumber: number;
  readonly snapshot: IndexSnapshot;
  readonly origin: IndexOrigin;
}

/** Who holds indexes to ask them, and hears of what happens to them. */
export interface IndexAudience {
  /** Called in order, each time with a newer version of that store, until it is dropped. */
  readonly publish: (index: PublishedIndex) => void;
  /** Rules of a store, before the index that shows what they name. */
  readonly tellRules: (notice: RulesNotice) => void;
  /** The store's index leaves memory: whoever holds it lets it go. */
  readonly drop: (storeId: string) => void;
  /** A line for the log. */
  readonly warn: (message: string) => void;
  /** A defect in work that no call waits for. */
  readonly defect: (error: unknown) => void;
}

/** With what a follower works. */
export interface FollowerSettings {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Null: nothing is saved. `pauseMs`: the least time between two saves of one store. */
  readonly saving: { readonly files: IndexFiles; readonly pauseMs: number } | null;
  /** The same for indexes that all nodes share, and from which size on. */
  readonly sharing: {
    readonly files: SharedIndexFiles;
    readonly pauseMs: number;
    readonly minBytes: number;
    /** Null: all segments are in memory as a whole. */
    readonly paging: PagingBounds | null;
  } | null;
  /** Bound on all indexes together; the one that was used last stays in any case. */
  readonly memoryMaxBytes: number;
  readonly mergeElsewhere: MergeElsewhere;
  /** The least time between two polls that read changes of one store. */
  readonly pollsApartMs: number;
}

/** Reads that polls begin at the same time: enough that one long read is seldom in the way. Chosen. */
const readsAtOnce = 16;

/** Keeps indexes equal to what is committed. Its calls may overlap; reads of one store take turns. */
export class IndexFollower {
  readonly #settings: FollowerSettings;
  readonly #audience: IndexAudience;
  readonly #memory: IndexMemory;
  readonly #merging: IndexMerging;
  readonly #saving: IndexSaving | null;
  readonly #sharing: IndexSaving | null;
  readonly #paging: IndexPaging | null;
  /** Parked stores that are loaded one after the other while there is room, the most active first. */
  #arrivals: string[] = [];
  #isLoadingArrivals = false;
  /** When a poll last had changes read. */
  readonly #polledAt = new WeakMap<StoreIndex, number>();
  /** Which are looked at whether they are to be begun anew, or are begun anew. */
  readonly #reopening = new WeakSet<StoreIndex>();
  /** Work that polls began. */
  readonly #background = new Set<Promise<void>>();

  constructor(settings: FollowerSettings, audience: IndexAudience) {
    const { clock, saving, sharing, memoryMaxBytes, mergeElsewhere } = settings;
    const { warn } = audience;
    const lost = (index: StoreIndex, segmentId: number) => this.noteLostPages(index.storeId, segmentId);
    this.#settings = settings;
    this.#audience = audience;
    this.#memory = new IndexMemory(memoryMaxBytes);
    const paging = sharing?.paging
      ? new IndexPaging({ shared: sharing.files, bounds: sharing.paging, clock, lost })
      : null;
    this.#paging = paging;
    const merging = new IndexMerging({
      mergeElsewhere,
      paging,
      clock,
      merged: (index) => this.#publish(index),
      warn,
    });
    this.#merging = merging;
    const indexes = () => this.#memory.all();
    const isMergingMuch = (index: StoreIndex) => merging.isMergingMuch(index);
    const common = { clock, indexes, isMergingMuch, warn };
    const savingLoss = 'Indexes cannot be saved, and the next start has to read the database';
    this.#saving =
      saving && new IndexSaving({ ...common, ...saving, place: saving.files, loss: savingLoss, minBytes: 0 });
    const sharingLoss = 'Indexes cannot be shared, and new nodes have to read all products';
    this.#sharing =
      sharing && new IndexSaving({ ...common, ...sharing, place: sharing.files, loss: sharingLoss });
  }

  /**
   * After a write: resolves when the store's index shows what is committed now. At once where the index is not in
   * memory or was never whole yet: then nobody is answered from it before it shows that too.
   */
  async follow(storeId: string): Promise<void> {
    const store = await this.#settings.storage.directory.findStore(storeId);
    const index = this.#memory.find(storeId);
    if (store === null || index === undefined) return;
    if (index.wasComplete) await this.#bringUpToDate(index, store);
    else index.expect(store);
  }

  /** For a question: has the store's index in memory, showing what is committed now. An unknown store has none. */
  async load(storeId: string): Promise<void> {
    const store = await this.#settings.storage.directory.findStore(storeId);
    if (store === null) return;
    const index = this.#memory.find(storeId) ?? this.#begin(store);
    this.#memory.noteUse(storeId);
    await this.#catchUp(index, store);
    // Who waited for it is about to ask.
    this.#memory.noteUse(storeId);
    this.keepBound();
  }

  /** These stores were asked just now. */
  noteUses(storeIds: Iterable<string>): void {
    for (const storeId of storeIds) this.#memory.noteUse(storeId);
  }

  /**
   * Finds stores that moved or are new, of all or of those `among`, and begins to follow or load them; resolves when
   * they are found. Several at a time, so that a long read of one keeps no other waiting. Gives the stores that were
   * passed over, to be found again by the next poll.
   */
  async poll(among?: readonly string[]): Promise<string[]> {
    const { directory } = this.#settings.storage;
    const newcomers: string[] = [];
    const passedOver: string[] = [];
    for (const store of await directory.changedStores(this.#memory.knownChanges(among), among)) {
      const index = this.#memory.find(store.id);
      if (index === undefined) newcomers.push(store.id);
      else if (!index.isReading && this.#background.size < readsAtOnce && this.#isDue(index)) {
        this.#polledAt.set(index, this.#settings.clock.monotonicMs());
        this.#inBackground(() => this.#bringUpToDate(index, store));
      } else passedOver.push(store.id);
    }
    if (newcomers.length > 0) await this.#receive(newcomers);
    return passedOver;
  }

  /** Resolves when nothing is under way that no call waits for. */
  async settled(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /** Does one small merge or hands a large one to the other thread. Returns whether it did; call again until false. */
  mergeOnce(): boolean {
    return this.#merging.mergeOnce();
  }

  /** Saves one index that is due. Returns how long it took in ms, or null where none is due. */
  async saveOnce(): Promise<number | null> {
    return (await this.#saving?.saveOnce()) ?? null;
  }

  /** Shares one index that is due. Returns how long it took in ms, or null where none is due. */
  async shareOnce(): Promise<number | null> {
    return (await this.#sharing?.saveOnce()) ?? null;
  }

  /**
   * Gives back what was fetched of indexes by pages, used longest ago first, until memory suffices; then lets indexes go.
   * Returns whether one had to leave.
   */
  keepBound(): boolean {
    this.#release('much');
    if (this.#memory.surplus().length > 0) this.#release('all');
    const leaving = this.#memory.surplus();
    for (const index of leaving) this.#drop(index);
    return leaving.length > 0;
  }

  #release(which: 'much' | 'all'): void {
    for (const index of this.#paging === null ? [] : this.#memory.byUse()) {
      if (this.#memory.surplusBytes() <= 0) break;
      if (this.#paging?.release(index, which)) this.#publish(index);
    }
  }

  /**
   * A page of the segment, which is held by pages, is gone from the database or damaged: what is stored is let go, and the
   * index begun anew. Told again and again until that is done.
   */
  noteLostPages(storeId: string, segmentId: number): void {
    const [index, paging] = [this.#memory.find(storeId), this.#paging];
    // Who asked may have asked the version before.
    if (index === undefined || paging === null || !paging.holds(index, segmentId)) return;
    this.#reopenWhere(index, async () => {
      const what = `pages of segment ${segmentId} of the shared index of store ${storeId} are gone or damaged`;
      this.#audience.warn(`${what}: it is built anew from the products`);
      await paging.discardWith(index, segmentId);
      await this.#reopen(index);
    });
  }

  /** Holds by pages what this node has stored, and begins indexes anew from what others have, where that is due. */
  followStored(): void {
    const paging = this.#paging;
    if (paging === null) return;
    for (const index of this.#memory.all()) {
      this.#reopenWhere(index, async () => {
        if (await paging.settle(index)) this.#publish(index);
        await paging.followStored(index, () => this.#reopen(index));
      });
    }
  }

  /** In the background, unless the same goes on already: a rebuild of one index takes minutes. */
  #reopenWhere(index: StoreIndex, work: () => Promise<void>): void {
    if (this.#reopening.has(index)) return;
    this.#reopening.add(index);
    this.#inBackground(() => work().finally(() => this.#reopening.delete(index)));
  }

  async #reopen(index: StoreIndex): Promise<void> {
    const store = await this.#settings.storage.directory.findStore(index.storeId);
    if (store === null || this.#memory.find(index.storeId) !== index) return;
    index.reopen();
    await this.#bringUpToDate(index, store);
  }

  /** Saves all that is not saved yet. */
  async saveAll(): Promise<void> {
    await this.#saving?.saveAll();
  }

  #begin(store: Store): StoreIndex {
    const { storage, saving, sharing } = this.#settings;
    const index = new StoreIndex(store, {
      storage,
      saved: { files: saving?.files ?? null, shared: sharing?.files ?? null },
      newSegmentId: randomNumber,
      warn: this.#audience.warn,
      grown: (grown) => this.#merging.note(grown),
    });
    this.#memory.add(index);
    return index;
  }

  /** During a long run: each new version of an index makes every answer in the cache stale. */
  #isDue(index: StoreIndex): boolean {
    const polledAt = this.#polledAt.get(index) ?? Number.NEGATIVE_INFINITY;
    return this.#settings.clock.monotonicMs() - polledAt >= this.#settings.pollsApartMs;
  }

  /** Returns whether memory became too small by it. */
  async #bringUpToDate(index: StoreIndex, store: Store): Promise<boolean> {
    await this.#catchUp(index, store);
    return this.keepBound();
  }

  async #catchUp(index: StoreIndex, store: Store): Promise<void> {
    if (await index.catchUp(store)) this.#publish(index);
  }

  #publish(index: StoreIndex): void {
    const { storeId, changeNumber, origin } = index;
    if (!index.isComplete || this.#memory.find(storeId) !== index) return;
    const rules = index.takeRules();
    if (rules !== null) this.#audience.tellRules(rules);
    this.#audience.publish({ storeId, changeNumber, snapshot: index.snapshot(), origin });
  }

  #drop(index: StoreIndex): void {
    this.#saving?.noteLeaving(index);
    this.#merging.forget(index);
    this.#memory.park(index.storeId);
    this.#audience.drop(index.storeId);
  }

  /** Stores that are new to this thread: all of them at the start, later those that were made. */
  async #receive(storeIds: readonly string[]): Promise<void> {
    const isNew = new Set(storeIds);
    const byActivity =
      storeIds.length === 1 ? storeIds : await this.#settings.storage.directory.storeIdsByActivity();
    for (const storeId of byActivity.filter((id) => isNew.has(id))) {
      // Somebody may have asked for it in the meantime.
      if (this.#memory.find(storeId) !== undefined) continue;
      this.#memory.park(storeId);
      this.#arrivals.push(storeId);
    }
    if (this.#isLoadingArrivals) return;
    this.#isLoadingArrivals = true;
    this.#inBackground(() => this.#loadArrivals());
  }

  async #loadArrivals(): Promise<void> {
    try {
      for (let id = this.#arrivals.shift(); id !== undefined; id = this.#arrivals.shift()) {
        if (!this.#memory.isParked(id)) continue;
        if (this.#memory.isFull() || (await this.#loadArrival(id))) this.#arrivals = [];
      }
    } finally {
      this.#isLoadingArrivals = false;
    }
  }

  /** Returns whether memory became too small by it. */
  async #loadArrival(storeId: string): Promise<boolean> {
    try {
      const store = await this.#settings.storage.directory.findStore(storeId);
      if (store === null || !this.#memory.isParked(storeId)) return false;
      return await this.#bringUpToDate(this.#begin(store), store);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The database is away: to be found again.
      if (this.#memory.isParked(storeId)) this.#memory.forget(storeId);
      return false;
    }
  }

  /** Work that no call waits for. What the database could not answer is found again by the next poll. */
  #inBackground(work: () => Promise<unknown>): void {
    const task = work().then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof AppError)) this.#audience.defect(error);
      },
    );
    this.#background.add(task);
    void task.then(() => this.#background.delete(task));
  }
}
