/**
 * Keeps indexes small whose large segments are stored in the database: stored segments are paged from then on, a node replaces its
 * own segments by those that others stored, and fetched pages are released when memory is short.
 */
// Tests: ./index-merging.live.test.ts.

import type { Clock } from '../../clock.ts';
import { pageBytes } from '../../index-files/pages.ts';
import { keptMs, type SharedIndexFiles } from '../../index-files/shared-index-files.ts';
import { bytesOf, type MergeLimits, type MergePlan, type SegmentSnapshot } from '../../search/engine.ts';
import { dropPages, missingPages, pageUse } from '../../search/paged-segments.ts';
import type { StoreIndex } from '../following/store-index.ts';

/** Limits that decide which segments are paged. */
export interface PagingBounds {
  /** Segments of at least this size are paged once they are stored. */
  readonly segmentMinBytes: number;
  /** A node that has more of a store's index in memory unpaged loads what another node stored meanwhile. */
  readonly ownMaxBytes: number;
}

/** Merges keep their input unpaged in memory, about 800 bytes a product. Chosen. */
const mergeMaxDocuments = 250_000;

/**
 * Pages that no manifest names stay for a while. For most of that time, a node whose stored index was discarded waits until another
 * node stores one; otherwise all nodes would build it at the same time.
 */
const waitForStoredMs = keptMs * 0.8;

/** Releasing pages copies those that stay, so it is done only for at least this share of them. Chosen. */
const leastReleased = 0.25;

/** The dependencies of paging, and where it reports losses. */
export interface PagingSurroundings {
  readonly shared: SharedIndexFiles;
  readonly bounds: PagingBounds;
  readonly clock: Clock;
  /** A page of the segment is missing or damaged. */
  readonly lost: (index: StoreIndex, segmentId: number) => void;
}

/** Pages the indexes of one node. */
export class IndexPaging {
  readonly #surroundings: PagingSurroundings;
  readonly #shared: SharedIndexFiles;
  readonly #bounds: PagingBounds;
  /** When the stored index that was last checked was saved. */
  readonly #seen = new WeakMap<StoreIndex, number>();
  /** The time since when a paged index has had no stored copy. */
  readonly #unstoredSince = new WeakMap<StoreIndex, number>();
  /** Indexes whose segments this node stored last. */
  readonly #storing = new WeakSet<StoreIndex>();

  constructor(surroundings: PagingSurroundings) {
    this.#surroundings = surroundings;
    this.#shared = surroundings.shared;
    this.#bounds = surroundings.bounds;
  }

  /** Pages the stored segments of an index. Returns whether anything changed. */
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

  /** Releases the fetched pages of an index: all of them, or only if there are many. Returns whether there were any. */
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
   * Reopens the index from the stored copy if pages that it uses will be deleted, or if it has much unpaged and another node has
   * stored more.
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
    // Not earlier, so a failure is tried again.
    this.#seen.set(index, head.savedAt);
  }

  /** The node that stores the index builds it at once, so the others have something to wait for. */
  #isUnstoredTooLong(index: StoreIndex): boolean {
    const now = this.#surroundings.clock.monotonicMs();
    const since = this.#unstoredSince.get(index) ?? now;
    this.#unstoredSince.set(index, since);
    return this.#storing.has(index) || now - since >= waitForStoredMs;
  }

  /** Whether the current index uses pages of the segment. */
  holds(index: StoreIndex, segmentId: number): boolean {
    return index.snapshot().segments.some((segment) => segment.id === segmentId && isPaged(segment));
  }

  /** Discards the stored index if it has that segment, one of whose pages is missing or damaged. */
  async discardWith(index: StoreIndex, segmentId: number): Promise<void> {
    const stored = await this.#shared.find(index.identity);
    if (stored?.segments.some(({ entry }) => entry.id === segmentId)) {
      await this.#shared.discard(index.storeId);
    }
  }

  /** Fetches the missing pages of the segments that a merge needs. Rejects if they cannot be fetched. */
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
