/**
 * Reads and writes the alerts of one store. Every statement names the store. It sends nothing. Pages have the `limit` of the caller;
 * times are microseconds since 1970. That a cause has one open alert is kept by its caller, under the store's lock.
 */
// Tests: test/storage/alerts.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import { type AlertReader, type AlertWriter, alerts, changesOf } from './tables.ts';

const isSent = alerts.pick('is_sent');

/** Creates the reader of one store’s alerts. */
export function alertReads(builder: Kysely<Schema>, query: Query, storeId: string): AlertReader {
  const ofStore = builder.selectFrom('alerts').where('store_id', '=', storeId);
  return {
    async open({ type, subject }) {
      const open = ofStore.where('type', '=', type).where('subject', '=', subject);
      const [row] = await query(open.where('closed_at', 'is', null).select(alerts.names).limit(1));
      return row === undefined ? null : alerts.decode(row);
    },
    async page({ before, limit, state }) {
      const older = before === null ? ofStore : ofStore.where('id', '<', before);
      const ofState =
        state === undefined ? older : older.where('closed_at', state === 'open' ? 'is' : 'is not', null);
      const rows = await query(ofState.select(alerts.names).orderBy('id', 'desc').limit(limit));
      return rows.map(alerts.decode);
    },
    async countSent(since) {
      const sent = ofStore
        .where('opened_at', '>=', since)
        .where('is_sent', '=', isSent.encode({ isSent: true }).is_sent);
      return (await query(sent.select(({ fn }) => fn.countAll<number>().as('count'))))[0]?.count ?? 0;
    },
  };
}

/** Creates the writer of one store’s alerts, within a transaction. */
export function alertWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): AlertWriter {
  return {
    async insert(alert) {
      await transaction.run(
        builder.insertInto('alerts').values({ store_id: storeId, ...alerts.encode(alert) }),
      );
    },
    async close(alertId, at) {
      const close = builder
        .updateTable('alerts')
        .set({ closed_at: at })
        .where('store_id', '=', storeId)
        .where('id', '=', alertId);
      await transaction.run(close);
    },
    async deleteOfFeed(feedId) {
      const ofFeed = builder
        .deleteFrom('alerts')
        .where('store_id', '=', storeId)
        .where('type', 'in', ['alert.feed_failed', 'alert.guard_held'])
        .where('subject', 'in', [feedId, changesOf(feedId)]);
      await transaction.run(ofFeed);
    },
    deleteBefore({ at, limit }) {
      // Files may never come again by the same name, so their alerts would stay for ever.
      const isFile = sql`closed_at is null and type = 'alert.import_failed' and opened_at < ${at}`;
      const where = sql`(closed_at < ${at} or (${isFile}))`;
      return deleteSomeOf(builder, transaction, storeId)({ table: 'alerts', key: ['id'], where, limit });
    },
  };
}
