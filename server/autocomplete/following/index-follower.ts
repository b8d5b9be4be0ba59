/**
 * Keeps the index of each store equal to its products by following the store's change numbers: every committed change, from this
 * node or another, is read back in order of change numbers, turned into a small segment and published. There is no second way into
 * an index, so a start, a local write and a write elsewhere cannot disagree.
 *
 * All indexes share a memory limit. Evicted indexes are loaded from their files, or from the database, at the next query; until then
 * their stores are not followed. Sixteen reads begin at a time; the limit on memory is bytes, of which the settings give the number. A
 * store that fails is put in quarantine and does not hold up others. It never writes to the catalog.
 */
// Tests: ./index-follower.live.test.ts.
import { AppError, storeUnavailable } from '../../errors.ts';
import { randomNumber } from '../../ids.ts';
import { toStoreFault } from '../../storage/damage/damage.ts';
import type { Store } from '../../storage/records.ts';
import { resultWithin } from '../../within.ts';
import { DeletedStores } from '../changes/change-pages.ts';
import { IndexMemory } from '../upkeep/index-memory.ts';
import { IndexMerging } from '../upkeep/index-merging.ts';
import { createSavings, type IndexSaving } from '../upkeep/index-saving.ts';
import { MemoryBound } from '../upkeep/memory-bound.ts';
import { findOrRemember, type SavedIndexes } from '../upkeep/saved-indexes.ts';
import type { FollowerListeners, FollowerSettings } from './follower-settings.ts';
import { IndexingTurns } from './indexing-turns.ts';
import { SettingsThrottle } from './settings-throttle.ts';
import { StoreIndex } from './store-index.ts';

/** Reads that polls start at the same time: enough that one long read rarely blocks others. Chosen. */
const readsAtOnce = 16;

/** Keeps indexes equal to what is committed. Its calls may overlap; reads of one store take turns. */
export class IndexFollower {
  readonly #settings: FollowerSettings;
  readonly #audience: FollowerListeners;
  readonly #memory: IndexMemory;
  readonly #bound: MemoryBound;
  readonly #merging: IndexMerging;
  readonly #saving: IndexSaving | null;
  readonly #sharing: IndexSaving | null;
  readonly #throttle: SettingsThrottle;
  readonly #turns: IndexingTurns;
  /** The work after a read, once for all calls that share the read. */
  readonly #finished = new WeakMap<Promise<boolean>, Promise<void>>();
  /** Parked stores that are loaded one after the other while there is room, the most active first. */
  #arrivals: string[] = [];
  #isLoadingArrivals = false;
  /** When a poll last had changes read. */
  readonly #polledAt = new WeakMap<StoreIndex, number>();
  readonly #deleted: DeletedStores;
  /** Work that polls began. */
  readonly #background = new Set<Promise<void>>();

  constructor(settings: FollowerSettings, audience: FollowerListeners) {
    const { clock, memoryMaxBytes, mergeElsewhere } = settings;
    const { warn } = audience;
    const failed = (storeId: string, error: unknown) => settings.quarantine.fail(storeId, error);
    this.#settings = settings;
    this.#audience = audience;
    const memory = new IndexMemory(memoryMaxBytes, clock);
    this.#memory = memory;
    this.#deleted = new DeletedStores(settings.storage);
    this.#throttle = new SettingsThrottle(clock);
    this.#turns = new IndexingTurns(clock);
    const merging = new IndexMerging({
      mergeElsewhere,
      clock,
      merged: (index) => this.#publish(index),
      warn,
      failed,
    });
    this.#merging = merging;
    const savings = createSavings(settings, {
      ...{ indexes: () => memory.all(), warn, failed },
      isMergingMuch: (index) => merging.isMergingMuch(index),
    });
    this.#saving = savings.saving;
    this.#sharing = savings.sharing;
    this.#bound = new MemoryBound({
      ...{ memory, clock, maxBytes: memoryMaxBytes, putOut: settings.putOut },
      ...{ saving: this.#saving, wake: audience.mustSave },
      drop: (index) => this.#drop(index),
    });
  }

  /**
   * Resolves when the store's index shows what is committed now, after a write.
   * Resolves at once if the index is not in memory or is still loading, since it then answers no query before it shows the
   * change; and for a store in quarantine, which is answered from its last good index.
   */
  async follow(storeId: string): Promise<void> {
    const store = await this.#turns.readFirst(this.#settings.storage.directory.findStore(storeId));
    const index = this.#memory.find(storeId);
    if (store === null || index === undefined) return;
    if (!index.wasComplete) index.expect(store);
    else if (!this.#settings.quarantine.isFailing(storeId)) await this.#bringUpToDate(index, store);
  }

  /**
   * Loads the store's index for a question, up to what is committed now. Does nothing for an unknown store. Rejects with
   * `store_unavailable` if the store cannot be read and no index of it was saved, and with a `EvictedError` if its index does
   * not fit into memory.
   */
  async load(storeId: string): Promise<void> {
    if (this.#memory.find(storeId) === undefined) await this.#bound.admit(storeId);
    const store = await findOrRemember(this.#settings.storage.directory, this.#saved(), storeId);
    if (store === null) return;
    const known = this.#memory.find(storeId);
    if (known === undefined && this.#settings.quarantine.isHeld(storeId)) throw storeUnavailable();
    const index = known ?? this.#begin(store);
    this.#memory.noteUse(storeId);
    // Otherwise each keystroke would try to read unreadable rows.
    if (known === undefined || !this.#settings.quarantine.isFailing(storeId))
      await this.#catchUp(index, store);
    if (!index.wasComplete) throw storeUnavailable();
    // The caller that waited for the load is about to ask.
    this.#memory.noteUse(storeId);
    this.#bound.keep(index);
    if (this.#memory.find(storeId) === undefined) this.#bound.refuse(storeId);
  }

  /** Notes that these stores had queries just now. */
  noteUses(storeIds: Iterable<string>): void {
    for (const storeId of storeIds) this.#memory.noteUse(storeId);
  }

  /**
   * Finds stores that changed or are new, among all stores or those in `among`, and begins to follow or load them; resolves when
   * they are found. Several are read at a time, so a long read of one does not delay others. Returns the stores that were skipped,
   * which the next poll finds again.
   */
  async poll(among?: readonly string[]): Promise<string[]> {
    const { quarantine } = this.#settings;
    const { directory } = this.#settings.storage;
    this.#bound.endOld();
    if (among === undefined) await this.#deleted.each((storeId) => this.#remove(storeId));
    const newcomers: string[] = [];
    const passedOver: string[] = [];
    for (const storeId of quarantine.takeDue()) this.#inBackground(storeId, () => this.#retry(storeId));
    for (const store of await directory.changedStores(this.#memory.knownChanges(among), among)) {
      const index = this.#memory.find(store.id);
      if (index === undefined) newcomers.push(store.id);
      else if (quarantine.isFailing(store.id)) continue;
      else if (!index.isReading && this.#background.size < readsAtOnce && this.#isDue(index)) {
        this.#polledAt.set(index, this.#settings.clock.monotonicMs());
        this.#inBackground(store.id, () => this.#bringUpToDate(index, store));
      } else passedOver.push(store.id);
    }
    if (newcomers.length > 0) await this.#receive(newcomers);
    return passedOver;
  }

  /** Resolves when no background work is running. */
  async settled(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /** Does one small merge or starts a large one on the merge thread. Returns whether it did; call it again until it returns false. */
  mergeOnce(): boolean {
    return this.#merging.mergeOnce();
  }

  /** Saves one index that is due. Returns the duration in ms, or null if none is due. */
  async saveOnce(): Promise<number | null> {
    return (await this.#saving?.saveOnce()) ?? null;
  }

  /** Saves indexes that must leave memory, and releases them. Returns whether that helped: call it again until it returns false. */
  async saveLeaving(): Promise<boolean> {
    return await this.#bound.saveLeaving();
  }

  /** Shares one index that is due. Returns the duration in ms, or null if none is due. */
  async shareOnce(): Promise<number | null> {
    return (await this.#sharing?.saveOnce()) ?? null;
  }

  /** Evicts indexes while they exceed the memory limit. Returns whether one had to leave. */
  keepBound(): boolean {
    return this.#bound.keep();
  }

  /** Saves all unsaved indexes. */
  async saveAll(): Promise<void> {
    await this.#saving?.saveAll();
  }

  #saved(): SavedIndexes {
    const { saving, sharing } = this.#settings;
    return { files: saving?.files ?? null, shared: sharing?.files ?? null };
  }

  #begin(store: Store): StoreIndex {
    const { storage } = this.#settings;
    const index: StoreIndex = new StoreIndex(store, {
      storage,
      usualAt: this.#memory.usualAt(store.id),
      saved: this.#saved(),
      newSegmentId: randomNumber,
      throttle: this.#throttle,
      nowMicros: () => this.#settings.clock.nowMicros(),
      turns: this.#turns,
      warn: this.#audience.warn,
      grown: () => this.#merging.note(index),
      partlyRead: () => {
        this.#merging.note(index);
        this.#publish(index);
      },
    });
    this.#memory.add(index);
    return index;
  }

  /** During a long run: each new version of an index makes every answer in the cache stale. */
  #isDue(index: StoreIndex): boolean {
    // It would only wait, and block others.
    if (this.#throttle.owes(index.storeId)) return false;
    const polledAt = this.#polledAt.get(index) ?? Number.NEGATIVE_INFINITY;
    return this.#settings.clock.monotonicMs() - polledAt >= this.#settings.pollsApartMs;
  }

  /** Returns whether memory is too small now. */
  async #bringUpToDate(index: StoreIndex, store: Store): Promise<boolean> {
    await this.#catchUp(index, store);
    return this.keepBound();
  }

  #catchUp(index: StoreIndex, store: Store): Promise<void> {
    const reading = index.catchUp(store);
    const finished = this.#finished.get(reading) ?? this.#finish(index, reading);
    this.#finished.set(reading, finished);
    return finished;
  }

  /** If the store cannot be read, it is put in quarantine and its last good index answers. */
  async #finish(index: StoreIndex, reading: Promise<boolean>): Promise<void> {
    const { quarantine, during = (_storeId, task) => task() } = this.#settings;
    const { storeId } = index;
    try {
      if (await during(storeId, () => reading)) this.#publish(index);
      quarantine.leaveOut(storeId, index.leftOut.list());
    } catch (cause) {
      const error = toStoreFault(cause);
      if (!quarantine.fail(storeId, error)) throw error;
      // The fault may be in what was read before: the next try starts over.
      if (!(error instanceof AppError)) index.restart();
      if (index.fallBack()) this.#publish(index);
    }
  }

  /** A store in quarantine, once its pause is over. */
  async #retry(storeId: string): Promise<void> {
    const store = await this.#settings.storage.directory.findStore(storeId);
    const index = this.#memory.find(storeId);
    if (store === null) this.#settings.quarantine.end(storeId);
    if (store === null || (index === undefined && this.#memory.isFull())) return;
    index?.rereadLeftOut();
    await this.#bringUpToDate(index ?? this.#begin(store), store);
  }

  #publish(index: StoreIndex): void {
    const { storeId, changeNumber, origin } = index;
    this.#memory.noteSize(index);
    if (!index.isComplete || this.#memory.find(storeId) !== index) return;
    const rules = index.takeRules();
    if (rules !== null) this.#audience.announceRules(rules);
    const boosts = index.takeBoosts();
    if (boosts !== null) this.#audience.announceBoosts(boosts);
    this.#audience.publish({ storeId, changeNumber, snapshot: index.snapshot(), origin });
  }

  #drop(index: StoreIndex): void {
    this.#merging.forget(index);
    this.#memory.park(index.storeId);
    this.#audience.drop(index.storeId, index.byteLength);
  }

  /** Removes a deleted store from memory and from the files of this node. */
  async #remove(storeId: string): Promise<void> {
    const index = this.#memory.find(storeId);
    // Indexes that the previous thread published may still answer.
    const isAnswered = index !== undefined || this.#settings.quarantine.isFailing(storeId);
    if (index !== undefined) this.#merging.forget(index);
    this.#memory.forget(storeId);
    this.#bound.forget(storeId);
    this.#settings.quarantine.noteDeleted(storeId);
    if (isAnswered) this.#audience.drop(storeId, index?.byteLength ?? 0);
    await this.#saving?.discard(storeId);
  }

  /** Handles stores that are new to this thread: all stores at the start, later the created ones. */
  async #receive(storeIds: readonly string[]): Promise<void> {
    const isNew = new Set(storeIds);
    const byActivity =
      storeIds.length === 1 ? storeIds : await this.#settings.storage.directory.storeIdsByActivity();
    for (const storeId of byActivity.filter((id) => isNew.has(id))) {
      // It may have been asked for in the meantime.
      if (this.#memory.find(storeId) !== undefined) continue;
      this.#memory.park(storeId);
      // The next try is due after its pause.
      if (!this.#settings.quarantine.isHeld(storeId)) this.#arrivals.push(storeId);
    }
    if (this.#isLoadingArrivals) return;
    this.#isLoadingArrivals = true;
    this.#inBackground(null, () => this.#loadArrivals());
  }

  async #loadArrivals(): Promise<void> {
    const { loadMaxMs } = this.#settings;
    try {
      for (let id = this.#arrivals.shift(); id !== undefined; id = this.#arrivals.shift()) {
        if (!this.#memory.isParked(id)) continue;
        // A slow load continues while the next ones start.
        const isFull = this.#memory.isFull() || (await resultWithin(loadMaxMs, this.#loadArrival(id), false));
        if (isFull) this.#arrivals = [];
      }
    } finally {
      this.#isLoadingArrivals = false;
    }
  }

  /** Returns whether memory is too small now. */
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

  /**
   * Runs work that no call waits for. The next poll repeats what the database could not answer; any other error puts the store in
   * quarantine.
   */
  #inBackground(storeId: string | null, work: () => Promise<unknown>): void {
    const task = work().then(
      () => {},
      (error: unknown) => {
        if (storeId !== null) this.#settings.quarantine.fail(storeId, error);
        else if (!(error instanceof AppError))
          this.#audience.warn(`Indexes are not loaded: ${String(error)}`);
      },
    );
    this.#background.add(task);
    void task.then(() => this.#background.delete(task));
  }
}
