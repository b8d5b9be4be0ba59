/**
 * Reads and writes the Idempotency-Keys of one store. Every statement names the store; an unknown key gives null. It
 * decides no retention: callers pass the time (microseconds since 1970) before which records go.
 */
// Tests: test/storage/idempotency.test.ts, test/storage/storage.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import { type IdempotencyReader, type IdempotencyWriter, idempotencyKeys } from './tables.ts';

/** Creates the reader of one store’s Idempotency-Keys with their answers. */
export function idempotencyReads(builder: Kysely<Schema>, query: Query, storeId: string): IdempotencyReader {
  return {
    async find(key) {
      const record = builder
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('key', '=', key);
      const [row] = await query(record);
      return row === undefined ? null : idempotencyKeys.decode(row);
    },
  };
}

/** Creates the writer of one store’s Idempotency-Keys, within the transaction of the change that they belong to. */
export function idempotencyWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): IdempotencyWriter {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    async insert(record) {
      const row = { store_id: storeId, ...idempotencyKeys.encode(record) };
      await transaction.run(builder.insertInto('idempotency_keys').values(row));
    },
    async delete(key) {
      const remove = builder
        .deleteFrom('idempotency_keys')
        .where('store_id', '=', storeId)
        .where('key', '=', key);
      await transaction.run(remove);
    },
    deleteBefore: ({ at, limit }) =>
      deleteSome({
        table: 'idempotency_keys',
        key: ['key'],
        where: sql`created_at < ${at}`,
        orderBy: sql`created_at`,
        limit,
      }),
  };
}
