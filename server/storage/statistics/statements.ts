/**
 * Reads and writes the figures of one store by stretches of five minutes. Every statement names the store. It decides no retention;
 * callers pass the time. Times are microseconds, the beginnings of stretches. Counts are added, never replaced; a statement that fails
 * rejects.
 */
// Tests: test/storage/insight.test.ts.
import type { Kysely } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import {
  catalogStatistics,
  type RequestStatistics,
  requestCounts,
  requestStatistics,
  type StatisticReader,
  type StatisticWriter,
} from './tables.ts';

/** Creates the reader of one store’s figures by stretches of five minutes, from a time in microseconds since 1970. */
export function statisticReads(builder: Kysely<Schema>, query: Query, storeId: string): StatisticReader {
  const requestsFrom = (from: number) =>
    builder
      .selectFrom('request_statistics')
      .where('store_id', '=', storeId)
      .where('bucket_at', '>=', from)
      .orderBy('bucket_at');
  return {
    async requests(from) {
      return (await query(requestsFrom(from).selectAll())).map(requestStatistics.decode);
    },
    async requestCounts(from) {
      return (await query(requestsFrom(from).select(requestCounts.names))).map(requestCounts.decode);
    },
    async catalog(from) {
      const buckets = builder.selectFrom('catalog_statistics').selectAll().where('store_id', '=', storeId);
      const before = buckets.where('bucket_at', '<', from).orderBy('bucket_at', 'desc').limit(1);
      const within = buckets.where('bucket_at', '>=', from).orderBy('bucket_at');
      return [...(await query(before)), ...(await query(within))].map(catalogStatistics.decode);
    },
  };
}

/**
 * Creates the writer of one store’s figures by stretches of five minutes, within a transaction. Requests are added to
 * their stretch, sizes of the catalog replace it.
 */
export function statisticWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): StatisticWriter {
  return {
    async addRequests(added) {
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
    async deleteBefore(bucketAt) {
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
