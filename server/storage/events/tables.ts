/**
 * Tables and interfaces of what shoppers do: events, moves of popularity, marks of networks, scores, salts and shown answers. Times
 * are microseconds since 1970, UTC; scores are logarithms (`server/events/popularity.ts`). Sessions are hashes that change every day:
 * no caller passes the id that a browser sent. Limits (events 30 days, moves 30 minutes, 50,000 intents a store) are kept by the
 * callers. A damaged row is named when it is read. It never holds an address or a name of a person.
 */
// Tests: test/scenarios/events-written.test.ts, test/scenarios/intent-scores.test.ts.
import type { EventType } from '../../../contract/words/events.ts';

import { bytes, flag, integer, named, optional, real, text, time } from '../column.ts';
import { type RecordOf, storeTable, table } from '../table.ts';

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
    /** Counts from 1. */
    position: optional(integer()),
    quantity: optional(integer()),
    /** The amount of a cart or purchase as decimal text, all pieces together; null without one. */
    value: optional(text()),
    /** The ISO 4217 code of the value. */
    currency: optional(text()),
    session_hash: text(),
    /** Whether it moved popularity: not every click of a session does. */
    is_move: flag(),
    occurred_at: time(),
    created_at: time(),
  },
});

/** An event as it is kept for some days. */
export type StoredEvent = RecordOf<typeof events>;

/** The popularity that each session moved. */
export const sessionMoves = storeTable('session_moves', {
  key: ['move'],
  columns: {
    /** Made by {@link moveName}: one column, since many are looked up at once. */
    move: named('name', text()),
    weight: real(),
    moved_at: time(),
  },
});

/** A thing that a session moved, the largest weight, and the time of the first move. */
export type SessionMove = RecordOf<typeof sessionMoves>;

/** Names the move of a thing by a session, as one text. */
export function moveName(sessionHash: string, kind: PopularityKind, key: string): string {
  return `${sessionHash}:${kind}:${key}`;
}

/** Marks of networks' clicks and purchases, kept until a time. */
export const networkMarks = storeTable('network_marks', {
  key: ['name'],
  columns: {
    name: text(),
    amount: real(),
    /** The mark no longer counts from this time on. */
    until: time(),
  },
});

/** The amount that a network moved a thing, or spent on evidence; its name joins both hashes as {@link moveName} does. */
export type NetworkMark = RecordOf<typeof networkMarks>;

/**
 * The kinds of popular things and their keys: products by UUID, suggestions by their folded phrase, typed queries by their
 * text, and products for shoppers who meant a query by {@link intentKey}.
 */
export type PopularityKind = 'product' | 'phrase' | 'query' | 'intent';

/** Joins a product's UUID and the query that was meant to one key. */
export function intentKey(productId: string, query: string): string {
  return `${productId} ${query}`;
}

/** Splits a key of {@link intentKey}, which is trusted to be one. */
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

/** The popularity of a thing. */
export type PopularityScore = Omit<VersionedScore, 'version'>;

/** One row for each store that has popularity. */
export const popularityState = table('popularity_state', {
  key: ['store_id'],
  columns: { store_id: text(), version: integer() },
});

/** Sessions that used a query. */
export const querySessions = storeTable('query_sessions', {
  key: ['query', 'session_hash'],
  rowNames: [['session_hash']],
  columns: {
    query: text(),
    session_hash: text(),
    /** Hash of the network that the query came from. */
    network_hash: text(),
    created_at: time(),
  },
});

/** A session's use of a query. */
export type QuerySession = RecordOf<typeof querySessions>;

/** Texts behind the ids of answers, by a hash that needs the day's salt. */
export const answeredQueries = storeTable('answered_queries', {
  key: ['day', 'name'],
  rowNames: [['day']],
  columns: { day: text(), name: text(), query: text() },
});

/** The text behind ids of answers. */
export type AnsweredQuery = RecordOf<typeof answeredQueries>;

/** One salt for each day, for the hashes of sessions. */
export const sessionSalts = table('session_salts', {
  key: ['day'],
  columns: { day: text(), salt: text() },
});

/** Questions that each process answered, for the others. */
export const shownAnswers = table('shown_answers', {
  key: ['node', 'number'],
  columns: {
    /** The id of the process. */
    node: text(),
    /** Counts the batches of the process from 1. */
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
  /** Returns the ids that are known. */
  knownIds(ids: readonly string[]): Promise<Set<string>>;
  /** Returns the product UUIDs that the store has. */
  knownProductIds(ids: readonly string[]): Promise<Set<string>>;
  /** Returns the currency of each of these products: its own, otherwise that of the store. */
  productCurrencies(ids: readonly string[]): Promise<Map<string, string>>;
  /** Returns at most `limit` events that arrived after a time, by time of arrival. */
  list(page: { readonly after: number; readonly limit: number }): Promise<StoredEvent[]>;
  count(): Promise<number>;
  /** Moves by name; names without a move are absent. */
  sessionMoves(names: readonly string[]): Promise<SessionMove[]>;
  /** Marks by name; names without a mark are absent. */
  networkMarks(names: readonly string[]): Promise<NetworkMark[]>;
  /** Sessions that used the queries, in no order. */
  querySessions(queries: readonly string[]): Promise<QuerySession[]>;
  /** Texts behind ids of answers, in no order; unknown names are absent. */
  answeredQueries(day: string, names: readonly string[]): Promise<AnsweredQuery[]>;
  countAnswered(day: string): Promise<number>;
  /** Scores in no order; keys without a score are absent. */
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
  /** Inserts events; events whose id exists stay unchanged. */
  insert(events: readonly StoredEvent[]): Promise<void>;
  /** Writes moves, replacing those of the same names. */
  recordMoves(moves: readonly SessionMove[]): Promise<void>;
  /** Writes marks, replacing those of the same names. */
  recordNetworkMarks(marks: readonly NetworkMark[]): Promise<void>;
  /** Records sessions of queries; the caller bounds how many a query has. */
  recordQueries(queries: readonly QuerySession[]): Promise<void>;
  /** Records texts behind ids of answers; those that exist stay. The caller bounds how many a day has. */
  recordAnswered(queries: readonly AnsweredQuery[]): Promise<void>;
  /** Writes scores, replacing those before, and raises the store's version. */
  setPopularity(scores: readonly PopularityScore[]): Promise<void>;
  /** Deletes events; like the next ones, it returns how many rows were deleted, at most `limit`. */
  deleteEventsBefore(bounds: Pruned): Promise<number>;
  deleteMovesBefore(bounds: Pruned): Promise<number>;
  /** Deletes marks whose time ended before `at`. */
  deleteMarksBefore(bounds: Pruned): Promise<number>;
  deleteQueriesBefore(bounds: Pruned): Promise<number>;
  /** Deletes texts behind ids of answers of days before this one. */
  deleteAnsweredBefore(day: string, limit: number): Promise<number>;
  /** Removes the query from old events; returns from how many. */
  blankQueriesBefore(bounds: Pruned): Promise<number>;
  deletePopularityBelow(bounds: { readonly score: number; readonly limit: number }): Promise<number>;
  /** Deletes the least popular intents beyond the `kept` most popular. */
  deleteWeakestIntents(bounds: { readonly kept: number; readonly limit: number }): Promise<number>;
  /**
   * Erases the sessions' events and queries, at most `limit` events, and returns how many. The popularity that they added
   * stays, and their recent moves are deleted when they age.
   */
  eraseSessions(sessionHashes: readonly string[], limit: number): Promise<number>;
}

/** The time before which rows are deleted, and how many at once. */
export interface Pruned {
  readonly at: number;
  readonly limit: number;
}

/** Reads and writes of popularity versions and salts, which are not bound to one store. */
export interface SignalDirectory {
  /** The version of popularity by store; stores without any are absent. */
  popularityVersions(): Promise<Map<string, number>>;
  /** The day's salt; if the day has none yet, the candidate becomes it. `day`: `2026-11-21`. */
  sessionSalt(day: string, candidate: string): Promise<string>;
  /** The salts there are, by day. */
  sessionSalts(): Promise<Map<string, string>>;
  deleteSessionSaltsBefore(day: string): Promise<void>;
}

/** The questions that the processes on one database answered, shared among them. */
export interface ShownDirectory {
  addShown(batch: ShownBatch): Promise<void>;
  /** Returns at most `limit` batches of other processes since a time, after the one named, by process and number. */
  shownSince(page: {
    readonly since: number;
    /** The process that asks. */
    readonly except: string;
    readonly after: Pick<ShownBatch, 'node' | 'number'> | null;
    readonly limit: number;
  }): Promise<ShownBatch[]>;
  deleteShownBefore(at: number): Promise<void>;
}
