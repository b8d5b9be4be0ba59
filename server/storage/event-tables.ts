/** The tables of what shoppers do, as schema.ts describes all others. */
import type { Flag } from './column-types.ts';

export interface EventTables {
  events: EventsTable;
  session_moves: SessionMovesTable;
  query_sessions: QuerySessionsTable;
  network_marks: NetworkMarksTable;
  shown_answers: ShownAnswersTable;
  popularity: PopularityTable;
  popularity_state: PopularityStateTable;
  session_salts: SessionSaltsTable;
}

/** Tenant: key (store_id, id). */
export interface EventsTable {
  store_id: string;
  /** The event_id of whoever sent it, else our own. */
  id: string;
  type: string;
  product_id: string | null;
  phrase: string | null;
  region: string | null;
  query: string | null;
  position: number | null;
  quantity: number | null;
  session_hash: string;
  /** Whether it moved popularity. */
  is_move: Flag;
  occurred_at: number;
  created_at: number;
}

/** Tenant: key (store_id, move). */
export interface SessionMovesTable {
  store_id: string;
  /** The hash of the session, a colon, and what it moved: one column, since many are looked up at once. */
  move: string;
  weight: number;
  moved_at: number;
}

/** Tenant: key (store_id, query, session_hash). */
export interface QuerySessionsTable {
  store_id: string;
  query: string;
  session_hash: string;
  network_hash: string;
  created_at: number;
}

/** Tenant: key (store_id, kind, key). */
export interface PopularityTable {
  store_id: string;
  kind: string;
  key: string;
  score: number;
  version: number;
}

/** Directory: one row a store that has popularity. */
export interface PopularityStateTable {
  store_id: string;
  version: number;
}

/** Directory: a salt a day, for the hashes of sessions. */
export interface SessionSaltsTable {
  day: string;
  salt: string;
}

/** Tenant: key (store_id, name). */
export interface NetworkMarksTable {
  store_id: string;
  name: string;
  amount: number;
  until: number;
}

/** Directory: key (node, number). */
export interface ShownAnswersTable {
  node: string;
  number: number;
  entries: Uint8Array;
  created_at: number;
}
