/**
 * Keeps indexes small whose large segments are stored in the database: what was stored is held by pages from then on, what
 * others stored takes the place of what a node holds itself, and what was fetched is given back where memory is short.
 */

import type { Clock } from '../clock.ts';
import { pageBytes } from '../index-files/pages.ts';
import { keptMs, type SharedIndexFiles } from '../index-files/shared-index-files.ts';
import { bytesOf, type MergeLimits, type MergePlan, type SegmentSnapshot } from '../search/engine.ts';
import { dropPages, missingPages, pageUse } from '../search/paged-segments.ts';
import type { StoreIndex } from './store-index.ts';

/** What is held by pages, and what is not. */
export interface PagingBounds {
  /** Segments of this size and more are held by pages once they are stored. */
  readonly segmentMinBytes: number;
  /** A node that holds more of a store's index as a whole takes what another one has stored meanwhile. */
  readonly ownMaxBytes: number;
}

/** Merges hold what they merge as a whole, about 800 bytes a product. Chosen. */
const mergeMaxDocuments = 250_000;

/**
 * Pages that no manifest names stay for a while. For most of it a node whose stored index was let go waits for the one that
 * another node stores: all of them would build it at the same time.
 */
const waitForStoredMs = keptMs * 0.8;

/** To give pages back costs a copy of those that stay: it is done for so many of these at least. Chosen. */
const leastReleased = 0.25;

/** What paging works with, and where losses are reported. */
export interface PagingSurroundings {
  readonly shared: SharedIndexFiles;
  readonly bounds: PagingBounds;
  readonly clock: Clock;
  /** A page of the segment is gone or damaged. */
  readonly lost: (index: StoreIndex, segmentId: number) => void;
}

/** Holds indexes of one node by pages. */
export class IndexPaging {
  readonly #surroundings: PagingSurroundings;
  readonly #shared: SharedIndexFiles;
  readonly #bounds: PagingBounds;
  /** What was stored when it was last looked at. */
  readonly #seen = new WeakMap<StoreIndex, number>();
  /** Since when nothing is stored of an index that is held by pages. */
  readonly #unstoredSince = new WeakMap<StoreIndex, number>();
  /** Indexes of which this node stored segments last. */
  readonly #storing = new WeakSet<StoreIndex>();

  constructor(surroundings: PagingSurroundings) {
    this.#surroundings = surroundings;
    this.#shared = surroundings.shared;
    this.#bounds = surroundings.bounds;
  }

  /** What is stored is held by pages from then on. Returns whether anything is held otherwise than before. */
  async settle(index: StoreIndex): Promise<boolean> {
    const large = index
      .snapshot()
      .segments.filter(
        (segment) => !isPaged(segment) && segment.data.byteLength >= this.#bounds.segmentMinBytes,
      );
    if (large.length === 0) return false;
    const stored = await this.#shared.stored(index.storeId, idsOf(large));
    if (stored.size === 0) return false;
    this.#storing.add(index);
    index.hold(large.filter(({ id }) => stored.has(id)).map((segment) => dropPages(segment, pageBytes)));
    return true;
  }

  /** Gives back what was fetched of an index: all of it, or where it is much. Returns whether there was any. */
  release(index: StoreIndex, which: 'much' | 'all'): boolean {
    const least = which === 'all' ? 0 : leastReleased;
    const released = index.snapshot().segments.filter((segment) => {
      const { fetched, resident } = pageUse(segment);
      return fetched > 0 && fetched >= resident * least;
    });
    if (released.length > 0) index.hold(released.map((segment) => dropPages(segment, pageBytes)));
    return released.length > 0;
  }

  /**
   * Reopens the index from what is stored, where something that it holds by pages will not stay stored, or where it holds
   * much as a whole and another node has stored more.
   */
  async followStored(index: StoreIndex, reopen: () => Promise<void>): Promise<void> {
    const { segments } = index.snapshot();
    const paged = segments.filter(isPaged);
    const { ownMaxBytes } = this.#bounds;
    const ownBytes = bytesOf({ segments: segments.filter((segment) => !isPaged(segment)) });
    if (!index.isComplete || (paged.length === 0 && ownBytes <= ownMaxBytes)) return;
    const head = await this.#shared.head(index.identity);
    if (head === null) {
      if (paged.length === 0 || !this.#isUnstoredTooLong(index)) return;
      await reopen();
    }
    this.#unstoredSince.delete(index);
    if (head === null) return;
    if (head.savedAt === this.#seen.get(index)) return;
    const stored = await this.#shared.stored(index.storeId, idsOf(paged));
    if (stored.size < paged.length || (ownBytes > ownMaxBytes && !this.#storing.has(index))) {
      await reopen();
      this.#storing.delete(index);
    }
    // Not before: what failed is to be tried again.
    this.#seen.set(index, head.savedAt);
  }

  /** The node that stores the index builds it at once, so that the others have something to wait for. */
  #isUnstoredTooLong(index: StoreIndex): boolean {
    const now = this.#surroundings.clock.monotonicMs();
    const since = this.#unstoredSince.get(index) ?? now;
    this.#unstoredSince.set(index, since);
    return this.#storing.has(index) || now - since >= waitForStoredMs;
  }

  /** Whether pages of the segment are read for the index as it is now. */
  holds(index: StoreIndex, segmentId: number): boolean {
    return index.snapshot().segments.some((segment) => segment.id === segmentId && isPaged(segment));
  }

  /** Lets go what is stored of the index if it has that segment, of which a page is gone or damaged. */
  async discardWith(index: StoreIndex, segmentId: number): Promise<void> {
    const stored = await this.#shared.find(index.identity);
    if (stored?.segments.some(({ entry }) => entry.id === segmentId)) {
      await this.#shared.discard(index.storeId);
    }
  }

  /** Before a merge: fetches what of its segments is missing. Rejects where that cannot be had. */
  async fetchWhole(index: StoreIndex, plan: MergePlan): Promise<MergePlan> {
    for (const segment of plan.segments) {
      const fault = await this.#shared.fetch(index.storeId, missingPages(segment));
      if (fault === null) continue;
      this.#surroundings.lost(index, segment.id);
      throw fault;
    }
    return { ...plan, segments: plan.segments.map(({ id, data, tombstones }) => ({ id, data, tombstones })) };
  }

  /** Limits of merges of the index: only the node that stores it merges what is stored. */
  limits(index: StoreIndex): MergeLimits {
    return { maxDocuments: mergeMaxDocuments, keepsPaged: !this.#storing.has(index) };
  }
}

function isPaged({ pages }: SegmentSnapshot): boolean {
  return pages !== undefined;
}

function idsOf(segments: readonly SegmentSnapshot[]): number[] {
  return segments.map(({ id }) => id);
}
