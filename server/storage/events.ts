/**
 * What the service needs of a database for what shoppers do. Times are microseconds since the epoch, UTC; scores are
 * logarithms as of popularity.ts. Sessions are hashes of a day: no caller passes the id that a browser sent.
 */
import type { EventType } from '../../contract/words/events.ts';

import { bytes, flag, integer, named, optional, real, text, time } from './column.ts';
import { type RecordOf, storeTable, table } from './table.ts';

/** Events are kept for some days. */
export const events = storeTable('events', {
  key: ['id'],
  columns: {
    /** The caller's event_id, or else our own; unique in its store. */
    id: text(),
    type: text<EventType>(),
    product_id: optional(text()),
    phrase: optional(text()),
    region: optional(text()),
    query: optional(text()),
    /** From 1 on. */
    position: optional(integer()),
    quantity: optional(integer()),
    session_hash: text(),
    /** Whether it moved popularity: not every click of a session does. */
    is_move: flag(),
    occurred_at: time(),
    created_at: time(),
  },
});

/** An event as it is kept for some days. */
export type StoredEvent = RecordOf<typeof events>;

/** What sessions moved. */
export const sessionMoves = storeTable('session_moves', {
  key: ['move'],
  columns: {
    /** As {@link moveName} gives it: one column, since many are looked up at once. */
    move: named('name', text()),
    weight: real(),
    moved_at: time(),
  },
});

/** What a session moved, how far at most, and when first. */
export type SessionMove = RecordOf<typeof sessionMoves>;

/** That a session moved something, as one text. */
export function moveName(sessionHash: string, kind: PopularityKind, key: string): string {
  return `${sessionHash}:${kind}:${key}`;
}

/** What networks did, kept for a while. */
export const networkMarks = storeTable('network_marks', {
  key: ['name'],
  columns: {
    name: text(),
    amount: real(),
    /** From then on the mark says nothing. */
    until: time(),
  },
});

/** What a network did to a thing, or on evidence: by the hash of either, as {@link moveName} joins them. */
export type NetworkMark = RecordOf<typeof networkMarks>;

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

/** Scores of products, phrases and queries. */
export const popularity = storeTable('popularity', {
  key: ['kind', 'key'],
  columns: {
    kind: text<PopularityKind>(),
    key: text(),
    score: real(),
    /** The version of the store's popularity that brought the score. */
    version: integer(),
  },
});

/** A score, and the version of the store's popularity that brought it. */
export type VersionedScore = RecordOf<typeof popularity>;

/** How popular something is. */
export type PopularityScore = Omit<VersionedScore, 'version'>;

/** One row for each store that has popularity. */
export const popularityState = table('popularity_state', {
  key: ['store_id'],
  columns: { store_id: text(), version: integer() },
});

/** Which sessions used a query. */
export const querySessions = storeTable('query_sessions', {
  key: ['query', 'session_hash'],
  rowNames: [['session_hash']],
  columns: {
    query: text(),
    session_hash: text(),
    /** Of the network that it came from. */
    network_hash: text(),
    created_at: time(),
  },
});

/** That a session used a query. */
export type QuerySession = RecordOf<typeof querySessions>;

/** A salt a day, for the hashes of sessions. */
export const sessionSalts = table('session_salts', {
  key: ['day'],
  columns: { day: text(), salt: text() },
});

/** Questions that each process answered, for the others. */
export const shownAnswers = table('shown_answers', {
  key: ['node', 'number'],
  columns: {
    /** Of the process. */
    node: text(),
    /** From 1 on; a process adds one after the other. */
    number: integer(),
    /** Hashes and counts; their form is the caller's. */
    entries: bytes(),
    created_at: time(),
  },
});

/** Questions that one process answered, for the others. */
export type ShownBatch = RecordOf<typeof shownAnswers>;

/** Reads of what shoppers of one store did. */
export interface EventReader {
  /** Those of the ids that are known. */
  knownIds(ids: readonly string[]): Promise<Set<string>>;
  /** Those of the product UUIDs that the store has. */
  knownProductIds(ids: readonly string[]): Promise<Set<string>>;
  /** By time of arrival, after a time and at most so many. */
  list(page: { readonly after: number; readonly limit: number }): Promise<StoredEvent[]>;
  count(): Promise<number>;
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
  insert(events: readonly StoredEvent[]): Promise<void>;
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

/** What processes on one database share about the questions that they answered. */
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
