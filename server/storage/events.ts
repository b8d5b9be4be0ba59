/**
 * What the service needs of a database for what shoppers do. Times are microseconds since the epoch, UTC; scores are
 * logarithms as of popularity.ts. Sessions are hashes of a day: no caller hands in the id that a browser sent.
 */
import type { EventType } from '../../contract/words/events.ts';

/** An event as it is kept for some days. */
export interface StoredEvent {
  /** Unique in its store. */
  readonly id: string;
  readonly type: EventType;
  readonly productId: string | null;
  readonly phrase: string | null;
  readonly region: string | null;
  readonly query: string | null;
  /** From 1 on. */
  readonly position: number | null;
  readonly quantity: number | null;
  readonly sessionHash: string;
  /** Whether it moved popularity: not every click of a session does. */
  readonly isMove: boolean;
  readonly occurredAt: number;
  readonly createdAt: number;
}

/** What a session moved, how far at most, and when first. */
export interface SessionMove {
  /** As {@link moveName} gives it. */
  readonly name: string;
  readonly weight: number;
  readonly movedAt: number;
}

/** That a session moved something, as one text. */
export function moveName(sessionHash: string, kind: PopularityKind, key: string): string {
  return `${sessionHash}:${kind}:${key}`;
}

/** What a network did to a thing, or on evidence: by the hash of either, as {@link moveName} joins them. */
export interface NetworkMark {
  readonly name: string;
  readonly amount: number;
  /** From then on the mark says nothing. */
  readonly until: number;
}

/**
 * What can be popular: products by UUID, suggestions by their folded phrase, typed queries by their text, and products for
 * those who meant a query, as {@link intentKey} joins both.
 */
export type PopularityKind = 'product' | 'phrase' | 'query' | 'intent';

/** A product and what was meant, as one text that begins with the product's. */
export function intentKey(productId: string, query: string): string {
  return `${productId} ${query}`;
}

/** The parts of such a key. */
export function readIntentKey(key: string): { readonly productId: string; readonly query: string } {
  const end = key.indexOf(' ');
  return { productId: key.slice(0, end), query: key.slice(end + 1) };
}

/** How popular something is. */
export interface PopularityScore {
  readonly kind: PopularityKind;
  readonly key: string;
  readonly score: number;
}

/** A score, and the version of the store's popularity that brought it. */
export interface VersionedScore extends PopularityScore {
  readonly version: number;
}

/** Reads of what shoppers of one store did. */
export interface EventReader {
  /** Those of the ids that are known. */
  knownEventIds(ids: readonly string[]): Promise<Set<string>>;
  /** Those of the product UUIDs that the store has. */
  knownProductIds(ids: readonly string[]): Promise<Set<string>>;
  /** By time of arrival, after a time and at most so many. */
  events(page: { readonly after: number; readonly limit: number }): Promise<StoredEvent[]>;
  countEvents(): Promise<number>;
  /** By name; those that were never made are absent. */
  sessionMoves(names: readonly string[]): Promise<SessionMove[]>;
  /** By name; those that were never made are absent. */
  networkMarks(names: readonly string[]): Promise<NetworkMark[]>;
  /** Sessions that used the queries, in no order. */
  querySessions(queries: readonly string[]): Promise<QuerySession[]>;
  /** In no order; those without a score are absent. */
  popularity(kind: PopularityKind, keys: readonly string[]): Promise<PopularityScore[]>;
  /** Scores that changed after a version, oldest change first. */
  changedPopularity(page: {
    readonly after: VersionedScore | null;
    readonly limit: number;
  }): Promise<VersionedScore[]>;
  popularityVersion(): Promise<number>;
}

/** Writes of what shoppers of one store did. */
export interface EventWriter {
  /** Ids that are known already are left as they are. */
  insertEvents(events: readonly StoredEvent[]): Promise<void>;
  /** In the place of what the same session moved before. */
  recordMoves(moves: readonly SessionMove[]): Promise<void>;
  /** In the place of the marks of the same names. */
  recordNetworkMarks(marks: readonly NetworkMark[]): Promise<void>;
  /** At most so many sessions of a query are remembered by the caller. */
  recordQueries(queries: readonly QuerySession[]): Promise<void>;
  /** In the place of the scores before; raises the store's version. */
  setPopularity(scores: readonly PopularityScore[]): Promise<void>;
  /** Each returns how many rows went, at most `limit`. */
  deleteEventsBefore(bounds: Pruned): Promise<number>;
  deleteMovesBefore(bounds: Pruned): Promise<number>;
  /** Of marks whose time is over by then. */
  deleteMarksBefore(bounds: Pruned): Promise<number>;
  deleteQueriesBefore(bounds: Pruned): Promise<number>;
  /** Takes the query out of events; returns of how many. */
  blankQueriesBefore(bounds: Pruned): Promise<number>;
  deletePopularityBelow(bounds: { readonly score: number; readonly limit: number }): Promise<number>;
  /** Of products for what was meant, the least popular beyond so many. */
  deleteWeakestIntents(bounds: { readonly kept: number; readonly limit: number }): Promise<number>;
  /**
   * Everything of the sessions but what they added to popularity, and what they moved lately: that goes by itself.
   * At most `limit` events; returns how many went.
   */
  eraseSessions(sessionHashes: readonly string[], limit: number): Promise<number>;
}

/** That a session used a query. */
export interface QuerySession {
  readonly query: string;
  readonly sessionHash: string;
  /** Of the network that it came from. */
  readonly networkHash: string;
  readonly createdAt: number;
}

/** How far back, and how much at once. */
export interface Pruned {
  readonly at: number;
  readonly limit: number;
}

/** What is looked up before the store is known, or is no store's own. */
export interface SignalDirectory {
  /** The version of popularity by store; stores without any are absent. */
  popularityVersions(): Promise<Map<string, number>>;
  /** The day's salt; where there is none yet, the candidate becomes it. `day`: `2026-11-21`. */
  sessionSalt(day: string, candidate: string): Promise<string>;
  /** The salts there are, by day. */
  sessionSalts(): Promise<Map<string, string>>;
  deleteSessionSaltsBefore(day: string): Promise<void>;
}

/** Questions that one process answered, for the others. */
export interface ShownBatch {
  /** Of the process. */
  readonly node: string;
  /** From 1 on; a process adds one after the other. */
  readonly number: number;
  /** Hashes and counts; their form is the caller's. */
  readonly entries: Uint8Array;
  readonly createdAt: number;
}

/** What processes that serve one database tell each other of the questions that they answered. */
export interface ShownDirectory {
  addShown(batch: ShownBatch): Promise<void>;
  /** Batches from that time on, by process and number: after the one named, and at most `limit`. */
  shownSince(page: {
    readonly since: number;
    /** The process that asks. */
    readonly except: string;
    readonly after: Pick<ShownBatch, 'node' | 'number'> | null;
    readonly limit: number;
  }): Promise<ShownBatch[]>;
  deleteShownBefore(at: number): Promise<void>;
}
