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
import { catalogStatistics, type RequestStatistics, requestStatistics } from './tables.ts';

export function createInsightWriter(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): InsightWriter {
  return {
    insertProductChanges: (changes, kept) => transaction.insertProductChanges(storeId, changes, kept),
    ...statisticWrites(builder, transaction, storeId),
    ...failureWeights(builder, transaction, storeId),
    ...removals(builder, transaction, storeId),
  };
}

type StatisticWrites = Pick<InsightWriter, 'addRequestStatistics' | 'recordCatalog'>;

function statisticWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): StatisticWrites {
  return {
    async addRequestStatistics(added) {
      const known = builder
        .selectFrom('request_statistics')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('bucket_at', '=', added.bucketAt);
      const [row] = await transaction.query(known);
      const sum = row === undefined ? added : addStatistics(requestStatistics.decode(row), added);
      const { bucket_at, ...values } = requestStatistics.encode(sum);
      const upsert = builder
        .insertInto('request_statistics')
        .values({ store_id: storeId, bucket_at, ...values })
        .onConflict((conflict) => conflict.columns(['store_id', 'bucket_at']).doUpdateSet(values));
      await transaction.run(upsert);
    },
    async recordCatalog(counts) {
      const { bucket_at, ...values } = catalogStatistics.encode(counts);
      const upsert = builder
        .insertInto('catalog_statistics')
        .values({ store_id: storeId, bucket_at, ...values })
        .onConflict((conflict) => conflict.columns(['store_id', 'bucket_at']).doUpdateSet(values));
      await transaction.run(upsert);
    },
  };
}

/** Adds figures to the stored ones. Safe as a read and a write, since the caller holds the store's lock. */
function addStatistics(known: RequestStatistics, added: RequestStatistics): RequestStatistics {
  return {
    bucketAt: known.bucketAt,
    graph: known.graph + added.graph,
    backend: known.backend + added.backend,
    cached: known.cached + added.cached,
    errors: known.errors + added.errors,
    latencies: added.latencies.map((count, step) => count + (known.latencies[step] ?? 0)),
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

type Removals = Omit<InsightWriter, keyof StatisticWrites | keyof FailureWeights | 'insertProductChanges'>;

function removals(builder: Kysely<Schema>, transaction: Transaction, storeId: string): Removals {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    async deleteStatisticsBefore(bucketAt) {
      const requests = builder
        .deleteFrom('request_statistics')
        .where('store_id', '=', storeId)
        .where('bucket_at', '<', bucketAt);
      await transaction.run(requests);
      // The newest of the old rows stays: it is the catalog's size at the beginning of the kept period.
      const newestOld = builder
        .selectFrom('catalog_statistics')
        .where('store_id', '=', storeId)
        .where('bucket_at', '<', bucketAt)
        .select(({ fn }) => fn.max('bucket_at').as('newest'));
      const catalog = builder
        .deleteFrom('catalog_statistics')
        .where('store_id', '=', storeId)
        .where('bucket_at', '<', newestOld);
      await transaction.run(catalog);
    },
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
