/**
 * Writes the figures and histories of one store that only the dashboard reads, and deletes them when they are old: at most `limit`
 * rows a call. It decides no retention; callers pass times and counts. It runs under the store's lock; a store or import that is gone
 * is left alone. Times are microseconds since 1970.
 */
// Tests: test/storage/insight.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';

import type { Schema } from '../schema.ts';
import type { InsightWriter } from '../storage.ts';

/** Creates the writer of one store’s product history, which also deletes what is older than a time. */
export function createInsightWriter(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): InsightWriter {
  return {
    insertProductChanges: (changes, kept) => transaction.insertProductChanges(storeId, changes, kept),
    ...removals(builder, transaction, storeId),
  };
}

type Removals = Omit<InsightWriter, 'insertProductChanges'>;

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
  };
}
