/**
 * Reads what shoppers of one store did, and how far the popularity of all stores has come. Statements of a store name it; salts and
 * versions belong to the directory. It writes nothing. Unknown ids, names and keys are absent; long lists are read 500 at a time.
 * Times are microseconds since 1970.
 */
// Tests: test/api/events.test.ts.
import type { Kysely } from 'kysely';
import type { Database, Query } from '../database.ts';
import { inChunks } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import {
  answeredQueries,
  type EventReader,
  events,
  networkMarks,
  popularity,
  querySessions,
  type SignalDirectory,
  sessionMoves,
} from './tables.ts';

/** Creates the reader of one store’s events, of what its sessions and networks did, and of its scores. */
export function eventReads(builder: Kysely<Schema>, query: Query, storeId: string): EventReader {
  return { ...journeyReads(builder, query, storeId), ...scoreReads(builder, query, storeId) };
}

type JourneyReads = Omit<EventReader, keyof ScoreReads>;

function journeyReads(builder: Kysely<Schema>, query: Query, storeId: string): JourneyReads {
  const ofStore = builder.selectFrom('events').where('store_id', '=', storeId);
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const moves = builder.selectFrom('session_moves').selectAll().where('store_id', '=', storeId);
  const marks = builder.selectFrom('network_marks').selectAll().where('store_id', '=', storeId);
  const answered = builder.selectFrom('answered_queries').where('store_id', '=', storeId);
  const uses = builder.selectFrom('query_sessions').selectAll().where('store_id', '=', storeId);
  return {
    async knownIds(ids) {
      const rows = await inChunks(ids, (chunk) => query(ofStore.select('id').where('id', 'in', chunk)));
      return new Set(rows.map(({ id }) => id));
    },
    async knownProductIds(ids) {
      const rows = await inChunks(ids, (chunk) => query(products.select('id').where('id', 'in', chunk)));
      return new Set(rows.map(({ id }) => id));
    },
    async productCurrencies(ids) {
      const priced = builder
        .selectFrom('products')
        .innerJoin('stores', 'stores.id', 'products.store_id')
        .select(({ fn }) => [
          'products.id',
          fn.coalesce('products.currency', 'stores.currency').as('currency'),
        ])
        .where('products.store_id', '=', storeId);
      const rows = await inChunks(ids, (chunk) => query(priced.where('products.id', 'in', chunk)));
      return new Map(rows.map(({ id, currency }) => [id, currency]));
    },
    async list({ after, limit }) {
      const later = ofStore.selectAll().where('created_at', '>', after);
      return (await query(later.orderBy('created_at').orderBy('id').limit(limit))).map(events.decode);
    },
    async count() {
      const count = ofStore.select(({ fn }) => fn.countAll<number>().as('count'));
      return (await query(count))[0]?.count ?? 0;
    },
    async sessionMoves(names) {
      const rows = await inChunks(names, (chunk) => query(moves.where('move', 'in', chunk)));
      return rows.map(sessionMoves.decode);
    },
    async networkMarks(names) {
      const rows = await inChunks(names, (chunk) => query(marks.where('name', 'in', chunk)));
      return rows.map(networkMarks.decode);
    },
    async answeredQueries(day, names) {
      const ofDay = answered.where('day', '=', day);
      const rows = await inChunks(names, (chunk) => query(ofDay.selectAll().where('name', 'in', chunk)));
      return rows.map(answeredQueries.decode);
    },
    async countAnswered(day) {
      const count = answered.where('day', '=', day).select(({ fn }) => fn.countAll<number>().as('count'));
      return (await query(count))[0]?.count ?? 0;
    },
    async querySessions(queries) {
      const rows = await inChunks(queries, (chunk) => query(uses.where('query', 'in', chunk)));
      return rows.map(querySessions.decode);
    },
  };
}

type ScoreReads = Pick<EventReader, 'popularity' | 'changedPopularity' | 'popularityVersion'>;

function scoreReads(builder: Kysely<Schema>, query: Query, storeId: string): ScoreReads {
  const scores = builder.selectFrom('popularity').selectAll().where('store_id', '=', storeId);
  return {
    async popularity(kind, keys) {
      const rows = await inChunks(keys, (chunk) =>
        query(scores.where('kind', '=', kind).where('key', 'in', chunk)),
      );
      return rows.map(popularity.decode);
    },
    async changedPopularity({ after, limit }) {
      const rest =
        after === null
          ? scores
          : scores.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('version', 'kind', 'key'), '>', tuple(after.version, after.kind, after.key)),
            );
      const page = rest.orderBy('version').orderBy('kind').orderBy('key').limit(limit);
      return (await query(page)).map(popularity.decode);
    },
    async popularityVersion() {
      const state = builder.selectFrom('popularity_state').select('version').where('store_id', '=', storeId);
      return (await query(state))[0]?.version ?? 0;
    },
  };
}

/**
 * Creates access to the versions of popularity of all stores and to the salts of days. The first process to ask for a
 * day’s salt decides it.
 */
export function signalDirectory({ builder, read, transaction }: Database): SignalDirectory {
  const salts = builder.selectFrom('session_salts').selectAll();
  return {
    async popularityVersions() {
      const rows = await read(null, builder.selectFrom('popularity_state').selectAll());
      return new Map(rows.map(({ store_id, version }) => [store_id, version]));
    },
    async sessionSalt(day, candidate) {
      const insert = builder
        .insertInto('session_salts')
        .values({ day, salt: candidate })
        .onConflict((conflict) => conflict.column('day').doNothing());
      await transaction(null, (open) => open.run(insert));
      const [row] = await read(null, salts.where('day', '=', day));
      if (row === undefined) throw new Error(`the salt of ${day} is gone`);
      return row.salt;
    },
    async sessionSalts() {
      return new Map((await read(null, salts)).map(({ day, salt }) => [day, salt]));
    },
    async deleteSessionSaltsBefore(day) {
      const old = builder.deleteFrom('session_salts').where('day', '<', day);
      await transaction(null, (open) => open.run(old));
    },
  };
}
