/**
 * The engine's door: the words by which the rest of the service builds an index and asks it.
 * Everything in this folder is pure: no I/O, no clock, no randomness.
 *
 * A store's index is a list of immutable segments, each in one SharedArrayBuffer, with tombstones over them. The
 * index thread owns an {@link IndexWriter}; every change makes a new {@link IndexSnapshot}, which any number of
 * threads read at the same time through an {@link IndexReader}, without copies and without locks.
 */
import type { SearchDocument } from './document.ts';

/** One version of a store's index: buffers only, so that it crosses threads by reference. */
export interface IndexSnapshot {
  /** BCP 47; decides the lower case (Turkish dotless i) and the stop words of suggestions. */
  readonly locale: string;
  readonly segments: readonly SegmentSnapshot[];
}

/** A segment and what has died in it since it was built. */
export interface SegmentSnapshot {
  /** Unique within the writer's life; equal ids mean the same bytes, so that a reader keeps its views. */
  readonly id: number;
  readonly data: SharedArrayBuffer;
  /** One bit a document, set where a later segment holds a newer version. Never changed after publication. */
  readonly tombstones: SharedArrayBuffer;
}

/** Builds and keeps one store's index. Not shared: it lives in one thread. */
export interface IndexWriter {
  /** Takes new versions of products; of two with the same id the later one wins. Visible in the next snapshot. */
  apply(documents: readonly SearchDocument[]): void;
  /** The index as of now. Cheap when nothing changed since the last call. */
  snapshot(): IndexSnapshot;
  /** Merges small segments by tiers when that is due. Returns whether it did anything; call again until false. */
  merge(): boolean;
  /** Live documents. */
  readonly documentCount: number;
}

/**
 * What shoppers did, as decayed scores: higher is more wanted. Absent means zero. The maps must never change once
 * they were handed over, since readers remember what they found by them: new scores are new maps.
 */
export interface Signals {
  /** By product UUID. */
  readonly products: ReadonlyMap<string, number>;
  /** By suggestion phrase, folded by `fold` (fold.ts). */
  readonly phrases: ReadonlyMap<string, number>;
}

/** The tiers of §4.7 that a product hit, in order of weight; the first that differs decides. */
export interface RankTiers {
  /** Words of the query that the product does not hold: 0 comes before 1 (Contract §7). */
  readonly missingWords: number;
  readonly inStock: boolean;
  readonly exactTitle: boolean;
  readonly titlePrefix: boolean;
  /** 0 (accidental) to 15 (what the product is about). */
  readonly intent: number;
  readonly popularity: number;
}

/** A product of an answer and why it stands there. */
export interface ProductHit {
  readonly productId: string;
  /** The product card as UTF-8 JSON; a view into the segment, never to be written to. */
  readonly card: Uint8Array;
  readonly tiers: RankTiers;
}

/** The three groups of an answer, best first. */
export interface SearchResult {
  readonly products: readonly ProductHit[];
  /** Titles, best first. */
  readonly categories: readonly string[];
  readonly suggestions: readonly string[];
}

/** Answers from one snapshot. Cheap to open when it shares segments with an earlier reader. */
export interface IndexReader {
  readonly documentCount: number;
  /** At most `limit` of each group for a query that is not blank (§4.7 search). */
  search(query: string, limit: number, signals: Signals): SearchResult;
  /** At most `limit` of each group for a blank query (§4.7 discovery). */
  discover(limit: number, signals: Signals): SearchResult;
}
