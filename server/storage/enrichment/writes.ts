/**
 * Writes jobs, settings and usage of one store's enrichment, within its transaction and under its lock. Every statement names the
 * store. A job or product whose source hash has changed meanwhile is left alone. Inputs are trusted: the output rules were applied
 * before. Delays are milliseconds by the database's clock. It calls no generator. A statement that fails rejects, and the transaction
 * is rolled back.
 */
// Tests: test/storage/enrichment.test.ts.
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { chunksOf } from '../in-chunks.ts';
import { timeFromNow } from '../time-from-now.ts';
import { toSettingsRow } from './rows.ts';
import { type EnrichmentUsage, type EnrichmentWriter, enrichmentUsage } from './tables.ts';

type Clocked = Pick<Database, 'builder' | 'now'>;

/** Creates the writer of one store’s jobs that wait for phrases, and of its settings and usage of enrichment. */
export function enrichmentWrites(
  database: Clocked,
  transaction: Transaction,
  storeId: string,
): EnrichmentWriter {
  return {
    take: (jobs) => transaction.takeEnrichments(storeId, jobs),
    enqueue: (jobs) => transaction.enqueueEnrichments(storeId, jobs),
    ...jobWrites(database, transaction, storeId),
    ...productWrites(database, transaction, storeId),
    ...settingWrites(database, transaction, storeId),
  };
}

function jobWrites(
  database: Clocked,
  transaction: Transaction,
  storeId: string,
): Pick<EnrichmentWriter, 'delete' | 'putOff' | 'retry'> {
  const { builder } = database;
  const ofStore = builder.updateTable('enrichment_jobs').where('store_id', '=', storeId);
  return {
    async delete(productId) {
      const job = builder.deleteFrom('enrichment_jobs').where('store_id', '=', storeId);
      await transaction.run(job.where('product_id', '=', productId));
    },
    async putOff(jobs) {
      for (const { productId, sourceHash, state, attempts, delayMs, error, errorCode } of jobs) {
        const run_at = timeFromNow(database, delayMs);
        const update = ofStore
          .set({ state, attempts, run_at, error, error_code: errorCode })
          .where('product_id', '=', productId)
          .where('source_hash', '=', sourceHash);
        await transaction.run(update);
      }
    },
    async retry(productIds) {
      const fresh = { state: 'waiting' as const, attempts: 0, run_at: 0, error: null, error_code: null };
      const failed = ofStore.set(fresh).where('state', '=', 'failed').where(sql<boolean>`attempts > 0`);
      if (productIds === null) return await transaction.run(failed);
      let count = 0;
      for (const ids of chunksOf(productIds)) {
        count += await transaction.run(failed.where('product_id', 'in', ids));
      }
      return count;
    },
  };
}

function productWrites(
  { builder }: Clocked,
  transaction: Transaction,
  storeId: string,
): Pick<EnrichmentWriter, 'countProducts'> {
  const ofStore = builder.updateTable('products').where('store_id', '=', storeId);
  return {
    async countProducts(productIds) {
      let count = 0;
      for (const ids of chunksOf(productIds)) {
        const newly = ofStore
          .set({ counts_as_enriched: true })
          .where('id', 'in', ids)
          .where('counts_as_enriched', '=', false);
        count += await transaction.run(newly);
      }
      const store = builder
        .updateTable('stores')
        .set((expression) => ({ enrichment_count: expression('enrichment_count', '+', count) }))
        .where('id', '=', storeId);
      await transaction.run(store);
    },
  };
}

function settingWrites(
  { builder }: Clocked,
  transaction: Transaction,
  storeId: string,
): Pick<EnrichmentWriter, 'saveSettings' | 'addUsage' | 'deleteUsageBefore'> {
  return {
    async saveSettings(settings) {
      const values = toSettingsRow(settings);
      const upsert = builder
        .insertInto('enrichment_settings')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
    async addUsage(added) {
      const known = builder
        .selectFrom('enrichment_usage')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('day', '=', added.day)
        .where('generator', '=', added.generator);
      const [row] = await transaction.query(known);
      const sum = row === undefined ? added : addUsage(enrichmentUsage.decode(row), added);
      const { day, generator, ...values } = enrichmentUsage.encode(sum);
      const upsert = builder
        .insertInto('enrichment_usage')
        .values({ store_id: storeId, day, generator, ...values })
        .onConflict((conflict) => conflict.columns(['store_id', 'day', 'generator']).doUpdateSet(values));
      await transaction.run(upsert);
    },
    async deleteUsageBefore(day) {
      const old = builder.deleteFrom('enrichment_usage').where('store_id', '=', storeId);
      await transaction.run(old.where('day', '<', day));
    },
  };
}

/** The store's lock makes read and write one step. */
function addUsage(known: EnrichmentUsage, added: EnrichmentUsage): EnrichmentUsage {
  return {
    ...known,
    requests: known.requests + added.requests,
    products: known.products + added.products,
    failed: known.failed + added.failed,
    inputTokens: known.inputTokens + added.inputTokens,
    outputTokens: known.outputTokens + added.outputTokens,
    costMicros: known.costMicros + added.costMicros,
  };
}
