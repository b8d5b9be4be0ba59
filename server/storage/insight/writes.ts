/**
 * Writes the figures and histories of one store that only the dashboard reads, and deletes them when they are old: at most `limit`
 * rows a call. It decides no retention; callers pass times and counts. It runs under the store's lock; a store or import that is gone
 * is left alone. Times are microseconds since 1970.
 */
// Tests: test/storage/insight.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';

import type { Schema } from '../schema.ts';
import type { InsightWriter } from '../storage.ts';

export function createInsightWriter(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): InsightWriter {
  return {
    insertProductChanges: (changes, kept) => transaction.insertProductChanges(storeId, changes, kept),
    ...failureWeights(builder, transaction, storeId),
    ...removals(builder, transaction, storeId),
  };
}

type FailureWeights = Pick<InsightWriter, 'noteFailuresDropped' | 'recountFailureBytes'>;

function failureWeights(builder: Kysely<Schema>, transaction: Transaction, storeId: string): FailureWeights {
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

type Removals = Omit<InsightWriter, keyof FailureWeights | 'insertProductChanges'>;

function removals(builder: Kysely<Schema>, transaction: Transaction, storeId: string): Removals {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    deleteChangesBefore: ({ at, limit }) =>
      deleteSome({
        table: 'product_changes',
        key: ['external_id', 'change_number'],
        limit,
        where: sql`at < ${at}`,
        orderBy: sql`at`,
      }),
    deleteFailures: (importId, limit) =>
      deleteSome({
        table: 'import_failures',
        key: ['import_id', 'row'],
        limit,
        where: sql`import_id = ${importId}`,
        orderBy: sql`row`,
      }),
    async deleteImport(importId) {
      const remove = builder.deleteFrom('imports').where('store_id', '=', storeId).where('id', '=', importId);
      await transaction.run(remove);
    },
  };
}
