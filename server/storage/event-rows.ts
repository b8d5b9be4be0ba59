/** Events, moves and scores between events.ts and their tables. */
import type { Selectable } from 'kysely';
import type { EventType } from '../../contract/words/events.ts';
import type { RowInsert } from './database.ts';
import type { EventsTable, PopularityTable, QuerySessionsTable, SessionMovesTable } from './event-tables.ts';
import type {
  NetworkMark,
  PopularityKind,
  PopularityScore,
  QuerySession,
  SessionMove,
  StoredEvent,
  VersionedScore,
} from './events.ts';

export function toStoredEvent(row: Selectable<EventsTable>): StoredEvent {
  return {
    id: row.id,
    type: row.type as EventType,
    productId: row.product_id,
    phrase: row.phrase,
    region: row.region,
    query: row.query,
    position: row.position,
    quantity: row.quantity,
    sessionHash: row.session_hash,
    isMove: Boolean(row.is_move),
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
  };
}

export function toSessionMove(row: Selectable<SessionMovesTable>): SessionMove {
  return { name: row.move, weight: row.weight, movedAt: row.moved_at };
}

export function toQuerySession(row: Selectable<QuerySessionsTable>): QuerySession {
  const { query, session_hash: sessionHash, network_hash: networkHash, created_at: createdAt } = row;
  return { query, sessionHash, networkHash, createdAt };
}

export function toVersionedScore(row: Selectable<PopularityTable>): VersionedScore {
  const { kind, key, score, version } = row;
  return { kind: kind as PopularityKind, key, score, version };
}

export function eventInsert(storeId: string, events: readonly StoredEvent[]): RowInsert {
  return {
    table: 'events',
    columns: [
      ['store_id', 'text'],
      ['id', 'text'],
      ['type', 'text'],
      ['product_id', 'text'],
      ['phrase', 'text'],
      ['region', 'text'],
      ['query', 'text'],
      ['position', 'bigint'],
      ['quantity', 'bigint'],
      ['session_hash', 'text'],
      ['is_move', 'boolean'],
      ['occurred_at', 'bigint'],
      ['created_at', 'bigint'],
    ],
    rows: events.map((event) => [
      ...[storeId, event.id, event.type, event.productId, event.phrase, event.region, event.query],
      ...[event.position, event.quantity, event.sessionHash, event.isMove],
      ...[event.occurredAt, event.createdAt],
    ]),
    key: ['store_id', 'id'],
    replaces: [],
  };
}

export function moveInsert(storeId: string, moves: readonly SessionMove[]): RowInsert {
  return {
    table: 'session_moves',
    columns: [
      ['store_id', 'text'],
      ['move', 'text'],
      ['weight', 'double precision'],
      ['moved_at', 'bigint'],
    ],
    rows: moves.map(({ name, weight, movedAt }) => [storeId, name, weight, movedAt]),
    key: ['store_id', 'move'],
    replaces: ['weight', 'moved_at'],
  };
}

export function markInsert(storeId: string, marks: readonly NetworkMark[]): RowInsert {
  return {
    table: 'network_marks',
    columns: [
      ['store_id', 'text'],
      ['name', 'text'],
      ['amount', 'double precision'],
      ['until', 'bigint'],
    ],
    rows: marks.map(({ name, amount, until }) => [storeId, name, amount, until]),
    key: ['store_id', 'name'],
    replaces: ['amount', 'until'],
  };
}

export function queryInsert(storeId: string, queries: readonly QuerySession[]): RowInsert {
  return {
    table: 'query_sessions',
    columns: [
      ['store_id', 'text'],
      ['query', 'text'],
      ['session_hash', 'text'],
      ['network_hash', 'text'],
      ['created_at', 'bigint'],
    ],
    rows: queries.map(({ query, sessionHash, networkHash, createdAt }) => [
      ...[storeId, query, sessionHash, networkHash, createdAt],
    ]),
    key: ['store_id', 'query', 'session_hash'],
    replaces: [],
  };
}

export function popularityInsert(
  storeId: string,
  scores: readonly PopularityScore[],
  version: number,
): RowInsert {
  return {
    table: 'popularity',
    columns: [
      ['store_id', 'text'],
      ['kind', 'text'],
      ['key', 'text'],
      ['score', 'double precision'],
      ['version', 'bigint'],
    ],
    rows: scores.map(({ kind, key, score }) => [storeId, kind, key, score, version]),
    key: ['store_id', 'kind', 'key'],
    replaces: ['score', 'version'],
  };
}
