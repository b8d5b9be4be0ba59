/** What shoppers of one store did, as it is written and, when its time is over, thrown away. */
import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import { eventInsert, markInsert, moveInsert, popularityInsert, queryInsert } from './event-rows.ts';
import type { EventWriter } from './events.ts';
import type { Schema } from './schema.ts';

export function eventWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): EventWriter {
  return {
    insertEvents: (events) => transaction.insertRows(eventInsert(storeId, events)),
    recordMoves: (moves) => transaction.insertRows(moveInsert(storeId, moves)),
    recordNetworkMarks: (marks) => transaction.insertRows(markInsert(storeId, marks)),
    recordQueries: (queries) => transaction.insertRows(queryInsert(storeId, queries)),
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
      await transaction.insertRows(popularityInsert(storeId, scores, row?.version ?? first.version));
    },
    ...removals(builder, transaction, storeId),
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
>;

function removals(builder: Kysely<Schema>, transaction: Transaction, storeId: string): Removals {
  return {
    deleteEventsBefore({ at, limit }) {
      const old = builder
        .selectFrom('events')
        .select('id')
        .where('store_id', '=', storeId)
        .where('created_at', '<', at)
        .orderBy('created_at')
        .limit(limit);
      return transaction.run(
        builder.deleteFrom('events').where('store_id', '=', storeId).where('id', 'in', old),
      );
    },
    deleteMovesBefore({ at, limit }) {
      const old = builder
        .selectFrom('session_moves')
        .select('move')
        .where('store_id', '=', storeId)
        .where('moved_at', '<', at)
        .orderBy('moved_at')
        .limit(limit);
      return transaction.run(
        builder.deleteFrom('session_moves').where('store_id', '=', storeId).where('move', 'in', old),
      );
    },
    deleteMarksBefore({ at, limit }) {
      const old = builder
        .selectFrom('network_marks')
        .select('name')
        .where('store_id', '=', storeId)
        .where('until', '<', at)
        .orderBy('until')
        .limit(limit);
      return transaction.run(
        builder.deleteFrom('network_marks').where('store_id', '=', storeId).where('name', 'in', old),
      );
    },
    deleteQueriesBefore({ at, limit }) {
      const old = builder
        .selectFrom('query_sessions')
        .select(['query', 'session_hash'])
        .where('store_id', '=', storeId)
        .where('created_at', '<', at)
        .orderBy('created_at')
        .limit(limit)
        .$asTuple('query', 'session_hash');
      const remove = builder
        .deleteFrom('query_sessions')
        .where('store_id', '=', storeId)
        .where(({ eb, refTuple }) => eb(refTuple('query', 'session_hash'), 'in', old));
      return transaction.run(remove);
    },
    deletePopularityBelow({ score, limit }) {
      const faded = builder
        .selectFrom('popularity')
        .select(['kind', 'key'])
        .where('store_id', '=', storeId)
        .where('score', '<', score)
        .limit(limit)
        .$asTuple('kind', 'key');
      const remove = builder
        .deleteFrom('popularity')
        .where('store_id', '=', storeId)
        .where(({ eb, refTuple }) => eb(refTuple('kind', 'key'), 'in', faded));
      return transaction.run(remove);
    },
  };
}

async function eraseSessions(
  builder: Kysely<Schema>,
  transaction: Transaction,
  erased: { readonly storeId: string; readonly sessionHashes: readonly string[]; readonly limit: number },
): Promise<number> {
  const { storeId, sessionHashes, limit } = erased;
  const ofThem = builder
    .selectFrom('events')
    .select('id')
    .where('store_id', '=', storeId)
    .where('session_hash', 'in', sessionHashes)
    .limit(limit);
  const gone = await transaction.run(
    builder.deleteFrom('events').where('store_id', '=', storeId).where('id', 'in', ofThem),
  );
  await transaction.run(
    builder
      .deleteFrom('query_sessions')
      .where('store_id', '=', storeId)
      .where('session_hash', 'in', sessionHashes),
  );
  return gone;
}
