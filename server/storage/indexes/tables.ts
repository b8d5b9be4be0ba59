/**
 * Tables and interface of indexes that one process built and others load from the database. Bytes are stored unchanged and
 * never interpreted: whether they are complete is the writer's concern. Times are microseconds by the database's clock.
 *
 * A segment's pages are durable before a manifest names it, and a manifest replaces the one before in one transaction. Segments that
 * no manifest names any more stay for a while, for processes that still read them. A page has 64 KiB; leases and ages are
 * milliseconds. An unknown version or segment is null.
 */
// Tests: test/storage/shared-indexes.test.ts.

import { bytes, integer, optional, text, time } from '../column.ts';
import { storeTable } from '../table.ts';

/** One row for each store and version of the format, created by the first claim. */
export const sharedIndexes = storeTable('shared_indexes', {
  key: ['version'],
  columns: {
    version: text(),
    /** -1 before anything is stored. */
    change_number: integer(),
    /** Null before anything is stored. */
    manifest: optional(bytes()),
    saved_at: optional(time()),
    owner: text(),
    lease_until: time(),
  },
});

/** Segments of indexes that nodes share. */
export const sharedSegments = storeTable('shared_segments', {
  key: ['segment_id'],
  columns: {
    segment_id: integer(),
    version: text(),
    /** The time since which no manifest names the segment, also before the first one does; null while one names it. */
    retired_at: optional(time()),
  },
});

/** The bytes of shared segments, 64 KiB a row. */
export const sharedSegmentPages = storeTable('shared_segment_pages', {
  key: ['segment_id', 'number'],
  columns: { segment_id: integer(), number: integer(), content: bytes() },
});

/** The name of an index. Programs with another format keep an index of their own beside it. */
export interface SharedIndexName {
  readonly storeId: string;
  /** Names the format and the rules by which the bytes are read. */
  readonly version: string;
}

/** The progress of a stored index. */
export interface SharedIndexHead {
  readonly changeNumber: number;
  /** The time of saving by the database's clock; two indexes may have the same, but not with the same change number. */
  readonly savedAt: number;
}

/** A page of a segment, as it is stored. */
export interface SharedPage {
  readonly number: number;
  readonly content: Uint8Array;
}

/** The shared indexes of one database. */
export interface SharedIndexes {
  /** The head of a stored index, without reading its manifest; null if none is stored. */
  head(name: SharedIndexName): Promise<SharedIndexHead | null>;
  /** A stored index with its manifest; null if none is stored. */
  find(name: SharedIndexName): Promise<(SharedIndexHead & { readonly manifest: Uint8Array }) | null>;
  /** Pages in the order of their numbers, which ascend; null where one of them is gone. */
  readPages(
    storeId: string,
    segmentId: number,
    numbers: readonly number[],
  ): Promise<readonly Uint8Array[] | null>;
  /** Returns those of these segments that a manifest names, so that all their pages exist. */
  namedSegments(storeId: string, segmentIds: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Takes or keeps the right to store. False while another owner has it, by the database's clock. A new owner also gets false
   * if the stored index is as new as its own.
   */
  claim(name: SharedIndexName, claim: SharedIndexClaim): Promise<boolean>;
  /** Writes pages of a segment that no manifest names yet. */
  writePages(name: SharedIndexName, segmentId: number, pages: readonly SharedPage[]): Promise<void>;
  /**
   * Replaces the stored index. False, and nothing is written, if another owner has the claim or a page of the segments is
   * missing.
   */
  publish(
    name: SharedIndexName,
    index: {
      readonly changeNumber: number;
      readonly manifest: Uint8Array;
      /** The segments that have pages. */
      readonly segments: readonly { readonly id: number; readonly pageCount: number }[];
    },
    claim: Pick<SharedIndexClaim, 'owner' | 'leaseMs'>,
  ): Promise<boolean>;
  /**
   * Removes indexes of other versions and segments without a manifest once they are that old. Returns whether none is left
   * that waits for its age.
   */
  prune(
    name: SharedIndexName,
    ages: { readonly versionMs: number; readonly segmentMs: number },
  ): Promise<boolean>;
  /** Deletes the index with this head, unless another one has replaced it. */
  discard(name: SharedIndexName, head: SharedIndexHead): Promise<void>;
}

/** A request to store: its owner, for how long no other may store, and how far the index goes. */
export interface SharedIndexClaim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly changeNumber: number;
}
