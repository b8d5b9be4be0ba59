/**
 * Writes the imports of one store, their failed rows and Idempotency-Keys, within its transaction. Every statement names the store;
 * rows were validated before. An import that is gone is left alone. Times are microseconds since 1970.
 */
// Tests: test/storage/imports.test.ts.
import type { Kysely } from 'kysely';
import type { Transaction } from '../database.ts';
import { chunksOf } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import type { StoreWriter } from '../storage.ts';
import { importFailures, imports } from './tables.ts';

type ImportWrites = Pick<
  StoreWriter,
  'insertImport' | 'updateImport' | 'noteWait' | 'insertFailures' | 'addFailureBytes'
>;

export function importWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): ImportWrites {
  return {
    async insertImport(run) {
      await transaction.run(
        builder.insertInto('imports').values({ store_id: storeId, ...imports.encode(run) }),
      );
    },
    async updateImport(run) {
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
  };
}
