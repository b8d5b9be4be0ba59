/**
 * Writes the imports of one store and their failed rows, within its transaction. Every statement names the store; rows were validated
 * before. An import that is gone is left alone. Times are microseconds since 1970. It never writes a product.
 */
// Tests: test/storage/imports.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import { chunksOf } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import { type ImportWriter, importFailures, imports } from './tables.ts';

/** Creates the writer of one store’s imports and their failed rows, within a transaction. */
export function importWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): ImportWriter {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    async insert(run) {
      await transaction.run(
        builder.insertInto('imports').values({ store_id: storeId, ...imports.encode(run) }),
      );
    },
    async update(run) {
      const { id, ...values } = imports.encode(run);
      const update = builder
        .updateTable('imports')
        .set(values)
        .where('store_id', '=', storeId)
        .where('id', '=', id);
      await transaction.run(update);
    },
    async noteWait(importId, why) {
      const update = builder
        .updateTable('imports')
        .set({ error: why })
        .where('store_id', '=', storeId)
        .where('id', '=', importId)
        .where('status', 'in', ['pending', 'processing']);
      await transaction.run(update);
    },
    async insertFailures(importId, failures) {
      for (const chunk of chunksOf(failures)) {
        const rows = chunk.map((failure) => ({
          store_id: storeId,
          ...importFailures.encode({ ...failure, importId }),
        }));
        await transaction.run(builder.insertInto('import_failures').values(rows));
      }
    },
    async addFailureBytes(bytes) {
      const update = builder
        .updateTable('stores')
        .set((expression) => ({ failure_bytes: expression('failure_bytes', '+', bytes) }))
        .where('id', '=', storeId);
      await transaction.run(update);
    },
    ...failureWeights(builder, transaction, storeId),
    deleteFailures: (importId, limit) =>
      deleteSome({
        table: 'import_failures',
        key: ['import_id', 'row'],
        limit,
        where: sql`import_id = ${importId}`,
        orderBy: sql`row`,
      }),
    async delete(importId) {
      const remove = builder.deleteFrom('imports').where('store_id', '=', storeId).where('id', '=', importId);
      await transaction.run(remove);
    },
  };
}

function failureWeights(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Pick<ImportWriter, 'noteFailuresDropped' | 'recountFailureBytes'> {
  const imports = sql`imports where store_id = ${storeId} and failure_bytes > 0`;
  const setWeight = (weight: RawBuilder<number>) =>
    transaction.run(builder.updateTable('stores').set({ failure_bytes: weight }).where('id', '=', storeId));
  return {
    async noteFailuresDropped(importId) {
      await setWeight(
        sql`failure_bytes - coalesce((select failure_bytes from ${imports} and id = ${importId}), 0)`,
      );
      const dropped = builder
        .updateTable('imports')
        .set((expression) => ({ failure_bytes: 0, failures_dropped: expression.ref('failed_rows') }))
        .where('store_id', '=', storeId)
        .where('id', '=', importId);
      await transaction.run(dropped);
    },
    async recountFailureBytes() {
      await setWeight(sql`coalesce((select sum(failure_bytes) from ${imports}), 0)`);
    },
  };
}
