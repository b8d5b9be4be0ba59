/**
 * Indexes that one process built and others take: what the database keeps of them. Bytes go in and out as they are;
 * their meaning, and whether they are complete, is the writer's concern.
 *
 * A segment's pages are durable before a manifest names it, and a manifest takes the place of the one before in one
 * transaction. What no manifest names any more stays for a while, for those who still read it.
 */

import { bytes, integer, optional, text, time } from './column.ts';
import { storeTable } from './table.ts';

/** Made by the first claim. */
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

export const sharedSegments = storeTable('shared_segments', {
  key: ['segment_id'],
  columns: {
    segment_id: integer(),
    version: text(),
    /** Since when no manifest names it, also before the first does; null while one does. */
    retired_at: optional(time()),
  },
});

export const sharedSegmentPages = storeTable('shared_segment_pages', {
  key: ['segment_id', 'number'],
  columns: { segment_id: integer(), number: integer(), content: bytes() },
});

/** Whose index it is. Programs by other rules keep one of their own beside it. */
export interface SharedIndexName {
  readonly storeId: string;
  /** All that decides what the bytes of an index mean. */
  readonly version: string;
}

/** How far a stored index goes. */
export interface SharedIndexHead {
  readonly changeNumber: number;
  /** By the database's clock: no two that are stored under one name have the same. */
  readonly savedAt: number;
}

/** A page of a segment, as it is stored. */
export interface SharedPage {
  readonly number: number;
  readonly content: Uint8Array;
}

/** The shared indexes of one database. */
export interface SharedIndexes {
  /** Null where nothing is stored. Cheap. */
  head(name: SharedIndexName): Promise<SharedIndexHead | null>;
  /** Null where nothing is stored. */
  find(name: SharedIndexName): Promise<(SharedIndexHead & { readonly manifest: Uint8Array }) | null>;
  /** Pages in the order of their numbers, which ascend; null where one of them is gone. */
  readPages(
    storeId: string,
    segmentId: number,
    numbers: readonly number[],
  ): Promise<readonly Uint8Array[] | null>;
  /** Of these segments those that a manifest names, and whose pages are there therefore. */
  namedSegments(storeId: string, segmentIds: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Takes or keeps the right to store. False while somebody else has it, by the database's clock, and for somebody else
   * than who stored it last also where what is stored goes as far as the index of the caller.
   */
  claim(name: SharedIndexName, claim: SharedIndexClaim): Promise<boolean>;
  /** Writes pages of a segment that no manifest names yet. */
  writePages(name: SharedIndexName, segmentId: number, pages: readonly SharedPage[]): Promise<void>;
  /**
   * Puts the index in the place of the one before. False, and nothing is written, where the claim went to somebody
   * else or a page of the segments is gone.
   */
  publish(
    name: SharedIndexName,
    index: {
      readonly changeNumber: number;
      readonly manifest: Uint8Array;
      /** Those that have pages. */
      readonly segments: readonly { readonly id: number; readonly pageCount: number }[];
    },
    claim: Pick<SharedIndexClaim, 'owner' | 'leaseMs'>,
  ): Promise<boolean>;
  /**
   * Removes indexes of other versions that were not stored for that long, and segments that no manifest named for that long.
   * Gives whether none is left that waits for that.
   */
  prune(
    name: SharedIndexName,
    ages: { readonly versionMs: number; readonly segmentMs: number },
  ): Promise<boolean>;
  /** Lets go what was stored then, unless another one has taken its place. */
  discard(name: SharedIndexName, head: Pick<SharedIndexHead, 'savedAt'>): Promise<void>;
}

/** A request to store: its owner, for how long no other may store, and how far the index goes. */
export interface SharedIndexClaim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly changeNumber: number;
}
