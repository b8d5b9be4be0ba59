/**
 * The writes of one store, inside one transaction that holds the store's row lock. Every statement names the
 * store. Lists are written in chunks.
 */
import { type Kysely, sql } from 'kysely';
import { toAuditEntryRow } from './account-rows.ts';
import { createAccountWriter } from './account-writer.ts';
import { collectionWrites } from './collection-writes.ts';
import type { OnDamage } from './damage.ts';
import type { Database, Transaction } from './database.ts';
import { deleteSomeOf } from './delete-some.ts';
import { raiseVersion } from './directory-changes.ts';
import { enrichmentWrites } from './enrichment-writes.ts';
import { erasureWrites } from './erasure-statements.ts';
import { eventWrites } from './event-writes.ts';
import { createFeedWriter } from './feed-statements.ts';
import { fileWrites } from './file-rows.ts';
import { idempotencyKeys, importFailures, imports } from './imports.ts';
import { createInsightWriter } from './insight-writes.ts';
import { jobWrites } from './job-statements.ts';
import { merchandisingWrites } from './merchandising-statements.ts';
import type { RowForm } from './row-form.ts';
import type { Schema } from './schema.ts';
import { searchWrites } from './search-writes.ts';
import { shortRowWrites } from './short-rows.ts';
import type { StoreWriter } from './storage.ts';
import { createStoreReader } from './store-reader.ts';
import type { Store } from './stores.ts';
import { synonymSets } from './synonyms.ts';
import { webhookWrites } from './webhook-statements.ts';

/** Rows in one `values (…), (…)` list, and ids in one `in (…)` list: chosen; below both databases' limits. */
const rowsPerStatement = 500;

export function createStoreWriter(
  database: Pick<Database, 'builder' | 'now'>,
  transaction: Transaction,
  store: Store,
  { onDamage, rowForm }: { readonly onDamage: OnDamage; readonly rowForm: RowForm },
): StoreWriter {
  const { builder } = database;
  return {
    ...createStoreReader(database, transaction.query, store.id, onDamage),
    store,
    accounts: createAccountWriter(builder, transaction),
    async insertAuditEntry(entry) {
      await transaction.run(builder.insertInto('audit_entries').values(toAuditEntryRow(store.id, entry)));
    },
    // In the engine's fastest way, for imports.
    existingProducts: (externalIds) => transaction.existingProducts(store.id, externalIds),
    knownProducts: (externalIds) => transaction.knownProducts(store.id, externalIds),
    async upsertProducts(writes, changeNumber) {
      const isShort = await rowForm(transaction.query);
      await transaction.upsertProducts(store.id, writes, { changeNumber, isShort });
    },
    ...shortRowWrites(builder, transaction, { storeId: store.id, rowForm }),
    enqueueEnrichments: (jobs) => transaction.enqueueEnrichments(store.id, jobs),
    ...storeWrites(builder, transaction, store.id),
    ...importWrites(builder, transaction, store.id),
    ...fileWrites(builder, transaction, store.id),
    ...jobWrites(database, transaction),
    ...createInsightWriter(builder, transaction, store.id),
    ...createFeedWriter(database, transaction, store.id),
    ...webhookWrites(builder, transaction, store.id),
    ...enrichmentWrites(database, transaction, store.id),
    ...collectionWrites(builder, transaction, store.id),
    ...eventWrites(builder, transaction, store.id),
    ...erasureWrites(builder, transaction, store.id),
    ...searchWrites(builder, transaction, store.id),
    ...merchandisingWrites(builder, transaction, store.id),
  };
}

type StoreWrites = Pick<StoreWriter, 'setStock' | 'updateStore' | 'updateSettings' | 'replaceSynonyms'>;

function storeWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): StoreWrites {
  return {
    async setStock(externalIds, inStock, updatedAt, changeNumber) {
      for (const ids of chunks(externalIds)) {
        const update = builder
          .updateTable('products')
          .set({ in_stock: inStock, content_hash: '', updated_at: updatedAt, change_number: changeNumber })
          .where('store_id', '=', storeId)
          .where('external_id', 'in', ids);
        await transaction.run(update);
      }
    },
    async updateStore(update) {
      const statement = builder
        .updateTable('stores')
        .set((expression) => ({
          change_number: update.changeNumber,
          product_count: expression('product_count', '+', update.productCount),
          in_stock_count: expression('in_stock_count', '+', update.inStockCount),
          enrichment_count: expression('enrichment_count', '+', update.enrichmentCount),
        }))
        .where('id', '=', storeId);
      await transaction.run(statement);
      transaction.announce(storeId);
    },
    async updateSettings({ name, plan, currency, locale, changeNumber }) {
      await raiseVersion(builder, transaction, storeId);
      const settings = { name, plan, currency, locale, change_number: changeNumber };
      await transaction.run(builder.updateTable('stores').set(settings).where('id', '=', storeId));
      transaction.announce(storeId);
    },
    async replaceSynonyms(synonyms) {
      const values = synonymSets.encode(synonyms);
      const upsert = builder
        .insertInto('synonym_sets')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
  };
}

type ImportWrites = Pick<
  StoreWriter,
  | 'insertImport'
  | 'updateImport'
  | 'noteWait'
  | 'insertFailures'
  | 'addFailureBytes'
  | 'insertIdempotency'
  | 'deleteIdempotency'
  | 'deleteIdempotencyBefore'
>;

function importWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): ImportWrites {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
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
      for (const chunk of chunks(failures)) {
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
    async insertIdempotency(record) {
      const row = { store_id: storeId, ...idempotencyKeys.encode(record) };
      await transaction.run(builder.insertInto('idempotency_keys').values(row));
    },
    async deleteIdempotency(key) {
      const remove = builder
        .deleteFrom('idempotency_keys')
        .where('store_id', '=', storeId)
        .where('key', '=', key);
      await transaction.run(remove);
    },
    deleteIdempotencyBefore: ({ at, limit }) =>
      deleteSome({
        ...{ table: 'idempotency_keys', key: ['key'], limit },
        ...{ where: sql`created_at < ${at}`, orderBy: sql`created_at` },
      }),
  };
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsPerStatement) {
    yield items.slice(start, start + rowsPerStatement);
  }
}
