/**
 * Writes what shoppers of one store did, and deletes it when its time is over: at most `limit` rows a call. Every statement names the
 * store, and the caller holds its lock. It judges no event: inputs are trusted. A statement that fails rolls the whole group back.
 */
// Tests: test/api/events.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { type DeleteSome, deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import { insertOf } from '../snapshots/insert-rows.ts';
import {
  answeredQueries,
  type EventWriter,
  events,
  networkMarks,
  popularity,
  querySessions,
  sessionMoves,
} from './tables.ts';

/**
 * Creates the writer of one store’s events and scores, within a transaction under the store’s lock. New scores raise
 * the version of popularity.
 */
export function eventWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): EventWriter {
  return {
    insert: (records) => transaction.insertRows(insertOf(events, { storeId, records })),
    recordMoves: (records) =>
      transaction.insertRows(insertOf(sessionMoves, { storeId, records, replaces: ['weight', 'moved_at'] })),
    recordNetworkMarks: (records) =>
      transaction.insertRows(insertOf(networkMarks, { storeId, records, replaces: ['amount', 'until'] })),
    recordQueries: (records) => transaction.insertRows(insertOf(querySessions, { storeId, records })),
    recordAnswered: (records) => transaction.insertRows(insertOf(answeredQueries, { storeId, records })),
    async setPopularity(scores) {
      const first = { store_id: storeId, version: 1 };
      // The store's lock makes read and write one step, and versions of one store rise in the order of commits.
      const raise = builder
        .insertInto('popularity_state')
        .values(first)
        .onConflict((conflict) =>
          conflict
            .column('store_id')
            .doUpdateSet(({ eb }) => ({ version: eb('popularity_state.version', '+', 1) })),
        );
      await transaction.run(raise);
      const state = builder.selectFrom('popularity_state').select('version').where('store_id', '=', storeId);
      const [row] = await transaction.query(state);
      const version = row?.version ?? first.version;
      const records = scores.map((score) => ({ ...score, version }));
      await transaction.insertRows(
        insertOf(popularity, { storeId, records, replaces: ['score', 'version'] }),
      );
    },
    ...removals(deleteSomeOf(builder, transaction, storeId)),
    deleteWeakestIntents: ({ kept, limit }) =>
      deleteSomeOf(
        builder,
        transaction,
        storeId,
      )({
        table: 'popularity',
        key: ['kind', 'key'],
        limit,
        where: sql`kind = 'intent' and score < (
          select score from popularity where store_id = ${storeId} and kind = 'intent'
          order by score desc limit 1 offset ${kept - 1})`,
      }),
    blankQueriesBefore({ at, limit }) {
      const old = builder
        .selectFrom('events')
        .select('id')
        .where('store_id', '=', storeId)
        .where('created_at', '<', at)
        .where('query', 'is not', null)
        .orderBy('created_at')
        .limit(limit);
      return transaction.run(
        builder
          .updateTable('events')
          .set({ query: null })
          .where('store_id', '=', storeId)
          .where('id', 'in', old),
      );
    },
    eraseSessions: (sessionHashes, limit) =>
      eraseSessions(builder, transaction, { storeId, sessionHashes, limit }),
  };
}

type Removals = Pick<
  EventWriter,
  | 'deleteEventsBefore'
  | 'deleteMovesBefore'
  | 'deleteMarksBefore'
  | 'deleteQueriesBefore'
  | 'deletePopularityBelow'
  | 'deleteAnsweredBefore'
>;

function removals(deleteSome: DeleteSome): Removals {
  return {
    deleteEventsBefore: ({ at, limit }) =>
      deleteSome({
        table: 'events',
        key: ['id'],
        limit,
        where: sql`created_at < ${at}`,
        orderBy: sql`created_at`,
      }),
    deleteMovesBefore: ({ at, limit }) =>
      deleteSome({
        table: 'session_moves',
        key: ['move'],
        limit,
        where: sql`moved_at < ${at}`,
        orderBy: sql`moved_at`,
      }),
    deleteMarksBefore: ({ at, limit }) =>
      deleteSome({
        table: 'network_marks',
        key: ['name'],
        limit,
        where: sql`until < ${at}`,
        orderBy: sql`until`,
      }),
    deleteQueriesBefore: ({ at, limit }) =>
      deleteSome({
        table: 'query_sessions',
        key: ['query', 'session_hash'],
        limit,
        where: sql`created_at < ${at}`,
        orderBy: sql`created_at`,
      }),
    deleteAnsweredBefore: (day, limit) =>
      deleteSome({
        table: 'answered_queries',
        key: ['day', 'name'],
        where: sql`day < ${day}`,
        orderBy: sql`day`,
        limit,
      }),
    deletePopularityBelow: ({ score, limit }) =>
      deleteSome({ table: 'popularity', key: ['kind', 'key'], where: sql`score < ${score}`, limit }),
  };
}

async function eraseSessions(
  builder: Kysely<Schema>,
  transaction: Transaction,
  erased: { readonly storeId: string; readonly sessionHashes: readonly string[]; readonly limit: number },
): Promise<number> {
  const { storeId, sessionHashes, limit } = erased;
  const where = sql`session_hash in (${sql.join([...sessionHashes])})`;
  const gone = await deleteSomeOf(
    builder,
    transaction,
    storeId,
  )({ table: 'events', key: ['id'], where, limit });
  await transaction.run(
    builder
      .deleteFrom('query_sessions')
      .where('store_id', '=', storeId)
      .where('session_hash', 'in', sessionHashes),
  );
  return gone;
}
